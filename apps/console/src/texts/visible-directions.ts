/**
 * A name of somebody's as it is safe to show: the characters that turn the direction of what follows around (Unicode Standard Annex 9)
 * are written out, so that `\u202Efdp.exe` doesn't look like `exe.pdf`. For showing alone: it names nothing.
 */
export function visibleDirections(name: string): string {
  return name.replaceAll(
    /[\u202A-\u202E\u2066-\u2069]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

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
