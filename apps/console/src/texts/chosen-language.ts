import { getLanguageTag, setLanguageTag } from '../browser/preferences.ts'
import { isLanguage, matchLanguage, type Language } from './language.ts'

/** The language that was chosen for this browser; undefined when the browser decides. */
export function getChosenLanguage(): Language | undefined {
  const kept = getLanguageTag()
  return isLanguage(kept) ? kept : undefined
}

/** Chooses for the pages that are opened from now on. `undefined` lets the browser decide. */
export function setChosenLanguage(language: Language | undefined): void {
  setLanguageTag(language)
}

/** The language that a new page is in: the chosen one, else on a page behind a link from a mail that of the mail, else the browser's. */
export function getLanguage(): Language {
  return getChosenLanguage() ?? matchLanguage([...languageOfLink(), ...navigator.languages])
}

/** `lang` is what the SDKs put there. */
function languageOfLink(): string[] {
  const named = location.pathname === '/action' ? new URLSearchParams(location.search).get('lang') : null
  return named === null ? [] : [named]
}
