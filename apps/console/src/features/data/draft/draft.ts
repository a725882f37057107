import { type TypedFields, type TypedValue } from '../../../documents/values/typed-value.ts'
import { type Change, changesBetween, type ValuePath, valueAt, withChanges, withValue } from './changes.ts'

/** A document being edited: what is changed and not saved, and the way back. */
export interface Draft {
  readonly changes: readonly Change[]
  readonly past: readonly (readonly Change[])[]
}

export const cleanDraft: Draft = { changes: [], past: [] }

const pastMax = 100

/** Sets a value at a place of the fields as they are shown; undefined takes it away. */
export function edit(draft: Draft, saved: TypedFields, path: ValuePath, value: TypedValue | undefined): Draft {
  return rewrite(draft, saved, withValue(withChanges(saved, draft.changes), path, value))
}

/** Gives a field of a map another name, and a value. */
export function rename(draft: Draft, saved: TypedFields, path: ValuePath, name: string, value: TypedValue): Draft {
  const shown = withValue(withChanges(saved, draft.changes), path, undefined)
  return rewrite(draft, saved, withValue(shown, [...path.slice(0, -1), name], value))
}

/** Makes the fields as a whole what was written, such as in the editor's JSON. */
export function rewrite(draft: Draft, saved: TypedFields, fields: TypedFields): Draft {
  const changes = changesBetween(saved, fields).map((change) => {
    const before = draft.changes.find(({ path }) => isSamePath(path, change.path))
    return before === undefined ? change : { ...change, was: before.was }
  })
  return step(draft, changes)
}

export function undo(draft: Draft): Draft {
  const before = draft.past.at(-1)
  return before === undefined ? draft : { changes: before, past: draft.past.slice(0, -1) }
}

/** Settles a conflict: what is there now is known, and mine is to take its place. */
export function keepMine(draft: Draft, saved: TypedFields, path: readonly string[]): Draft {
  return step(
    draft,
    draft.changes.map((change) => (isSamePath(change.path, path) ? { ...change, was: valueAt(saved, path) } : change)),
  )
}

/** Settles a conflict, or takes one change back: what is there stays. */
export function takeTheirs(draft: Draft, path: readonly string[]): Draft {
  return step(
    draft,
    draft.changes.filter((change) => !isSamePath(change.path, path)),
  )
}

export function isSamePath(one: ValuePath, other: ValuePath): boolean {
  return one.length === other.length && one.every((part, at) => part === other[at])
}

function step(draft: Draft, changes: readonly Change[]): Draft {
  return { changes, past: [...draft.past, draft.changes].slice(-pastMax) }
}
