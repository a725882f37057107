import { describe, expect, it } from 'vitest'
import { treeAction, childrenMax, formatPath, isChangedAt, keyOf, treeRows } from './tree-rows.ts'
import type { TypedFields, TypedValue } from '../../documents/values/typed-value.ts'

const text = (value: string): TypedValue => ({ kind: 'string', value })
const fields: TypedFields = new Map<string, TypedValue>([
  ['b', text('x')],
  [
    'a',
    {
      kind: 'map',
      fields: new Map<string, TypedValue>([
        ['list', { kind: 'array', values: [text('y')] }],
        ['empty', { kind: 'map', fields: new Map() }],
      ]),
    },
  ],
])

describe('the lines of the tree', () => {
  it('are sorted, and those inside are there when it is open', () => {
    expect(treeRows(fields, new Set()).map(({ path }) => formatPath(path))).toEqual(['a', 'b'])
    const open = new Set([keyOf(['a']), keyOf(['a', 'list']), keyOf(['a', 'empty'])])
    const rows = treeRows(fields, open)
    expect(rows.map(({ path }) => formatPath(path))).toEqual(['a', 'a.empty', 'a.list', 'a.list[0]', 'b'])
    expect(rows.map(({ level }) => level)).toEqual([1, 2, 2, 3, 1])
    expect(rows.map(({ isExpanded }) => isExpanded)).toEqual([true, false, true, false, false])
  })

  it('are not more than a screen can hold', () => {
    const many: TypedFields = new Map(Array.from({ length: childrenMax + 5 }, (_, at) => [`f${at}`, text('')]))
    expect(treeRows(many, new Set())).toHaveLength(childrenMax)
  })

  it('say where something is not saved: there, above and below', () => {
    const changes = [{ path: ['a', 'list'], was: undefined, value: undefined }]
    expect(isChangedAt(['a'], changes)).toBe(true)
    expect(isChangedAt(['a', 'list', 0], changes)).toBe(true)
    expect(isChangedAt(['a', 'empty'], changes)).toBe(false)
  })
})

describe('a key on a line', () => {
  const rows = treeRows(fields, new Set([keyOf(['a'])]))

  it.each([
    [0, 'ArrowDown', { kind: 'focus', key: keyOf(['a', 'empty']) }],
    [0, 'ArrowUp', { kind: 'focus', key: keyOf(['a']) }],
    [0, 'ArrowRight', { kind: 'focus', key: keyOf(['a', 'empty']) }],
    [0, 'ArrowLeft', { kind: 'toggle' }],
    [0, 'Enter', { kind: 'toggle' }],
    [0, 'F2', { kind: 'edit' }],
    [2, 'ArrowRight', { kind: 'toggle' }],
    [2, 'ArrowLeft', { kind: 'focus', key: keyOf(['a']) }],
    [3, 'Enter', { kind: 'edit' }],
    [3, 'ArrowRight', undefined],
    [3, 'ArrowLeft', undefined],
    [3, 'Delete', { kind: 'remove' }],
    [3, 'x', undefined],
  ])('in line %i: %s', (at, key, action) => {
    expect(treeAction(rows, at, key)).toEqual(action)
  })
})
