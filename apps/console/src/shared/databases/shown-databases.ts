/** A server under `hearth start` has no more of them in a project; under `hearth dev` anybody names as many as they like. */
const shownMax = 100

/** The first of a long list, with the one that is open. */
export function shownDatabases<One extends { readonly id: string }>(
  listed: readonly One[],
  open: string,
): readonly One[] {
  return listed.filter(({ id }, at) => at < shownMax || id === open)
}
