import { expect, it } from 'vitest'
import { decodedBytes } from './decoded-bytes.ts'
import { encodeFields } from './typed-json.ts'
import type { Value } from './value.ts'

function bytesOf(value: Value): number {
  return decodedBytes({ json: encodeFields(new Map([['a', value]])) })
}

it('counts each value, however little it says', () => {
  const values = Array.from({ length: 1000 }, (): Value => ({ kind: 'map', fields: new Map() }))
  expect(bytesOf({ kind: 'array', values })).toBeGreaterThan(1000 * 250)
})

it('counts no values in a text', () => {
  expect(bytesOf({ kind: 'string', value: '"nullValue":null,'.repeat(1000) })).toBeLessThan(30_000)
})
