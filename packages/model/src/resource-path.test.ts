import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  collectionIdOf,
  compareNames,
  comparePaths,
  formatDocumentName,
  isCollectionPath,
  isDocumentPath,
  parentPath,
  parseDocumentName,
  parseNumericId,
  parseParentName,
  validateCollectionPath,
  validateDocumentPath,
} from './resource-path.ts'
import { StatusError } from './status-error.ts'

describe('document paths', () => {
  it.each([
    'users/ada',
    'users/ada/posts/1',
    'c/____',
    'c/...',
    'c/__id7__',
    'c/__id-9223372036854775808__',
    'c\0/d',
    `c/${'x'.repeat(1500)}`,
  ])('accepts %j', (path) => {
    expect(() => validateDocumentPath(path)).not.toThrow()
  })

  it.each([
    '',
    'users',
    'users/',
    '/users',
    'users//ada',
    'users/.',
    '../x',
    'c/_____',
    'c/__x__',
    '__x__/d',
    'c/__id07__',
    'c/__id-0__',
    'c/__id9223372036854775808__',
    'c/\ud800',
    `c/${'x'.repeat(1501)}`,
    `c/${'é'.repeat(751)}`,
  ])('refuses %j', (path) => {
    expect(() => validateDocumentPath(path)).toThrow(StatusError)
  })

  it('names what is reserved in the vendor’s words', () => {
    expect(() => validateDocumentPath('c/__x__')).toThrow('Resource id "__x__" is invalid because it is reserved.')
    expect(() => validateCollectionPath('__x__')).toThrow('Collection id "__x__" is invalid because it is reserved.')
  })

  it('ends at 100 collections and at 6 KiB', () => {
    const pairs = (count: number) => Array.from({ length: count }, () => 'c/d').join('/')
    expect(() => validateDocumentPath(pairs(100))).not.toThrow()
    expect(() => validateDocumentPath(pairs(101))).toThrow('100')
    expect(() => validateDocumentPath(Array.from({ length: 6 }, () => 'x'.repeat(1100)).join('/'))).toThrow('longer')
  })

  it('finds the parent and the collection', () => {
    expect(parentPath('users/ada/posts/1')).toBe('users/ada/posts')
    expect(parentPath('users')).toBe('')
    expect(collectionIdOf('users/ada/posts/1')).toBe('posts')
    expect(collectionIdOf('users/ada')).toBe('users')
    expect([isDocumentPath(''), isDocumentPath('a'), isDocumentPath('a/b')]).toEqual([false, false, true])
    expect([isCollectionPath(''), isCollectionPath('a'), isCollectionPath('a/b')]).toEqual([false, true, false])
  })
})

describe('resource names', () => {
  it('go to text and back', () => {
    const name = formatDocumentName('p', '(default)', 'users/ada')
    expect(name).toBe('projects/p/databases/(default)/documents/users/ada')
    expect(parseDocumentName(name)).toEqual({ project: 'p', database: '(default)', path: 'users/ada' })
    expect(parseParentName(formatDocumentName('p', 'd', ''))).toEqual({ project: 'p', database: 'd', path: '' })
  })

  it.each([
    '',
    'users/ada',
    'projects/p/databases/d/documents',
    'projects/p/databases/d/documents/',
    'projects/p/databases/d/documents/c',
    'projects//databases/d/documents/c/d',
    'projects/p/databases/d/documentsx/c/d',
    '/projects/p/databases/d/documents/c/d',
    'projects/p/databases/d/documents/c/d/',
  ])('refuses %j as the name of a document', (name) => {
    expect(() => parseDocumentName(name)).toThrow(StatusError)
  })
})

describe('the order of paths', () => {
  const sorted = [
    'c',
    'c/__id-9223372036854775808__',
    'c/__id-1__',
    'c/__id2__',
    'c/__id10__',
    'c/\0',
    'c/a',
    'c/a/b',
    'c/a/b/c',
    'c/ab',
    'c/a\u{fffd}',
    'c/a\u{1f600}',
    'c1/x',
    'c10/x',
    'c2/x',
    'cola/_',
    'cola\0/doca',
  ]

  it('is segment by segment, numeric ids first and by number', () => {
    expect(sorted.toReversed().sort(comparePaths)).toEqual(sorted)
  })

  it('compares project and database of references first', () => {
    const names = [
      'projects/a/databases/d/documents/z/z',
      'projects/b/databases/d/documents/c/d',
      'projects/b/databases/e/documents/a/a',
      'projects/documents/databases/d/documents/a/a',
    ]
    expect(names.toReversed().sort(compareNames)).toEqual(names)
  })

  it('keeps the laws of a total order', () => {
    const path = fc
      .array(
        fc.constantFrom(
          'a',
          'b',
          'ab',
          '\0',
          '\u{ffff}',
          '\u{1f600}',
          '__id1__',
          '__id-5__',
          '__id20__',
          '__id',
          '____',
        ),
        { maxLength: 4 },
      )
      .map((ids) => ids.join('/'))
    fc.assert(
      fc.property(path, path, path, (a, b, c) => {
        expect(comparePaths(a, b) === 0).toBe(a === b)
        expect(Math.sign(comparePaths(a, b))).toBe(-Math.sign(comparePaths(b, a)) + 0)
        if (comparePaths(a, b) <= 0 && comparePaths(b, c) <= 0) expect(comparePaths(a, c)).toBeLessThanOrEqual(0)
      }),
      { numRuns: 3000 },
    )
  })

  it('reads numeric ids within int64 only', () => {
    expect(parseNumericId('__id-9223372036854775808__')).toBe(-(2n ** 63n))
    expect(parseNumericId('__id9223372036854775808__')).toBeUndefined()
    expect(parseNumericId('__id__')).toBeUndefined()
  })
})
