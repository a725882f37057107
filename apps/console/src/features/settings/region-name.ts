import { formatLocale } from '../../texts/language.ts'
import { spokenLanguage } from '../../texts/in-language.ts'

const names = new Intl.DisplayNames(formatLocale(spokenLanguage()), { type: 'region', fallback: 'none' })

/** `Germany` of `DE`, in the language of the page; undefined for letters that no region has. */
export function findRegionName(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) ? names.of(code) : undefined
}
