import { inLanguage } from '../in-language.ts'

/** What comes first in an order, by what is ordered. One word for one thing: every list that names its order takes it from here. */
export const orderTexts = inLanguage('order', {
  number: { ascending: 'smallest first', descending: 'largest first' },
  text: { ascending: 'A to Z', descending: 'Z to A' },
  time: { ascending: 'oldest first', descending: 'newest first' },
  boolean: { ascending: 'false first', descending: 'true first' },
})
