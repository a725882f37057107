import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CommitContext, DocumentDraft } from './document-draft.ts'
import type { Document } from './document.ts'
import { parseFieldPath } from './field-path.ts'
import { makeDocument } from './lazy-document.ts'
import type { Mutation, Precondition, Transform } from './mutation.ts'
import { decodeFields, encodeFields } from './typed-json.ts'
import { arbitraryFields } from './value.arbitrary.ts'
import type { Value } from './value.ts'

const context: CommitContext = { project: 'p', database: '(default)', requestTime: 1_795_253_400_250_999 }
const none: Precondition = { kind: 'none' }
const name = 'projects/p/databases/(default)/documents/c/d'

/** Plain JSON as fields: numbers are integers when they are whole. */
function value(json: unknown): Value {
  if (json === null) return { kind: 'null' }
  if (typeof json === 'boolean') return { kind: 'boolean', value: json }
  if (typeof json === 'number') return Number.isInteger(json) ? { kind: 'integer', value: BigInt(json) } : double(json)
  if (typeof json === 'string') return { kind: 'string', value: json }
  if (Array.isArray(json)) return { kind: 'array', values: json.map(value) }
  return { kind: 'map', fields: fields(json as object) }
}
const double = (number: number): Value => ({ kind: 'double', value: number })
const fields = (json: object) => new Map(Object.entries(json).map(([key, member]) => [key, value(member)]))

function stored(json: object): Document {
  return makeDocument({ path: 'c/d', createTime: 1, updateTime: 7, json: encodeFields(fields(json)) })
}

function set(json: object, mask?: string[], transforms: Transform[] = [], precondition = none): Mutation {
  return { kind: 'set', path: 'c/d', fields: fields(json), mask: mask?.map(parseFieldPath), transforms, precondition }
}

/** One mutation as a whole commit. */
function applyMutation(current: Document | undefined, mutation: Mutation) {
  const draft = new DocumentDraft('c/d', current, context)
  draft.check(mutation.precondition)
  draft.apply(mutation)
  const transforms = mutation.kind === 'set' ? mutation.transforms : []
  const transformResults = transforms.map((transform) => draft.transform(transform))
  const { before, after, fault } = draft.finish()
  if (fault !== undefined) throw fault
  if (before === after) return { kind: 'unchanged' as const, transformResults }
  if (after === undefined) return { kind: 'deleted' as const, transformResults }
  return { kind: 'written' as const, transformResults, fields: after.fields, json: after.json }
}

function written(current: Document | undefined, mutation: Mutation): string {
  const outcome = applyMutation(current, mutation)
  if (outcome.kind !== 'written') return outcome.kind
  expect(encodeFields(outcome.fields)).toBe(outcome.json)
  return outcome.json
}

const text = (json: object) => encodeFields(fields(json))

describe('a set', () => {
  it('without a mask replaces the document', () => {
    expect(written(stored({ a: 1, b: 2 }), set({ b: 3 }))).toBe(text({ b: 3 }))
    expect(written(undefined, set({}))).toBe('{}')
  })

  it.each<[string, object, object, string[], object]>([
    ['sets what mask and data name', { a: 1, b: 2 }, { b: 3, c: 4 }, ['b', 'c'], { a: 1, b: 3, c: 4 }],
    ['deletes what the mask alone names', { a: 1, b: 2 }, {}, ['b'], { a: 1 }],
    ['ignores data outside the mask', { a: 1 }, { a: 2, z: 9 }, ['a'], { a: 2 }],
    ['leaves siblings in maps', { m: { x: 1, y: 2 } }, { m: { y: 3 } }, ['m.y'], { m: { x: 1, y: 3 } }],
    ['deletes within maps', { m: { x: 1, y: 2 } }, {}, ['m.y'], { m: { x: 1 } }],
    ['clears a map by an empty one', { m: { x: 1 }, a: 1 }, { m: {} }, ['m'], { m: {}, a: 1 }],
    ['puts maps where something else stood', { m: 'x' }, { m: { n: { o: 1 } } }, ['m.n.o'], { m: { n: { o: 1 } } }],
    ['leaves alone what a deleted path cannot pass', { m: 'x' }, {}, ['m.n', 'q.r'], { m: 'x' }],
    ['tells quoted dots from nesting', { 'a.b': 1, a: { b: 2 } }, { 'a.b': 3 }, ['`a.b`'], { 'a.b': 3, a: { b: 2 } }],
    ['makes a missing document', {}, { x: 1 }, ['x'], { x: 1 }],
  ])('with a mask %s', (_, before, data, mask, after) => {
    const current = stored(before)
    const outcome = applyMutation(current, set(data, mask))
    expect(outcome.kind === 'unchanged' ? current.json : written(current, set(data, mask))).toBe(text(after))
    expect(current.fields).toEqual(fields(before))
  })

  it('with an empty mask only transforms, and makes a missing document', () => {
    const transform: Transform = { field: ['n'], kind: 'increment', operand: value(2) }
    expect(written(stored({ a: 1 }), set({}, [], [transform]))).toBe(text({ a: 1, n: 2 }))
    expect(written(undefined, set({}, [], [transform]))).toBe(text({ n: 2 }))
    expect(written(undefined, set({}, []))).toBe('{}')
  })

  it('that changes nothing is unchanged; a change of type is a change', () => {
    expect(applyMutation(stored({ a: 1, b: 2 }), set({ b: 2, a: 1 })).kind).toBe('unchanged')
    expect(applyMutation(stored({ a: 1 }), set({ a: 1 }, ['a'])).kind).toBe('unchanged')
    expect(applyMutation(stored({}), set({}, ['gone'])).kind).toBe('unchanged')
    const one: Mutation = {
      kind: 'set',
      path: 'c/d',
      fields: new Map([['a', double(1)]]),
      transforms: [],
      precondition: none,
    }
    expect(applyMutation(stored({ a: 1 }), one).kind).toBe('written')
    const zero: Transform = { field: ['a'], kind: 'increment', operand: value(0) }
    expect(applyMutation(stored({ a: 1 }), set({}, [], [zero]))).toEqual({
      kind: 'unchanged',
      transformResults: [value(1)],
    })
  })

  it('replaces any document by any other, and is unchanged when repeated', () => {
    fc.assert(
      fc.property(arbitraryFields, arbitraryFields, (before, after) => {
        const current = makeDocument({ path: 'c/d', createTime: 1, updateTime: 1, json: encodeFields(before) })
        const mutation: Mutation = {
          kind: 'set',
          path: 'c/d',
          fields: after,
          mask: undefined,
          transforms: [],
          precondition: none,
        }
        const outcome = applyMutation(current, mutation)
        if (outcome.kind === 'written') expect(decodeFields(outcome.json)).toEqual(after)
        else expect(decodeFields(current.json)).toEqual(after)
        const next = makeDocument({ path: 'c/d', createTime: 1, updateTime: 2, json: encodeFields(after) })
        expect(applyMutation(next, mutation).kind).toBe('unchanged')
        const everyField: Mutation = {
          ...mutation,
          mask: [...new Set([...before.keys(), ...after.keys()])].map((key) => [key]),
        }
        expect(applyMutation(current, everyField)).toEqual(outcome)
      }),
      { numRuns: 300 },
    )
  })
})

