import type { Language } from './language.ts'
import { withVisibleNames } from './with-visible-names.ts'
import { laidOver, type Catalogues, type Words } from './words.ts'

let spoken: Language = 'en'
let translate = (_name: string, english: unknown): unknown => withVisibleNames(english)

/** Fetches the words that are not there yet. */
let fetchRest = async (): Promise<void> => {}
let fetching: Promise<void> | undefined

/**
 * Fetches the words of a language that are read before anybody is signed in. The catalogues take them while they are loaded, so this comes
 * before every module that has texts (app/main.tsx), and another language takes a new page.
 */
export async function speak(language: Language): Promise<void> {
  if (language === 'de') {
    const { first } = await import('./de/first.ts')
    translate = overlay(first)
    fetchRest = async () => {
      const { german } = await import('./de/german.ts')
      translate = overlay(german)
    }
  } else if (language === 'ar-XB') {
    const { mirrored } = await import('./mirrored.ts')
    // Its own sentences are turned around, also where one is part of another.
    translate = (_name, english) => mirrored(english)
  }
  spoken = language
}

/** Fetches the words of all areas. Comes before the modules of every page behind the sign-in (app/lazy-page.ts). */
export async function speakOfEverything(): Promise<void> {
  fetching ??= fetchRest().catch((thrown: unknown) => {
    fetching = undefined
    throw thrown
  })
  await fetching
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
  return (name, english) => {
    // A module that came before its words would read English for good.
    if (!(name in words)) throw new Error(`The words of ${name} are not there yet.`)
    return withVisibleNames(laidOver(english, words[name]))
  }
}
