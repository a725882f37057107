import type { Language } from './language.ts'
import { laidOver, type Catalogues, type Words } from './words.ts'

let spoken: Language = 'en'
let translate = (_name: string, english: unknown): unknown => english

/**
 * Fetches the words of a language. The catalogues take them while they are loaded, so this comes before every module that has texts
 * (app/main.tsx), and another language takes a new page.
 */
export async function speak(language: Language): Promise<void> {
  if (language === 'de') {
    const { german } = await import('./de/german.ts')
    translate = overlay(german)
  } else if (language === 'ar-XB') {
    const { mirrored } = await import('./mirrored.ts')
    translate = (_name, english) => mirrored(english)
  }
  spoken = language
}

/** The language of this page. */
export function spokenLanguage(): Language {
  return spoken
}

/** A catalogue in the language of the page: `english` where the language has no word of its own. `name` is that of the file. */
export function inLanguage<const T>(name: string, english: T): Words<T> {
  return translate(name, english) as Words<T>
}

function overlay(words: Catalogues): typeof translate {
  return (name, english) => laidOver(english, words[name])
}
