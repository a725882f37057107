/** What a catalogue has in any language: the same keys, each with a sentence or a function that makes one from the same values. */
export type Words<T> = T extends string
  ? string
  : T extends (...values: infer Values) => infer Made
    ? (...values: Values) => Words<Made>
    : { readonly [Key in keyof T]: Words<T[Key]> }

/** A catalogue that is not translated whole: English stands in for what is missing. */
export type SomeWords<T> = T extends string
  ? string
  : T extends (...values: infer Values) => infer Made
    ? (...values: Values) => Words<Made>
    : { readonly [Key in keyof T]?: SomeWords<T[Key]> }

/** The words of one language by the name of the catalogue, which is that of the file in `en/`. */
export type Catalogues = Readonly<Record<string, unknown>>

/** The translated words over the English ones, key by key. */
export function laidOver(english: unknown, translated: unknown): unknown {
  if (translated === undefined) return english
  if (!isGroup(english) || !isGroup(translated)) return translated
  return Object.fromEntries(Object.entries(english).map(([key, value]) => [key, laidOver(value, translated[key])]))
}

/** The keys that English has and the translation has not, as `dialog.title`. */
export function missingKeys(english: unknown, translated: unknown, path = ''): readonly string[] {
  if (english === undefined) return []
  if (translated === undefined) return [path]
  if (!isGroup(english)) return []
  if (!isGroup(translated)) return [path]
  return Object.entries(english).flatMap(([key, value]) =>
    missingKeys(value, translated[key], path === '' ? key : `${path}.${key}`),
  )
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
