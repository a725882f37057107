import type { Filter, Query } from '@hearth/model'
import { expect, test } from 'vitest'
import { placeWithSite } from '../../lib/shared-total.ts'
import { TriedQueries } from './tried-queries.ts'

const above: Filter = { kind: 'field', field: ['n'], op: '>', value: { kind: 'integer', value: 1n } }
const asks = (filter: Filter): Query => ({
  parent: '',
  collectionId: 'c',
  allDescendants: false,
  filter,
  orderBy: [],
  offset: 0,
})
const either = asks({ kind: 'or', filters: Array.from({ length: 29 }, () => above) })

test('each network has a share of the conditions that are tried, until their queries are gone', () => {
  const tried = new TriedQueries()
  const enterAll = (address: string): object[] => {
    const entered: object[] = []
    const place = placeWithSite(address)
    const fill = (): void => {
      for (;;) {
        const live = {}
        tried.enter(live, either, place)
        entered.push(live)
      }
    }
    expect(fill).toThrow(expect.objectContaining({ reason: 'TOO_MANY_QUERIES_TRIED' }))
    return entered
  }
  const loud = enterAll('10.0.0.1')
  expect(loud.length).toBe(Math.floor(5_000 / 30))
  for (let n = 2; n < 40; n++) enterAll(`10.0.0.${n}`)
  // The last of them leave something to the next.
  tried.enter({}, asks(above), placeWithSite('10.0.1.1'))
  for (const live of loud) tried.leave(live)
  tried.leave(loud[0] ?? {})
  expect(enterAll('10.0.0.1').length).toBeGreaterThan(0)
})
