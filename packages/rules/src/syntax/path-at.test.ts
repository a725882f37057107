import { expect, test } from 'vitest'
import { pathAt } from './path-at.ts'

const source = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /users/{uid} {
      allow get;
      match /notes/{note=**} { allow list; }
    }
  }
}`

test.each([
  ['service', undefined],
  ['match /users', '/databases/{database}/documents/users/{uid}'],
  ['allow get', '/databases/{database}/documents/users/{uid}'],
  ['allow list', '/databases/{database}/documents/users/{uid}/notes/{note=**}'],
])('the path at “%s” is that of the blocks around it', (text, path) => {
  expect(pathAt(source, source.indexOf(text))).toBe(path)
})

test('a source that is broken further down has paths all the same', () => {
  expect(pathAt(source.replace('allow list; }', 'allow list: if ;'), source.indexOf('allow get'))).toBe(
    '/databases/{database}/documents/users/{uid}',
  )
})
