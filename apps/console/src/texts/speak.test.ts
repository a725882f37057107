import { beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => vi.resetModules())

it('speaks English until it is told otherwise', async () => {
  const { inLanguage, spokenLanguage } = await import('./speak.ts')
  expect(spokenLanguage()).toBe('en')
  expect(inLanguage('users', { title: 'Users' })).toEqual({ title: 'Users' })
})

it('has the words of the sign-in first, and refuses others until they are there', async () => {
  const { inLanguage, speak, speakOfEverything } = await import('./speak.ts')
  await speak('de')
  expect(inLanguage('ui', { close: 'Close' })).toMatchObject({ close: 'Schließen' })
  expect(() => inLanguage('users', { title: 'Users' })).toThrow('The words of users are not there yet.')
  await speakOfEverything()
  expect(inLanguage('users', { title: 'Users' })).toMatchObject({ title: 'Benutzer' })
  expect(inLanguage('ui', { close: 'Close' })).toMatchObject({ close: 'Schließen' })
})
