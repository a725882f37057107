/** The languages of the console. `ar-XB` is for tests alone: English that runs from right to left, and shows what is not in the catalogue. */
export type Language = 'en' | 'de' | 'ar-XB'

/** Those that a person can choose, each by its own name. */
export const offeredLanguages = [
  { id: 'en', name: 'English' },
  { id: 'de', name: 'Deutsch' },
] as const satisfies readonly { id: Language; name: string }[]

export function isLanguage(value: unknown): value is Language {
  return value === 'ar-XB' || offeredLanguages.some(({ id }) => id === value)
}

/** The first offered language among those that the browser's person reads, such as `['de-AT', 'en']`; English when there is none. */
export function matchLanguage(read: readonly string[]): Language {
  for (const tag of read) {
    const [base] = tag.toLowerCase().split('-')
    const offered = offeredLanguages.find(({ id }) => id === base)
    if (offered !== undefined) return offered.id
  }
  return 'en'
}

/** The BCP 47 tag by which dates and numbers are written in the language. */
export function formatLocale(language: Language): string {
  return language === 'de' ? 'de' : 'en-GB'
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar-XB' ? 'rtl' : 'ltr'
}

/** The tag by which the component library finds its own few words, and which way the arrow keys go. */
export function componentLocale(language: Language): string {
  return language === 'ar-XB' ? language : formatLocale(language)
}
