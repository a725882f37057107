/**
 * Whether two states of a list's filters differ by what is typed alone, and there was something typed before: such a step takes the place
 * of the history's entry. Every other filter makes an entry of its own, so that Back takes it away.
 */
export function isTyped<Filters extends object>(
  before: Filters,
  after: Filters,
  typed: readonly (keyof Filters & string)[],
): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Filters & string>
  const differing = [...names].filter((name) => before[name] !== after[name])
  return differing.every((name) => typed.includes(name) && before[name] !== undefined)
}
