import { expect, it } from 'vitest'
import { matchLanguage } from './language.ts'

it.each([
  [['de-AT', 'en'], 'de'],
  [['fr', 'de'], 'de'],
  [['en-GB', 'de'], 'en'],
  [['fr', 'it'], 'en'],
  [[], 'en'],
  [['ar-XB'], 'en'],
] as const)('reads %j as %s', (read, language) => {
  expect(matchLanguage(read)).toBe(language)
})
