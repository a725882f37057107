import { expect, it } from 'vitest'
import type { TypedFields } from '../../../documents/values/typed-value.ts'
import { authorOfChange, authorOfDeletion } from './author-of-change.ts'
import type { DocumentVersion } from './document-versions.ts'

const fieldsOf = (fields: Readonly<Record<string, string>>): TypedFields =>
  new Map(Object.entries(fields).map(([name, value]) => [name, { kind: 'string', value }]))

const versionBy = (uid: string, fields: TypedFields | undefined, isCreation = false): DocumentVersion => ({
  version: '2026-01-01T00:00:00Z',
  author: { kind: 'operator', uid },
  fields,
  isCreation,
})

const versions = [
  versionBy('last', fieldsOf({ name: 'Bread', stock: '8', note: 'fresh' })),
  versionBy('middle', fieldsOf({ name: 'Bread', stock: '8' })),
  versionBy('first', fieldsOf({ name: 'Bread', stock: '5' }), true),
]
const now = fieldsOf({ name: 'Bread', stock: '8', note: 'fresh' })

it('a change of a field is of whoever changed that field, and not of who wrote the document last', () => {
  expect(authorOfChange(versions, ['note'], now)?.uid).toBe('last')
  expect(authorOfChange(versions, ['stock'], now)?.uid).toBe('middle')
  expect(authorOfChange(versions, ['name'], now)?.uid).toBe('first')
})

it('a change that the versions don’t know, or not any more, is of nobody', () => {
  expect(authorOfChange([], ['stock'], now)).toBeUndefined()
  expect(authorOfChange(versions, ['stock'], fieldsOf({ name: 'Bread', stock: '9' }))).toBeUndefined()
  expect(authorOfChange(versions.slice(0, 2), ['name'], now)).toBeUndefined()
  expect(authorOfChange(versions, ['price'], now)).toBeUndefined()
})

it('a field that was taken away is of whoever took it', () => {
  const taken = [versionBy('taker', fieldsOf({ name: 'Bread', note: 'fresh' })), ...versions]
  expect(authorOfChange(taken, ['stock'], fieldsOf({ name: 'Bread', note: 'fresh' }))?.uid).toBe('taker')
})

it('a deletion is of whoever deleted, as long as nothing was written since', () => {
  expect(authorOfDeletion([versionBy('deleter', undefined), ...versions])?.uid).toBe('deleter')
  expect(authorOfDeletion(versions)).toBeUndefined()
  expect(authorOfDeletion([])).toBeUndefined()
})
