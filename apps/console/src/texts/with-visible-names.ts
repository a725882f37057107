import { visibleDirections } from './visible-directions.ts'

/**
 * A catalogue whose sentences show the names in them safely, wherever they are said: in a toast, a title, a label. Without it a name that
 * turns the direction of what follows would turn the sentence around.
 */
export function withVisibleNames(words: unknown): unknown {
  if (typeof words === 'function') {
    return (...values: readonly unknown[]) => withVisibleNames(words(...values.map(visibleValue)))
  }
  if (Array.isArray(words)) return words.map(withVisibleNames)
  if (typeof words !== 'object' || words === null) return words
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, withVisibleNames(value)]))
}

/** Texts, also those that come together as the properties of one value. */
function visibleValue(value: unknown): unknown {
  if (typeof value === 'string') return visibleDirections(value)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, visibleValue(inner)]))
}
