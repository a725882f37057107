import { expect, it } from 'vitest'
import { isBefore } from './versions.ts'

it.each([
  ['9.0.0', true],
  ['9.3.0', true],
  ['9.4.0', false],
  ['9.23.0', false],
  ['10.0.0', false],
  ['8.10.1', true],
  ['12.0.0-beta.1', false],
])('%s is before 9.4: %s', (version, is) => {
  expect(isBefore(version, [9, 4])).toBe(is)
})
