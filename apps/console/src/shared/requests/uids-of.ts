/** The users who asked; operators are none of the project's. */
export function uidsOf(
  requests: readonly { readonly caller: { readonly kind: string; readonly uid?: string | undefined } }[],
): readonly (string | undefined)[] {
  return requests.map(({ caller: { kind, uid } }) => (kind === 'user' ? uid : undefined))
}
