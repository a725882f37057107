import type { Language } from './language.ts'
import { withVisibleNames } from './visible-directions.ts'
import type { Words } from './words.ts'

/** A catalogue's words in another language, by the name of its file. */
export type Translate = (name: string, english: unknown) => unknown

let spoken: Language = 'en'
let translate: Translate = (_name, english) => withVisibleNames(english)

/** A catalogue in the language of the page: `english` where the language has no word of its own. `name` is that of the file. */
export function inLanguage<const T>(name: string, english: T): Words<T> {
  return translate(name, english) as Words<T>
}

/** The language of this page. */
export function spokenLanguage(): Language {
  return spoken
}

/** See `speak`: catalogues that were loaded before keep their words. */
export function setLanguage(language: Language, translation: Translate): void {
  spoken = language
  translate = translation
}
