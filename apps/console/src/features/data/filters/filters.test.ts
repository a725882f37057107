import { FIELD_OPERATORS } from '@hearth/model/query'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { equals, type TypedValue } from '../../../documents/values/typed-value.ts'
import { typedFields } from '../../../documents/values/testing/arbitrary-value.ts'
import { queriedFields, readQuery, tellingField, writeQuery } from './collection-query.ts'
import {
  type Condition,
  conditionProblem,
  formatCondition,
  parseCondition,
  parseOrdering,
} from '../../../documents/condition.ts'
import { seenFields, withSeen } from './seen-fields.ts'
import { queriesOfTexts } from './text-search.ts'

const text = (value: string): TypedValue => ({ kind: 'string', value })

describe('a condition in the address', () => {
  it('comes back as it went in, whatever its field and value are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...FIELD_OPERATORS),
        typedFields,
        (field, operator, values) => {
          for (const value of values.values()) {
            if (conditionProblem(operator, value) !== undefined) continue
            const parsed = parseCondition(formatCondition({ field, operator, value }))
            expect(parsed?.field).toEqual(field)
            expect(parsed?.operator).toBe(operator)
            expect(equals(parsed?.value, value)).toBe(true)
          }
        },
      ),
    )
  })

  it.each<[string, Condition]>([
    ['status == "open"', { field: ['status'], operator: '==', value: text('open') }],
    ['ship.city in ["a"]', { field: ['ship', 'city'], operator: 'in', value: { kind: 'array', values: [text('a')] } }],
    ['v == {"$vector": [-0]}', { field: ['v'], operator: '==', value: { kind: 'vector', values: [-0] } }],
    ['`zip code` != null', { field: ['zip code'], operator: '!=', value: { kind: 'null' } }],
  ])('reads %s', (written, condition) => {
    expect(parseCondition(written)).toEqual(condition)
    expect(formatCondition(condition)).toBe(written)
  })

  it.each([
    '',
    'status',
    'status ==',
    'status ~ 3',
    'status == open',
    'a..b == 1',
    'tags in "a"',
    'n > 9007199254740993',
  ])('is none: %j', (written) => {
    expect(parseCondition(written)).toBeUndefined()
  })

  it('has at most as many values as the database compares with', () => {
    const values = Array.from({ length: 31 }, (_, at) => text(String(at)))
    expect(conditionProblem('in', { kind: 'array', values })).toMatch(/at most 30/)
    expect(conditionProblem('not-in', { kind: 'array', values: values.slice(0, 11) })).toMatch(/at most 10/)
    expect(conditionProblem('in', { kind: 'array', values: [] })).toMatch(/needs a list/)
  })
})

describe('the order in the address', () => {
  it.each([
    ['created desc', { field: ['created'], isDescending: true }],
    ['ship.city', { field: ['ship', 'city'], isDescending: false }],
  ])('reads %s', (written, ordering) => {
    expect(parseOrdering(written)).toEqual(ordering)
  })
})

describe('a query in the address', () => {
  it('leaves out what is as usual, and says what it could not read', () => {
    expect(writeQuery({ conditions: [], orderings: [], limit: undefined })).toEqual({})
    expect(readQuery({ where: ['a == 1', 'b'], order: ['c desc', '.'], limit: 5000 })).toMatchObject({
      query: { conditions: [{ field: ['a'] }], orderings: [{ field: ['c'] }], limit: 1000 },
      unread: ['b', '.'],
    })
  })
})

describe('the fields that were seen', () => {
  const seen = seenFields([
    { name: 'Ada', tags: ['a'], ship: { city: 'London' } },
    { name: 'Bob', age: 7 },
  ])

  it('are those of maps, too', () => {
    expect([...seen.keys()]).toEqual(['name', 'tags', 'ship', 'ship.city', 'age'])
    expect(seen.get('ship.city')).toEqual({ path: ['ship', 'city'], type: 'string', count: 1 })
  })

  it('stay the same while documents bring nothing new, and count as often as they were seen at once', () => {
    expect(withSeen(seen, seenFields([{ name: 'Cy' }]))).toBe(seen)
    const more = withSeen(seen, seenFields([{ age: 1 }, { age: 2, city: 'Bonn' }]))
    expect([...more].map(([key, { count }]) => `${key} ${count}`)).toEqual([
      'name 2',
      'tags 1',
      'ship 1',
      'ship.city 1',
      'age 2',
      'city 1',
    ])
  })

  it('tell the texts that come again and again, each in the place where it was seen first', () => {
    const of = (...all: readonly string[]) => seenFields(all.map((status) => ({ status })))
    expect(of('open', 'paid', 'open', 'paid').get('status')?.texts).toEqual(['open', 'paid'])
    expect(of('open', 'paid', 'late').get('status')?.texts).toBeUndefined()
    const more = withSeen(of('open', 'open'), of('paid', 'open', 'paid', 'open'))
    expect(more.get('status')?.texts).toEqual(['open', 'paid'])
  })

  it('have the type that most documents have, and null where there is nothing else', () => {
    const found = seenFields([
      { a: 'x', b: null, c: null },
      { a: 1, b: null, c: null },
      { a: 2, b: true, c: null },
    ])
    expect([...found.values()].map(({ type }) => type)).toEqual(['integer', 'boolean', 'null'])
  })

  it('that the query asks by are named in its order', () => {
    const { query } = readQuery({ where: ['ship.city == "London"', 'a > 0', 'total > 1'], order: ['total desc'] })
    expect(queriedFields(query)).toEqual(['total', 'ship.city', 'a'])
    expect(tellingField(query)).toBe('total')
    expect(tellingField(readQuery({ where: ['a == 1', 'b > 0'] }).query)).toBe('b')
    expect(tellingField(readQuery({ where: ['a == 1'] }).query)).toBeUndefined()
  })
})

describe('what begins with a text', () => {
  const all = { conditions: [], orderings: [], limit: undefined }

  it('is asked for in each of the first fields, as it is written and with a capital', () => {
    const asked = queriesOfTexts(all, [['name'], ['place', 'town'], ['c'], ['d'], ['e']], 'bread')
    expect(asked).toHaveLength(8)
    expect(asked.slice(0, 2).map((query) => query.conditions.map(formatCondition))).toEqual([
      ['name >= "bread"', 'name <= "bread\u{10ffff}"'],
      ['name >= "Bread"', 'name <= "Bread\u{10ffff}"'],
    ])
    expect(queriesOfTexts(all, [['name']], 'Bread')).toHaveLength(1)
  })

  it('is not asked for beside a condition, for which there may be no index', () => {
    const [condition] = queriesOfTexts(all, [['name']], 'B')[0]?.conditions ?? []
    expect(queriesOfTexts({ ...all, conditions: condition ? [condition] : [] }, [['name']], 'bread')).toEqual([])
  })
})
