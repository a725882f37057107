import { findIssues } from '@hearth/rules'
import { describe, expect, it } from 'vitest'
import type { TypedFields, TypedValue } from '../../../documents/values/typed-value.ts'
import { firstSource } from '../../../shared/rules/rules-area.ts'
import { collectionPattern, lensOf, seenOf } from './lens.ts'
import { findIdRelations } from './id-relations.ts'
import { withLensRules } from './lens-rules.ts'
import { nameOfDocument, typesOf } from './lens-types.ts'

const string = (value: string): TypedValue => ({ kind: 'string', value })
const orders: TypedFields[] = Array.from(
  { length: 20 },
  (_, at) =>
    new Map<string, TypedValue>([
      ['number', { kind: 'integer', value: BigInt(at) }],
      ['status', string(at % 2 === 0 ? 'open' : 'paid')],
      ['customer', { kind: 'reference', path: `customers/${at}` }],
      ['total', at === 0 ? { kind: 'integer', value: 3n } : { kind: 'double', value: at / 2 }],
      ['ship to', { kind: 'map', fields: new Map([['city', string(`City ${at}`)]]) }],
      ['tags', { kind: 'array', values: [string('a')] }],
      ...(at < 5 ? [['note', at === 0 ? { kind: 'null' } : string(`Note ${at}`)] as [string, TypedValue]] : []),
    ]),
)
const lens = lensOf(orders, false)
const field = (name: string) => lens.fields.find((one) => one.name === name)

describe('the lens', () => {
  it('has fields with their share, types, usual values and where references lead', () => {
    expect(lens.sampled).toBe(20)
    expect(lens.fields.map(({ name, count }) => `${name} ${count}`)).toEqual([
      'number 20',
      'status 20',
      'customer 20',
      'total 20',
      '`ship to` 20',
      '`ship to`.city 20',
      'tags 20',
      'note 5',
    ])
    expect(field('status')).toMatchObject({
      values: [
        { text: 'open', count: 10 },
        { text: 'paid', count: 10 },
      ],
      choices: ['open', 'paid'],
    })
    expect(field('customer')?.leadsTo).toEqual([{ collection: 'customers', count: 20 }])
    expect(field('number')?.values).toEqual([])
    expect(field('note')?.types).toEqual([
      { type: 'string', count: 4 },
      { type: 'null', count: 1 },
    ])
    expect(collectionPattern('a/1/b/2')).toBe('a/*/b')
  })

  it('is what the table knows fields by', () => {
    expect(seenOf(lens).get('status')).toEqual({ path: ['status'], type: 'string', count: 20, texts: ['open', 'paid'] })
  })

  it('is bounded, whatever the documents have', () => {
    const wide = new Map(Array.from({ length: 1_000 }, (_, at) => [`f${at}`, string('x')] as const))
    expect(lensOf([wide], true).fields).toHaveLength(300)
  })
})

it('gives types, in which what some documents lack is optional', () => {
  expect(typesOf('orders', lens)).toBe(`import type { DocumentReference } from 'firebase/firestore'

export interface Order {
  number: number
  status: "open" | "paid"
  customer: DocumentReference
  total: number
  "ship to": {
    city: string
  }
  tags: string[]
  note?: string | null
}
`)
  expect(['orders', 'categories', 'a/b/2026-log', 'glass'].map(nameOfDocument)).toEqual([
    'Order',
    'Category',
    'Document2026Log',
    'Glass',
  ])
})

describe('the rules', () => {
  const errors = (content: string) =>
    findIssues([{ name: 'a.rules', content }]).filter(({ severity }) => severity === 'ERROR')

  it('check what is written, and grant nothing', () => {
    const source = withLensRules(firstSource.documents, 'orders', lens)
    expect(errors(source)).toEqual([])
    for (const text of [
      'allow create, update: if false && isOrder(request.resource.data);',
      "data.status in ['open', 'paid']",
      'data.total is number',
      "(!('note' in data) || data.note is string || data.note == null)",
      "data['ship to'] is map",
    ]) {
      expect(source).toContain(text)
    }
  })

  it('go into what is there, once more under another name, and below other documents', () => {
    const once = withLensRules('service cloud.firestore { match /databases/{db}/documents { // }\n } }', 'orders', lens)
    const twice = withLensRules(once, 'customers/*/orders', lens)
    expect(errors(twice)).toEqual([])
    expect(twice).toContain('function isOrder2(data)')
    expect(twice).toContain('match /customers/{above1}/orders/{id}')
    expect(withLensRules('', 'orders', lens)).toContain('rules_version')
  })
})

describe('texts that are ids', () => {
  const bills: TypedFields[] = Array.from(
    { length: 60 },
    (_, at) =>
      new Map<string, TypedValue>([
        ['payer', string(at % 20 === 0 ? `gone-${at}` : `u${at}`)],
        ['memberIds', { kind: 'array', values: [string(`u${at}`)] }],
        ['note', string(`Note number ${at}`)],
        ['code', string(`c${at}`)],
        ['odd', string(at % 2 === 0 ? '..' : 'users/u1')],
      ]),
  )
  const billLens = lensOf(bills, false)
  const users = new Set(Array.from({ length: 60 }, (_, at) => `users/u${at}`))
  const look = (asked: (readonly string[])[]) => async (paths: readonly string[]) => {
    asked.push(paths)
    // One code is a user's id by chance.
    return new Set(paths.filter((path) => users.has(path) || path === 'users/c0'))
  }

  it('lead to the collection that has most of them, as often as they were found', async () => {
    const asked: (readonly string[])[] = []
    const found = await findIdRelations(billLens, ['bills', 'orders', 'users'], look(asked), { left: 40 })
    expect(Object.fromEntries(found)).toEqual({
      memberIds: { collection: 'users', found: 40, asked: 40 },
      payer: { collection: 'users', found: 38, asked: 40 },
    })
    expect(Math.max(...asked.map((paths) => paths.length))).toBeLessThanOrEqual(200)
    expect(asked.flat().some((path) => path.endsWith('..') || path.split('/').length > 2)).toBe(false)
  })

  it('are looked for no more often than there is leave to, in no more than some collections', async () => {
    const asked: (readonly string[])[] = []
    const many = Array.from({ length: 500 }, (_, at) => `c${at}`)
    const found = await findIdRelations(billLens, ['users', ...many], look(asked), { left: 3 })
    expect([...found.keys()]).toEqual(['memberIds'])
    expect(asked.length).toBeLessThanOrEqual(3)
    expect(asked[0]?.length).toBe(120)
  })
})
