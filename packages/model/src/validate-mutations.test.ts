import { describe, expect, it } from 'vitest'
import type { Mutation, Precondition, Transform } from './mutation.ts'
import { validateMutations } from './validate-mutations.ts'

const none: Precondition = { kind: 'none' }
const exists = (is: boolean): Precondition => ({ kind: 'exists', exists: is })

function set(transforms: readonly Transform[], precondition = none, path = 'c/d'): Mutation {
  return { kind: 'set', path, fields: new Map(), mask: [], transforms, precondition }
}

function remove(precondition = none, path = 'c/d'): Mutation {
  return { kind: 'delete', path, precondition }
}

const on = (...field: string[]): Transform => ({ field, kind: 'server-timestamp' })
const many = (count: number) => Array.from({ length: count }, (_, i) => on(`f${i}`))

const verify = (precondition = exists(true), path = 'c/d'): Mutation => ({ kind: 'verify', path, precondition })

describe('a commit is refused for', () => {
  it.each<[string, string, Mutation[]]>([
    ['a path that is no document', 'even number', [remove(none, 'c')]],
    ['a reserved name in a transform', 'Invalid reserved name in field path __x__', [set([on('__x__')])]],
    ['a reserved name in a mask', 'reserved name', [{ ...set([]), mask: [['__x__']] } as Mutation]],
    [
      'a field and something in it',
      'Cannot transform property a and its nested property',
      [set([on('a', 'b'), on('a')])],
    ],
    ['501 transforms of a document', '500', [set(many(501))]],
    ['501 transforms of a document in several mutations', '500', [set(many(300)), remove(), set(many(201))]],
    ['an update after a delete', 'Cannot delete then update', [remove(), set([], exists(true))]],
    ['a delete of what must be there after a delete', 'Cannot delete then update', [remove(), remove(exists(true))]],
    ['a verification that requires nothing', 'a verify must contain a precondition', [verify(none)]],
    ['two verifications of a document', 'cannot be verified more than once', [verify(), verify()]],
    ['a verification after a write', 'cannot be written and then verified', [set([]), verify()]],
    ['a verification after a delete', 'cannot be written and then verified', [remove(), verify(exists(false))]],
    ['a write after a verification', 'cannot be verified and then written', [verify(), set([])]],
    ['a delete after a verification', 'cannot be verified and then written', [verify(), remove()]],
    ['a creation after a write', 'Cannot upsert then insert', [remove(), set([]), set([], exists(false))]],
  ])('%s', (_, text, mutations) => {
    expect(() => validateMutations(mutations)).toThrow(expect.objectContaining({ code: 'invalid-argument' }))
    expect(() => validateMutations(mutations)).toThrow(text)
  })
})

it.each<[string, Mutation[]]>([
  ['500 transforms of one document and more of another', [set(many(500)), set(many(500), none, 'c/e')]],
  ['transforms of one field after the other', [set([on('a'), on('a'), on('b', 'a')])]],
  ['a creation after a delete', [remove(), set([], exists(false))]],
  ['an update after a write', [set([]), set([], exists(true))]],
  ['verifications of several documents', [verify(), verify(exists(false), 'c/e'), remove(none, 'c/f')]],
])('a commit may hold %s', (_, mutations) => {
  expect(() => validateMutations(mutations)).not.toThrow()
})
