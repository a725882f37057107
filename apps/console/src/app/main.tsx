import './trusted-types.ts'
import { getLanguage } from '../texts/chosen-language.ts'
import { directionOf } from '../texts/language.ts'
import { speak } from '../texts/speak.ts'
import './styles.css'

/** The words come first: whatever has texts takes them while it is loaded. */
async function open(): Promise<void> {
  const language = getLanguage()
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
  await speak(language)
  await import('./start.tsx')
}

void open()
