import { expect, it } from 'vitest'
import type { TypedFields, TypedValue } from '../../../documents/values/typed-value.ts'
import { earlierDocumentsMax, EarlierValues, placeOfChange, writtenAt } from './field-setting.ts'

const text = (value: string): TypedValue => ({ kind: 'string', value })
const map = (fields: Record<string, TypedValue>): TypedValue => ({
  kind: 'map',
  fields: new Map(Object.entries(fields)),
})
const fields = (values: Record<string, TypedValue>): TypedFields => new Map(Object.entries(values))

it('finds the highest place that a change makes anew', () => {
  const change = { field: ['shelf', 'row'], value: text('B') }
  expect(placeOfChange(fields({}), change)).toEqual({ depth: 1, was: undefined })
  expect(placeOfChange(fields({ shelf: text('x') }), change)).toEqual({ depth: 1, was: text('x') })
  expect(placeOfChange(fields({ shelf: map({}) }), change)).toEqual({ depth: 2, was: undefined })
  expect(placeOfChange(fields({ shelf: map({ row: text('A') }) }), change)).toEqual({ depth: 2, was: text('A') })
})

it('knows what stands there afterwards, unless the server works it out', () => {
  const change = { field: ['shelf', 'row'], value: text('B') }
  expect(writtenAt(change, 2)).toEqual({ isKnown: true, written: text('B') })
  expect(writtenAt(change, 1)).toEqual({ isKnown: true, written: map({ row: text('B') }) })
  expect(writtenAt({ ...change, value: undefined }, 2)).toEqual({ isKnown: true, written: undefined })
  expect(writtenAt({ ...change, value: { kind: 'server-time' } }, 2)).toMatchObject({ isKnown: false })
})

it('keeps earlier values up to a number and a size, and then none', () => {
  const one = { path: 'a/1', depth: 1, was: text('x'), updateTime: undefined }
  const many = new EarlierValues()
  for (let n = 0; n < earlierDocumentsMax; n += 1) many.add(one)
  expect([many.list.length, many.isTooMuch]).toEqual([earlierDocumentsMax, false])
  many.add(one)
  expect([many.list.length, many.isTooMuch]).toEqual([0, true])
  const large = new EarlierValues()
  for (let n = 0; n < 5; n += 1) large.add({ ...one, was: text('x'.repeat(900_000)) })
  expect([large.list.length, large.isTooMuch]).toEqual([0, true])
})
