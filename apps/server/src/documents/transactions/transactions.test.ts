import { expect, test } from 'vitest'
import type { Caller } from '../../access/caller.ts'
import { systemRandom } from '../../lib/ambient.ts'
import { OwnMemory } from '../held-memory.ts'
import { Transactions } from './transactions.ts'

const admin: Caller = { kind: 'admin', project: 'demo-app' }
const ada: Caller = { kind: 'user', project: 'demo-app', uid: 'ada', claims: {}, authTime: 0, expiresAt: 0 }

function transactionsAt(clock: { now: number }): Transactions {
  return new Transactions({ nowMs: () => clock.now }, systemRandom, new OwnMemory())
}

const visitor: Caller = { kind: 'visitor' }

const expired = { code: 'aborted', message: 'The referenced transaction has expired or is no longer valid.' }

test('an id is good for the caller and the database that began it', () => {
  const transactions = transactionsAt({ now: 0 })
  const id = transactions.begin(admin, 'd')
  expect(transactions.get(admin, 'd', id).kind).toBe('read-write')
  expect(() => transactions.get(ada, 'd', id)).toThrow(expect.objectContaining(expired) as Error)
  expect(() => transactions.get(admin, 'e', id)).toThrow(expect.objectContaining(expired) as Error)
})

test('an id is good for one end', () => {
  const transactions = transactionsAt({ now: 0 })
  const id = transactions.begin(admin, 'd', { readTime: 5 })
  expect(transactions.take(admin, 'd', id)).toEqual({ kind: 'read-only', readTime: 5 })
  expect(() => transactions.take(admin, 'd', id)).toThrow(expect.objectContaining(expired) as Error)
})

test('what was never an id is told apart', () => {
  expect(() => transactionsAt({ now: 0 }).get(admin, 'd', 'nonsense')).toThrow(
    expect.objectContaining({ code: 'invalid-argument', message: 'Invalid transaction.' }) as Error,
  )
})

test('a transaction ends after a minute without use, and after 270 seconds in any case', () => {
  const clock = { now: 0 }
  const transactions = transactionsAt(clock)
  const idle = transactions.begin(admin, 'd')
  const busy = transactions.begin(admin, 'd')
  for (clock.now = 30_000; clock.now < 270_000; clock.now += 30_000) transactions.get(admin, 'd', busy)
  expect(() => transactions.get(admin, 'd', idle)).toThrow(expect.objectContaining(expired) as Error)
  expect(() => transactions.get(admin, 'd', busy)).toThrow(expect.objectContaining(expired) as Error)
  transactions.sweep()
  expect(transactions.hasReadWrite).toBe(false)
})

test('there is a bound, and expired ones make room', () => {
  const clock = { now: 0 }
  const transactions = transactionsAt(clock)
  for (let i = 0; i < 1000; i++) transactions.begin(admin, 'd')
  expect(() => transactions.begin(admin, 'd')).toThrow(expect.objectContaining({ code: 'resource-exhausted' }) as Error)
  clock.now = 60_000
  transactions.begin(admin, 'd')
})

test('one user has a bounded share, and so have the visitors from one address', () => {
  const transactions = transactionsAt({ now: 0 })
  const tooMany = expect.objectContaining({ code: 'resource-exhausted' }) as Error
  for (let i = 0; i < 50; i++) {
    transactions.begin(visitor, 'd', { address: '10.0.0.1' })
    transactions.begin(ada, 'd', { address: '10.0.0.1' })
  }
  expect(() => transactions.begin(visitor, 'e', { address: '10.0.0.1' })).toThrow(tooMany)
  expect(() => transactions.begin(ada, 'd', { address: '10.0.0.2' })).toThrow(tooMany)
  transactions.begin(visitor, 'd', { address: '10.0.0.2' })
  for (let index = 1; index <= 50; index++) transactions.begin(visitor, 'd', { address: `2001:db8::${index}` })
  expect(() => transactions.begin(visitor, 'e', { address: '2001:db8::ffff' })).toThrow(tooMany)
  transactions.begin(visitor, 'd', { address: '2001:db8:0:1::1' })
})

test('callers under rules leave room for servers, and the idlest of theirs gives way', () => {
  const clock = { now: 0 }
  const transactions = transactionsAt(clock)
  const beginFrom = (n: number): string => transactions.begin(visitor, 'd', { address: `10.0.0.${n % 20}` })
  const ids = Array.from({ length: 500 }, (_, i) => {
    clock.now++
    return beginFrom(i)
  })
  const [first = '', second = '', third = ''] = ids
  clock.now++
  transactions.get(visitor, 'd', first)
  transactions.begin(ada, 'd')
  transactions.get(visitor, 'd', first)
  expect(() => transactions.get(visitor, 'd', second)).toThrow(expect.objectContaining(expired) as Error)
  transactions.get(visitor, 'd', third)
  for (let i = 0; i < 1000; i++) transactions.begin(admin, 'd')
  expect(() => transactions.get(visitor, 'd', first)).toThrow(expect.objectContaining(expired) as Error)
  expect(() => transactions.begin(ada, 'd')).toThrow(expect.objectContaining({ code: 'resource-exhausted' }) as Error)
})

test('a site with thousands of IPv6 networks leaves transactions to others, and ends none of theirs', () => {
  const transactions = transactionsAt({ now: 0 })
  const tooMany = expect.objectContaining({ code: 'resource-exhausted' }) as Error
  const theirs = transactions.begin(ada, 'd', { address: '2001:db8:2::1' })
  const flood = (caller: (network: number) => Caller) => (): void => {
    for (let network = 0; network < 600; network++) {
      transactions.begin(caller(network), 'd', { address: `2001:db8:1:${network}::1` })
    }
  }
  expect(flood(() => visitor)).toThrow(tooMany)
  expect(flood((network) => ({ ...ada, uid: `u${network}` }))).toThrow(tooMany)
  expect(transactions.get(ada, 'd', theirs).kind).toBe('read-write')
  for (let index = 0; index < 50; index++) transactions.begin(visitor, 'd', { address: '192.0.2.1' })
  transactions.begin(visitor, 'd', { address: '2001:db8:3::1' })
  expect(transactions.get(ada, 'd', theirs).kind).toBe('read-write')
})
