import { setLanguage, type Translate } from './in-language.ts'
import type { Language } from './language.ts'
import { withVisibleNames } from './visible-directions.ts'
import { laidOver, type Catalogues } from './words.ts'

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
    setLanguage(language, overlay(first))
    fetchRest = async () => {
      const { german } = await import('./de/german.ts')
      setLanguage(language, overlay(german))
    }
  } else if (language === 'ar-XB') {
    const { mirrored } = await import('./mirrored.ts')
    // Its own sentences are turned around, also where one is part of another.
    setLanguage(language, (_name, english) => mirrored(english))
  }
}

/** Fetches the words of all areas. Comes before the modules of every page behind the sign-in (app/lazy-page.ts). */
export async function speakOfEverything(): Promise<void> {
  fetching ??= fetchRest().catch((thrown: unknown) => {
    fetching = undefined
    throw thrown
  })
  await fetching
}

function overlay(words: Catalogues): Translate {
  return (name, english) => {
    // A module that came before its words would read English for good.
    if (!(name in words)) throw new Error(`The words of ${name} are not there yet.`)
    return withVisibleNames(laidOver(english, words[name]))
  }
}
