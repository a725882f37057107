import { expect, test } from 'vitest'
import { decidingPlaceOf } from './deciding-place.ts'

const rule = { fileName: 'firestore.rules', line: 6, column: 5 }
const live = { rulesetName: 'projects/demo-app/rulesets/two' }
const at = { line: 6, column: 5 }

test('the line is in the editor when the version that decided holds now', () => {
  const place = decidingPlaceOf({ rule, rules: { ruleset: 'two' } }, live, undefined, 'firestore.rules')
  expect(place).toEqual({ kind: 'here', ...at })
})

test.each([
  ['another version holds', { ruleset: 'one' }, undefined, 'firestore.rules', 'one'],
  ['a file of a developer holds instead', { ruleset: 'two' }, { since: 'now' }, 'firestore.rules', 'two'],
  ['it is in another file of that version', { ruleset: 'two' }, undefined, 'all.rules', 'two'],
] as const)('the line is in a version of its own when %s', (_title, rules, override, fileName, id) => {
  const place = decidingPlaceOf({ rule, rules }, live, override, fileName)
  expect(place).toEqual({ kind: 'version', id, fileName: 'firestore.rules', ...at })
})

test('the line of a file is there until the file is saved again', () => {
  const decided = { rule: { ...rule, fileName: '/home/ada/firestore.rules' }, rules: { since: 'then' } }
  expect(decidingPlaceOf(decided, live, { since: 'then' }, 'firestore.rules')).toEqual({ kind: 'here', ...at })
  expect(decidingPlaceOf(decided, live, { since: 'now' }, 'firestore.rules')).toEqual({ kind: 'gone', ...at })
  expect(decidingPlaceOf(decided, live, undefined, 'firestore.rules')).toEqual({ kind: 'gone', ...at })
  // That of another database.
  expect(decidingPlaceOf(decided, live, { since: 'then' }, 'second.rules')).toEqual({ kind: 'gone', ...at })
})

test('what no rule decided has no line', () => {
  expect(decidingPlaceOf({ rules: { ruleset: 'two' } }, live, undefined, 'firestore.rules')).toBeUndefined()
})
