import { describe, expect, it } from 'vitest'
import type { TypedFields, TypedValue } from '../../../documents/values/typed-value.ts'
import { changesLeft, conflictsWith, valueAt, withChanges } from './changes.ts'
import { cleanDraft, edit, keepMine, rename, rewrite, takeTheirs, undo } from './draft.ts'

const text = (value: string): TypedValue => ({ kind: 'string', value })
const map = (entries: Record<string, TypedValue>): TypedFields => new Map(Object.entries(entries))

const saved = map({
  status: text('open'),
  ship: { kind: 'map', fields: map({ city: text('London'), zip: text('N1') }) },
  tags: { kind: 'array', values: [text('a'), text('b')] },
})

describe('a draft', () => {
  it('changes one field of a map and leaves the others alone', () => {
    const { changes } = edit(cleanDraft, saved, ['ship', 'city'], text('Paris'))
    expect(changes).toEqual([{ path: ['ship', 'city'], was: text('London'), value: text('Paris') }])
  })

  it('changes an array as a whole', () => {
    const { changes } = edit(cleanDraft, saved, ['tags', 1], text('c'))
    expect(changes).toEqual([
      { path: ['tags'], was: saved.get('tags'), value: { kind: 'array', values: [text('a'), text('c')] } },
    ])
  })

  it('takes an element and a field away', () => {
    const without = edit(edit(cleanDraft, saved, ['tags', 0], undefined), saved, ['ship', 'zip'], undefined)
    const fields = withChanges(saved, without.changes)
    expect(valueAt(fields, ['tags', 0])).toEqual(text('b'))
    expect(valueAt(fields, ['ship', 'zip'])).toBeUndefined()
    expect(valueAt(fields, ['ship', 'city'])).toEqual(text('London'))
  })

  it('gives a field another name in one step', () => {
    const { changes, past } = rename(cleanDraft, saved, ['ship', 'city'], 'town', text('Paris'))
    expect(changes).toEqual([
      { path: ['ship', 'city'], was: text('London'), value: undefined },
      { path: ['ship', 'town'], was: undefined, value: text('Paris') },
    ])
    expect(past).toHaveLength(1)
  })

  it('is clean again when a value is set back', () => {
    const changed = edit(cleanDraft, saved, ['status'], text('paid'))
    expect(edit(changed, saved, ['status'], text('open')).changes).toEqual([])
  })

  it('goes back step by step', () => {
    const once = edit(cleanDraft, saved, ['status'], text('paid'))
    const twice = edit(once, saved, ['ship', 'city'], text('Paris'))
    expect(undo(twice).changes).toEqual(once.changes)
    expect(undo(undo(twice)).changes).toEqual([])
  })
})

describe('a conflict', () => {
  const mine = edit(cleanDraft, saved, ['ship', 'city'], text('Paris'))
  const theirs = withChanges(saved, [{ path: ['ship', 'city'], was: undefined, value: text('Rome') }])

  it('is a field that both changed, and no other', () => {
    expect(conflictsWith(theirs, mine.changes)).toEqual(mine.changes)
    const elsewhere = withChanges(saved, [{ path: ['ship', 'zip'], was: undefined, value: text('75001') }])
    expect(conflictsWith(elsewhere, mine.changes)).toEqual([])
    const same = withChanges(saved, [{ path: ['ship', 'city'], was: undefined, value: text('Paris') }])
    expect(conflictsWith(same, mine.changes)).toEqual([])
    expect(changesLeft(same, mine.changes)).toEqual([])
  })

  it('stays while something else is edited, until one side is chosen', () => {
    const more = edit(mine, theirs, ['status'], text('paid'))
    expect(conflictsWith(theirs, more.changes).map(({ path }) => path)).toEqual([['ship', 'city']])
    const kept = keepMine(more, theirs, ['ship', 'city'])
    expect(conflictsWith(theirs, kept.changes)).toEqual([])
    expect(valueAt(withChanges(theirs, kept.changes), ['ship', 'city'])).toEqual(text('Paris'))
    const taken = takeTheirs(more, ['ship', 'city'])
    expect(valueAt(withChanges(theirs, taken.changes), ['ship', 'city'])).toEqual(text('Rome'))
    expect(valueAt(withChanges(theirs, taken.changes), ['status'])).toEqual(text('paid'))
  })

  it('does not come from what the server works out by itself', () => {
    const added = edit(cleanDraft, saved, ['tags'], { kind: 'array-add', values: [text('c')] })
    const longer = withChanges(saved, [{ path: ['tags'], was: undefined, value: { kind: 'array', values: [] } }])
    expect(conflictsWith(longer, added.changes)).toEqual([])
  })

  it('comes from a map that both took apart in another way', () => {
    const gone = edit(cleanDraft, saved, ['ship'], undefined)
    expect(conflictsWith(theirs, gone.changes)).toHaveLength(1)
  })
})

describe('a document written anew', () => {
  it('changes only what differs', () => {
    const fields = withChanges(saved, [{ path: ['status'], was: undefined, value: text('paid') }])
    expect(rewrite(cleanDraft, saved, fields).changes).toEqual([
      { path: ['status'], was: text('open'), value: text('paid') },
    ])
  })
})
