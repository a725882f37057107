import { expect, it } from 'vitest'
import { wordsOfApp, wordsOfSdk } from './app-words.ts'

it('names an app and its SDK, as far as they are known', () => {
  const apps = [{ appId: '1:2:web:3', name: 'Shop' }]
  const from = { address: '127.0.0.1', requestId: 'one' }
  expect(wordsOfApp({ ...from, app: '1:2:web:3', sdk: 'js/12.4.0' }, apps)).toBe('Shop, Web 12.4.0')
  expect(wordsOfApp({ ...from, app: '1:2:web:4' }, apps)).toBe('1:2:web:4')
  expect(wordsOfApp({ ...from, sdk: 'java/25.1.0' }, apps)).toBe('Android 25.1.0')
  expect(wordsOfApp(from, apps)).toBeUndefined()
  expect(wordsOfSdk('other/1.0')).toBe('SDK 1.0')
})
