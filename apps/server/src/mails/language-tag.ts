import { StatusError } from '@hearth/model'

/**
 * A language tag in its usual form, `de-AT` for `de_at` (BCP 47). Undefined for what is none: what an app sends along is only a wish.
 */
export function findLanguageTag(text: string): string | undefined {
  if (!/^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}$/.test(text)) return undefined
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0]
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Throws `invalid-argument`/`INVALID_LANGUAGE`. */
export function parseLanguageTag(text: string): string {
  const tag = findLanguageTag(text)
  if (tag === undefined) {
    throw new StatusError('invalid-argument', 'INVALID_LANGUAGE', 'A language is a tag such as en, pt-BR or zh-Hant.')
  }
  return tag
}

/** The tag and what it becomes with ever fewer parts: `zh-Hant-TW`, `zh-Hant`, `zh`. */
export function lessSpecificTags(tag: string): string[] {
  const parts = tag.split('-')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
}
