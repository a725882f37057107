import { expect, it } from 'vitest'
import { changesOf, isOvertaken, shownValues, withEdit, withoutSaved, type Edits } from './edits.ts'

type Values = Record<'name' | 'phone', string>

const saved: Values = { name: 'Ada', phone: '' }
const tidy = (_name: string, value: string) => value.trim()

it('sends the field that was changed and none that somebody else changed meanwhile', () => {
  const edits = withEdit<Values>({}, saved, 'phone', '+14155550123')
  const changedByOthers = { name: 'Ada Lovelace', phone: '' }
  expect(changesOf(changedByOthers, edits, tidy)).toEqual({ phone: '+14155550123' })
  expect(shownValues(changedByOthers, edits)).toEqual({ name: 'Ada Lovelace', phone: '+14155550123' })
  expect(isOvertaken(changedByOthers, edits, 'phone')).toBe(false)
})

it('has nothing left to save once the record holds what was typed', () => {
  const edits = withEdit<Values>({}, saved, 'name', ' Grace ')
  const after = { ...saved, name: 'Grace' }
  expect(changesOf(after, edits, tidy)).toEqual({})
  expect(withoutSaved(after, edits, tidy)).toEqual({})
  // What others do later is shown, and not put back.
  expect(shownValues({ ...saved, name: 'Joan' }, withoutSaved(after, edits, tidy)).name).toBe('Joan')
})

it('knows a field that somebody else changed while it is edited, and keeps what was typed', () => {
  const edits = withEdit<Values>({}, saved, 'name', 'Grace')
  const theirs = { ...saved, name: 'Joan' }
  expect(isOvertaken(theirs, withoutSaved(theirs, edits, tidy), 'name')).toBe(true)
  expect(shownValues(theirs, edits).name).toBe('Grace')
  expect(isOvertaken(theirs, withEdit<Values>(edits, theirs, 'name', 'Joan'), 'name')).toBe(false)
})

it('goes back to unchanged when a field is as it was', () => {
  let edits: Edits<Values> = withEdit<Values>({}, saved, 'name', 'Ad')
  edits = withEdit<Values>(edits, saved, 'name', 'Ada')
  expect(edits).toEqual({})
})
