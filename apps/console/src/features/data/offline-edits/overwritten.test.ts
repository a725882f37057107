import { expect, it } from 'vitest'
import type { TypedFields, TypedValue } from '../../../documents/values/typed-value.ts'
import type { Change } from '../draft/changes.ts'
import { wayBackFrom } from './overwritten.ts'

const whole = (value: number): TypedValue => ({ type: 'integer', value: BigInt(value) })
const state = (entries: Record<string, number>): { fields: TypedFields } => ({
  fields: new Map(Object.entries(entries).map(([name, value]) => [name, whole(value)])),
})
const change = (name: string, was: number, value: number): Change => ({
  path: [name],
  was: whole(was),
  value: whole(value),
})

it('a change that waited leads back to what somebody else wrote meanwhile', () => {
  const versions = [state({ a: 2, b: 1 }), state({ a: 99, b: 1 }), state({ a: 1, b: 1 })]
  expect(wayBackFrom([change('a', 1, 2)], versions)).toEqual([{ path: ['a'], was: whole(2), value: whole(99) }])
  const later = [state({ a: 7 }), ...versions]
  expect(wayBackFrom([change('a', 1, 2)], later)).toHaveLength(1)
})

it('a change that waited is in nobody’s way where others changed other fields, or the same to the same', () => {
  expect(wayBackFrom([change('a', 1, 2)], [state({ a: 2, b: 5 }), state({ a: 1, b: 5 }), state({ a: 1 })])).toEqual([])
  expect(wayBackFrom([change('a', 1, 2)], [state({ a: 2 }), state({ a: 2 }), state({ a: 1 })])).toEqual([])
  const guessed: Change = { path: ['a'], was: { type: 'double', value: 1 }, value: whole(2) }
  expect(wayBackFrom([guessed], [state({ a: 2 }), state({ a: 1 })])).toEqual([])
})

it('of two changes of a field that waited, the first one met the other’s', () => {
  const versions = [state({ a: 3 }), state({ a: 2 }), state({ a: 99 }), state({ a: 1 })]
  expect(wayBackFrom([change('a', 1, 2)], versions)).toHaveLength(1)
  expect(wayBackFrom([change('a', 2, 3)], versions)).toEqual([])
})

it('a field that somebody took away is taken away again on the way back', () => {
  expect(wayBackFrom([change('a', 1, 2)], [state({ a: 2 }), state({}), state({ a: 1 })])).toEqual([
    { path: ['a'], was: whole(2), value: undefined },
  ])
})

it('a change that no version has did not come there', () => {
  expect(wayBackFrom([change('a', 1, 2)], [{ fields: undefined }, state({ a: 1 })])).toBeUndefined()
})
