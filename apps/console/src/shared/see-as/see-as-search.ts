export const seeAsActs = ['read', 'change', 'delete'] as const
export type SeeAsAct = (typeof seeAsActs)[number]

/** What the address says of whom the data and the files are seen as. */
export interface SeeAsSearch {
  /** What is asked of the rules; absent: nobody is seen as. */
  readonly see?: SeeAsAct | undefined
  /** The uid; absent: nobody is signed in. */
  readonly as?: string | undefined
  /** JSON: what the ID token says besides what it says of the account. */
  readonly claims?: string | undefined
  /** By the draft that this browser keeps; absent: by the rules in force. */
  readonly rules?: 'draft' | undefined
  /** What is denied is left out. */
  readonly only?: true | undefined
}

/** The names of all of it, which stays while somebody goes from place to place. */
export const seeAsKeys: readonly (keyof SeeAsSearch)[] = ['see', 'as', 'claims', 'rules', 'only']

/** Of what an address says only what is of use. Names that are not there are not in the answer, so that they can be retained. */
export function readSeeAsSearch(address: Record<string, unknown>): SeeAsSearch {
  const { see, as, claims, rules, only } = address
  const act = seeAsActs.find((one) => one === see)
  return {
    ...(act !== undefined && { see: act }),
    // The router reads a bare number and JSON in an address as what they are.
    ...((typeof as === 'string' || typeof as === 'number') && as !== '' && { as: String(as) }),
    ...(typeof claims === 'string' && { claims }),
    ...(typeof claims === 'object' && claims !== null && { claims: JSON.stringify(claims) }),
    ...(rules === 'draft' && { rules }),
    ...(only === true && { only }),
  }
}

/** undefined for what is no JSON object. */
export function parseClaims(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined || text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Readonly<Record<string, unknown>>) : undefined
  } catch {
    // Not even JSON.
    return undefined
  }
}
