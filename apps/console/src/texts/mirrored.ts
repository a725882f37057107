const rightToLeft = '\u202E'
const end = '\u202C'

/** English that runs from right to left: every sentence of the catalogue is marked, so that a test finds those outside it. */
export function mirrored(english: unknown): unknown {
  if (typeof english === 'string') return `${rightToLeft}${english}${end}`
  if (typeof english === 'function') return (...values: readonly unknown[]) => mirrored(english(...values))
  if (typeof english !== 'object' || english === null) return english
  return Object.fromEntries(Object.entries(english).map(([key, value]) => [key, mirrored(value)]))
}
