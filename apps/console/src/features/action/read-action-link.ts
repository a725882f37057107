/** The address of a link from a mail, taken apart; the names are the SDKs'. */
export interface ActionLink {
  readonly oobCode?: string
  readonly apiKey?: string
  readonly continueUrl?: string
  readonly tenantId?: string
}

export function readActionLink(search: Record<string, unknown>): ActionLink {
  const names = ['oobCode', 'apiKey', 'continueUrl', 'tenantId'] as const
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name]
      // The router reads a bare number as one.
      return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : []
    }),
  )
}
