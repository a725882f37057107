import type { QueryDocumentSnapshot } from 'firebase/firestore'
import { describe, expect, it } from 'vitest'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import { CellEdits, type CellPlace } from './cell-edits.ts'
import { findRow } from './find-row.ts'

const text = (value: string): TypedValue => ({ kind: 'string', value })

function documentOf(id: string): QueryDocumentSnapshot {
  return { id, ref: { path: `goods/${id}` } } as QueryDocumentSnapshot
}

function placeOf(id: string, field = 'name'): CellPlace {
  return { document: documentOf(id), row: 0, column: 1, field, path: [field], isThere: true, usualType: 'string' }
}

const keyOf = (id: string, field = 'name'): string => JSON.stringify([`goods/${id}`, field])

describe('cells that are edited', () => {
  it('are open one at a time: the one before is taken over, or stays open', () => {
    const edits = new CellEdits()
    edits.open(placeOf('a'))
    edits.onTakeOver(() => undefined)
    edits.open(placeOf('b'))
    expect(edits.getEdits().map(({ key }) => key)).toEqual([keyOf('a')])
    edits.onTakeOver(() => edits.take(keyOf('a'), text('typed')))
    edits.open(placeOf('b'), 'x')
    expect(edits.visible).toMatchObject({ key: keyOf('b'), stage: 'open', typed: 'x' })
    expect(edits.getEdits()).toHaveLength(2)
  })

  it('show what was taken over until it is saved, and again when it was refused', () => {
    const edits = new CellEdits()
    edits.open(placeOf('a'))
    const before = edits.getMarks()
    edits.setTyping(keyOf('a'), true)
    expect(edits.getMarks()).toBe(before)
    edits.take(keyOf('a'), text('typed'))
    expect(edits.visible).toBeUndefined()
    expect(edits.getMarks().get('goods/a')?.get('name')).toEqual({ value: text('typed'), isRefused: false })
    edits.refuse(keyOf('a'), text('typed'))
    expect(edits.visible?.key).toBe(keyOf('a'))
    expect(edits.getMarks().get('goods/a')?.get('name')?.isRefused).toBe(true)
    edits.end(keyOf('a'))
    expect(edits.getMarks().size).toBe(0)
    expect(edits.getEdits()).toEqual([])
  })

  it('that were refused wait until no other is typed into', () => {
    const edits = new CellEdits()
    edits.open(placeOf('a'))
    edits.take(keyOf('a'), text('typed'))
    edits.open(placeOf('b'))
    edits.refuse(keyOf('a'), text('typed'))
    expect(edits.visible?.key).toBe(keyOf('b'))
    edits.end(keyOf('b'))
    expect(edits.visible?.key).toBe(keyOf('a'))
    // Its own cell leads back to it, with what was typed.
    edits.open(placeOf('a'), 'y')
    expect(edits.visible).toMatchObject({ key: keyOf('a'), stage: 'refused', typed: undefined })
  })

  it('that are taken away have no editor unless they were refused', () => {
    const edits = new CellEdits()
    edits.remove(placeOf('a'))
    expect(edits.visible).toBeUndefined()
    edits.take(keyOf('a'), undefined)
    expect(edits.getMarks().get('goods/a')?.get('name')).toEqual({ value: undefined, isRefused: false })
    edits.refuse(keyOf('a'), undefined)
    expect(edits.visible?.isRemoval).toBe(true)
  })

  it('count as unsaved when something is typed or on its way', () => {
    const edits = new CellEdits()
    edits.open(placeOf('a'))
    expect(edits.unsaved).toBe(0)
    edits.setTyping(keyOf('a'), true)
    expect(edits.unsaved).toBe(1)
    edits.take(keyOf('a'), text('typed'))
    expect(edits.unsaved).toBe(1)
    edits.end(keyOf('a'))
    expect(edits.unsaved).toBe(0)
  })

  it('are not lost with the table once they are sent, and are again when they come back', () => {
    const edits = new CellEdits()
    edits.open(placeOf('a'))
    edits.take(keyOf('a'), text('typed'))
    expect(edits.unsent).toBe(1)
    edits.setSent(keyOf('a'), true)
    edits.open(placeOf('b'))
    edits.setTyping(keyOf('b'), true)
    expect([edits.unsaved, edits.unsent]).toEqual([2, 1])
    edits.giveUp()
    expect(edits.getEdits().map(({ key }) => key)).toEqual([keyOf('a')])
    expect([edits.unsaved, edits.unsent]).toEqual([1, 0])
    edits.setSent(keyOf('a'), false)
    edits.refuse(keyOf('a'), text('typed'))
    expect(edits.unsent).toBe(1)
    edits.giveUp()
    expect([edits.unsaved, edits.unsent]).toEqual([0, 0])
  })
})

