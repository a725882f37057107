import { afterAll, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => vi.resetModules())
afterAll(() => vi.resetModules())

const loadTexts = async () => ({ ...(await import('./speak.ts')), ...(await import('./in-language.ts')) })

it('speaks English until it is told otherwise', async () => {
  const { inLanguage, spokenLanguage } = await import('./in-language.ts')
  expect(spokenLanguage()).toBe('en')
  expect(inLanguage('users', { title: 'Users' })).toEqual({ title: 'Users' })
})

it('has the words of the sign-in first, and refuses others until they are there', async () => {
  const { inLanguage, speak, speakOfEverything } = await loadTexts()
  await speak('de')
  expect(inLanguage('ui', { close: 'Close' })).toMatchObject({ close: 'Schließen' })
  expect(() => inLanguage('users', { title: 'Users' })).toThrow('The words of users are not there yet.')
  await speakOfEverything()
  expect(inLanguage('users', { title: 'Users' })).toMatchObject({ title: 'Benutzer' })
  expect(inLanguage('ui', { close: 'Close' })).toMatchObject({ close: 'Schließen' })
})

const texts = {
  deleted: (name: string) => `Deleted ${name}`,
  said: ({ field, count }: { readonly field: string; readonly count: number }) => `${field}: ${count}`,
  columns: ['Name', 'When'],
  group: { title: (name: string, count: number) => `${count} of ${name}` },
}

it.each(['en', 'de'] as const)('writes out in %s what would turn a sentence around', async (language) => {
  const { inLanguage, speak, speakOfEverything } = await loadTexts()
  await speak(language)
  await speakOfEverything()
  // A catalogue that has no German reads English.
  const name = language === 'de' ? 'ui' : 'any'
  const spoken = inLanguage(name, texts)
  const turned = '\u202Efdp.exe'
  expect(spoken.deleted(turned)).toBe(String.raw`Deleted \u202Efdp.exe`)
  expect(spoken.said({ field: turned, count: 2 })).toBe(String.raw`\u202Efdp.exe: 2`)
  expect(spoken.group.title(turned, 3)).toBe(String.raw`3 of \u202Efdp.exe`)
  expect(spoken.deleted('חתול.png')).toBe('Deleted חתול.png')
  expect(spoken.columns).toEqual(['Name', 'When'])
})
