import { expect, test } from 'vitest'
import { coveringBlock } from './covering-block.ts'

const rules = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /{document=**} { allow read: if false; }
    match /orders/{order} {
      allow get: if true;
      match /lines/{line} {}
    }
  }
}`

const covering = (path: string) =>
  coveringBlock([{ name: 'firestore.rules', content: rules }], 'cloud.firestore', [
    'databases',
    '(default)',
    'documents',
    ...path.split('/'),
  ])

test('the block that is most about a path is named as it is written, whether it allows anything or not', () => {
  expect(covering('orders/one')).toEqual({
    fileName: 'firestore.rules',
    position: expect.objectContaining({ line: 5, column: 5 }),
    pattern: '/orders/{order}',
  })
  expect(covering('orders/one/lines/1')).toMatchObject({ pattern: '/lines/{line}', position: { line: 7 } })
  expect(covering('users/ada')).toMatchObject({ pattern: '/{document=**}', position: { line: 4 } })
})

test('where no block covers a path there is none, nor in rules with errors or of another service', () => {
  const content = rules.replace('match /{document=**} { allow read: if false; }', '')
  const path = ['databases', '(default)', 'documents', 'users', 'ada']
  expect(coveringBlock([{ name: 'firestore.rules', content }], 'cloud.firestore', path)).toBeUndefined()
  expect(coveringBlock([{ name: 'firestore.rules', content: '{' }], 'cloud.firestore', path)).toBeUndefined()
  expect(coveringBlock([{ name: 'firestore.rules', content: rules }], 'firebase.storage', path)).toBeUndefined()
})
