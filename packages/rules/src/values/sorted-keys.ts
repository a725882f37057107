import type { Spend } from './equality.ts'
import { compareCodePoints, type MapValue } from './rule-value.ts'

const SURROGATE = /[\ud800-\udfff]/

/** The keys of a map in code point order. */
export function sortedKeys(map: MapValue, spend: Spend): string[] {
  spend(60 * map.size)
  return sortTexts([...map.names()], spend)
}

/** In code point order, in place. What creates the texts pays for them; this for their order. */
export function sortTexts(texts: string[], spend: Spend): string[] {
  // The order of the engine is that of code points, and much quicker, where there is no surrogate.
  if (!texts.some((text) => SURROGATE.test(text))) return texts.sort()
  const comparisons = Math.ceil(Math.log2(texts.length + 1))
  for (const text of texts) spend(comparisons * (20 + (text.length >> 2)))
  return texts.sort(compareCodePoints)
}
