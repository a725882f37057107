import { formatLocale } from './language.ts'
import { spokenLanguage } from './in-language.ts'

const names = new Intl.DisplayNames(formatLocale(spokenLanguage()), { type: 'language' })

/** `German` of `de`, in the language of the page; the tag itself where there is no name for it. */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag
  } catch (error) {
    if (error instanceof RangeError) return tag
    throw error
  }
}
