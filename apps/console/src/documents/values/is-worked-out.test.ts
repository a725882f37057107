import { expect, it } from 'vitest'
import { addsUp, isWorkedOut } from './is-worked-out.ts'
import type { TypedValue } from './typed-value.ts'

const text: TypedValue = { kind: 'string', value: 'x' }
const increment: TypedValue = { kind: 'increment', by: { kind: 'integer', value: 1n } }
const map = (inner: TypedValue): TypedValue => ({ kind: 'map', fields: new Map([['row', inner]]) })

it.each<[string, TypedValue, { isWorkedOut: boolean; addsUp: boolean }]>([
  ['a text', text, { isWorkedOut: false, addsUp: false }],
  ['an increment', increment, { isWorkedOut: true, addsUp: true }],
  ['an increment in maps', map(map(increment)), { isWorkedOut: true, addsUp: true }],
  ['the server’s time', map({ kind: 'server-time' }), { isWorkedOut: true, addsUp: false }],
  ['an addition to an array', { kind: 'array-add', values: [text] }, { isWorkedOut: true, addsUp: false }],
])('of %s it is known whether the server works it out, and whether twice is more than once', (_, value, expected) => {
  expect({ isWorkedOut: isWorkedOut(value), addsUp: addsUp(value) }).toEqual(expected)
})
