import { describe, expect, it } from 'vitest'
import { type Holder, isHolder, membersOf, withMember, withMoved, withoutMember } from './members.ts'
import type { TypedValue } from './typed-value.ts'

const text = (value: string): TypedValue => ({ kind: 'string', value })
const list: Holder = { kind: 'array', values: [text('a'), text('b'), text('c')] }
const map: Holder = { kind: 'map', fields: new Map([['x', text('1')]]) }

describe('what a map or an array holds', () => {
  it('is listed in its order', () => {
    expect(membersOf(list).map(([key]) => key)).toEqual([0, 1, 2])
    expect(membersOf(withMember(map, undefined, 'a', text('2'))).map(([key]) => key)).toEqual(['a', 'x'])
  })

  it('is added at the end, changed in its place, renamed and taken away', () => {
    expect(withMember(list, undefined, '', text('d'))).toEqual({ ...list, values: [...list.values, text('d')] })
    expect(withMember(list, 1, '', text('B'))).toEqual({ ...list, values: [text('a'), text('B'), text('c')] })
    expect(withoutMember(list, 0)).toEqual({ ...list, values: [text('b'), text('c')] })
    expect(withMember(map, 'x', 'y', text('1'))).toEqual({ kind: 'map', fields: new Map([['y', text('1')]]) })
    expect(withoutMember(map, 'x')).toEqual({ kind: 'map', fields: new Map() })
  })

  it('is moved by one place and never beyond an end', () => {
    expect(withMoved(list, 0, 1)).toEqual({ ...list, values: [text('b'), text('a'), text('c')] })
    expect(withMoved(list, 2, -1)).toEqual({ ...list, values: [text('a'), text('c'), text('b')] })
    expect(withMoved(list, 0, -1)).toBe(list)
    expect(withMoved(list, 2, 1)).toBe(list)
  })

  it('is none of a vector', () => {
    expect(isHolder({ kind: 'vector', values: [1] })).toBe(false)
    expect(isHolder({ kind: 'array-add', values: [] })).toBe(true)
  })
})