describe('transforms', () => {
  const results = (before: object, ...transforms: Transform[]) => {
    const outcome = applyMutation(stored(before), set({}, [], transforms))
    return [outcome.kind === 'written' ? outcome.json : outcome.kind, outcome.transformResults]
  }

  it('give the time of the request in milliseconds', () => {
    const time: Value = { kind: 'timestamp', micros: 1_795_253_400_250_000n }
    expect(results({}, { field: ['m', 't'], kind: 'server-timestamp' })).toEqual([
      '{"m":{"mapValue":{"fields":{"t":{"timestampValue":"2026-11-21T09:30:00.250Z"}}}}}',
      [time],
    ])
  })

  it('run in order, each on what the ones before left', () => {
    const increment: Transform = { field: ['a'], kind: 'increment', operand: value(2) }
    expect(results({ a: 1 }, increment, increment)).toEqual([text({ a: 5 }), [value(3), value(5)]])
  })

  it('run after the data of the same write', () => {
    const increment: Transform = { field: ['a'], kind: 'increment', operand: value(2) }
    expect(written(stored({ a: 100 }), set({}, undefined, [increment]))).toBe(text({ a: 2 }))
    expect(written(stored({ a: 100 }), set({ a: 1 }, ['a'], [increment]))).toBe(text({ a: 3 }))
  })
})

describe('preconditions', () => {
  const when = (precondition: Precondition) => set({ x: 1 }, undefined, [], precondition)
  const exists = (is: boolean): Precondition => ({ kind: 'exists', exists: is })
  const version = (updateTime: number): Precondition => ({ kind: 'update-time', updateTime })

  it('let through what they ask for', () => {
    expect(written(undefined, when(exists(false)))).toBe(text({ x: 1 }))
    expect(written(stored({}), when(exists(true)))).toBe(text({ x: 1 }))
    expect(written(stored({}), when(version(7)))).toBe(text({ x: 1 }))
  })

  it.each<[string, Document | undefined, Precondition, string, string]>([
    ['no document to update', undefined, exists(true), 'not-found', `No document to update: ${name}`],
    [
      'a document where there should be none',
      stored({}),
      exists(false),
      'already-exists',
      `Document already exists: ${name}`,
    ],
    [
      'another version',
      stored({}),
      version(6),
      'failed-precondition',
      'the stored version (7) does not match the required base version (6)',
    ],
    [
      'no version at all',
      undefined,
      version(6),
      'failed-precondition',
      'the stored version (0) does not match the required base version (6)',
    ],
  ])('refuse %s, for every kind of mutation', (_, current, precondition, code, message) => {
    for (const mutation of [
      when(precondition),
      { kind: 'delete', path: 'c/d', precondition },
      { kind: 'verify', path: 'c/d', precondition },
    ] as const) {
      expect(() => applyMutation(current, mutation)).toThrow(expect.objectContaining({ code, message }))
    }
  })
})

it('a delete is a change only where there is a document, a verify never', () => {
  const kind = (current: Document | undefined, what: 'delete' | 'verify') =>
    applyMutation(current, { kind: what, path: 'c/d', precondition: none }).kind
  expect(kind(stored({}), 'delete')).toBe('deleted')
  expect(kind(undefined, 'delete')).toBe('unchanged')
  expect(kind(stored({}), 'verify')).toBe('unchanged')
})
