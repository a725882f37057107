import { expect, it } from 'vitest'
import { appOf } from './app-of-request.ts'

it('reads what SDKs say of themselves, and nothing else', () => {
  expect(appOf({ 'x-firebase-gmpid': '1:12:web:ab', 'x-goog-api-client': 'gl-js/ fire/12.4.0' })).toEqual({
    app: '1:12:web:ab',
    sdk: 'js/12.4.0',
  })
  expect(appOf({ 'x-goog-api-client': 'gl-java/ fire/25.1.4 grpc/' })).toEqual({ sdk: 'java/25.1.4' })
  expect(appOf({ 'x-firebase-storage-version': 'webjs/12.4.0' })).toEqual({ sdk: 'js/12.4.0' })
  expect(appOf({ 'x-firebase-storage-version': 'Android/21.0.1' })).toEqual({ sdk: 'android/21.0.1' })
  expect(appOf({})).toEqual({})
  expect(appOf({ 'x-firebase-gmpid': '<script>', 'x-goog-api-client': `fire/${'9'.repeat(600)}` })).toEqual({})
})
