import { expect, it } from 'vitest'
import { sdkName } from './sdk-name.ts'

it.each([
  ['w:0.6.24', 'Web SDK 0.6.24'],
  ['a:18.0.0', 'Android SDK 18.0.0'],
  ['i:11.4.0', 'iOS SDK 11.4.0'],
  ['w:', 'w:'],
  ['x:1.0.0', 'x:1.0.0'],
  ['', ''],
])('says %j as %j', (sent, said) => {
  expect(sdkName(sent)).toBe(said)
})
