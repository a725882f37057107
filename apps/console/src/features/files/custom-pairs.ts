/** A pair of custom metadata while it is edited; `id` tells it from its neighbours. */
export interface CustomPair {
  readonly id: number
  readonly key: string
  readonly value: string
}

export type PairsProblem =
  | { readonly kind: 'key-missing'; readonly id: number }
  | { readonly kind: 'key-twice'; readonly id: number }
  | { readonly kind: 'too-large' }

const bytesMax = 8192

/** What the server would refuse in the pairs, or `undefined`. A pair that is empty on both sides counts as none. */
export function problemOfPairs(pairs: readonly CustomPair[]): PairsProblem | undefined {
  const used = pairs.filter(({ key, value }) => key !== '' || value !== '')
  const missing = used.find(({ key }) => key === '')
  if (missing !== undefined) return { kind: 'key-missing', id: missing.id }
  const twice = used.find(({ key }, at) => used.findIndex((other) => other.key === key) < at)
  if (twice !== undefined) return { kind: 'key-twice', id: twice.id }
  const encoder = new TextEncoder()
  const bytes = used.reduce((sum, { key, value }) => sum + encoder.encode(key).length + encoder.encode(value).length, 0)
  return bytes > bytesMax ? { kind: 'too-large' } : undefined
}

export function recordOfPairs(pairs: readonly CustomPair[]): Record<string, string> {
  return Object.fromEntries(pairs.filter(({ key }) => key !== '').map(({ key, value }) => [key, value]))
}