describe('a cell that is on its way', () => {
  it('is opened again, and goes on as it was when nothing comes of it', () => {
    const edits = new CellEdits()
    edits.open(placeOf('a'))
    edits.take(keyOf('a'), text('first'))
    edits.setSent(keyOf('a'), true)
    edits.open(placeOf('a'), 's')
    expect(edits.visible).toMatchObject({ key: keyOf('a'), stage: 'open', turn: 2, typed: 's' })
    edits.setTyping(keyOf('a'), true)
    expect([edits.unsaved, edits.unsent]).toEqual([1, 1])
    edits.close(keyOf('a'))
    expect(edits.visible).toBeUndefined()
    expect([edits.unsaved, edits.unsent]).toEqual([1, 0])
    expect(edits.getMarks().get('goods/a')?.get('name')?.value).toEqual(text('first'))
  })

  it('loses with its table what was taken over since, and not what was sent', () => {
    const edits = new CellEdits()
    edits.open(placeOf('a'))
    edits.take(keyOf('a'), text('first'))
    edits.setSent(keyOf('a'), true)
    edits.remove(placeOf('a'))
    expect(edits.getEdits()).toMatchObject([{ stage: 'taken', isRemoval: true, turn: 2 }])
    edits.take(keyOf('a'), undefined)
    expect([edits.unsaved, edits.unsent]).toEqual([1, 1])
    edits.giveUp()
    expect(edits.getEdits()).toEqual([])
  })

  it('keeps the save on its way when what is typed over it is given up with the table', () => {
    const edits = new CellEdits()
    edits.open(placeOf('a'))
    edits.take(keyOf('a'), text('first'))
    edits.setSent(keyOf('a'), true)
    edits.open(placeOf('a'), 's')
    edits.setTyping(keyOf('a'), true)
    edits.giveUp()
    expect(edits.getEdits()).toMatchObject([{ stage: 'taken' }])
    expect([edits.unsaved, edits.unsent]).toEqual([1, 0])
  })

  it('is closed for good when nothing was taken over before', () => {
    const edits = new CellEdits()
    edits.open(placeOf('a'))
    edits.close(keyOf('a'))
    expect(edits.getEdits()).toEqual([])
  })
})

describe('the row of a document', () => {
  const rowsOf = (ids: readonly (string | undefined)[]) => ({
    size: ids.length,
    documentAt: (row: number) => {
      const id = ids[row]
      return id === undefined ? undefined : documentOf(id)
    },
  })

  it('is found where it moved', () => {
    expect(findRow('goods/c', 0, rowsOf(['a', 'b', 'c']))).toBe(2)
    expect(findRow('goods/a', 2, rowsOf(['a', 'b', 'c']))).toBe(0)
  })

  it('is gone when others have its place, or nobody is left', () => {
    expect(findRow('goods/x', 1, rowsOf(['a', 'b']))).toBe('gone')
    expect(findRow('goods/x', 2, rowsOf(['a', 'b']))).toBe('gone')
    expect(findRow('goods/x', 0, rowsOf([]))).toBe('gone')
  })

  it('is not known while its place is too far from the screen', () => {
    expect(findRow('goods/x', 1, rowsOf(['a', undefined, undefined]))).toBeUndefined()
  })
})
