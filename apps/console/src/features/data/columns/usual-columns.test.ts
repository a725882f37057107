import { describe, expect, it } from 'vitest'
import { seenFields } from '../filters/seen-fields.ts'
import { arrangedColumns, usualColumns, withMoved } from './usual-columns.ts'

describe('the columns that nobody has arranged', () => {
  it('begin with what names a document and what becomes of it, and end with what most documents lack', () => {
    const order = { createdAt: '', items: [1], note: 'x', paid: true, status: 'open', title: 'A', total: 3, zone: 'b' }
    const { note: _, ...rest } = order
    const seen = seenFields([order, ...Array.from({ length: 5 }, () => rest)])
    expect(usualColumns(seen)).toEqual(['title', 'status', 'total', 'paid', 'createdAt', 'zone', 'items', 'note'])
  })

  it('have a map that few documents have, however many names stand in another one', () => {
    const byPerson = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`person${at}`, true]))
    const seen = seenFields([{ name: 'a', votes: byPerson }, { name: 'b' }, { name: 'c', ship: { city: 'London' } }])
    expect(usualColumns(seen)).toEqual(['name', 'votes', 'ship'])
  })

  it('have the fields inside of maps that the query asks by', () => {
    const seen = seenFields([{ a: 1, total: 1, ship: { city: 'London' } }])
    expect(usualColumns(seen, ['total', 'ship.city'])).toEqual(['ship.city', 'a', 'total', 'ship'])
  })
})

describe('columns that somebody arranged', () => {
  it('stay in their order, pinned ones first and hidden ones left out; new ones come behind', () => {
    const layout = { order: ['c', 'a', 'b'], hidden: ['b'], pinned: ['a'] }
    expect(arrangedColumns(['a', 'b', 'c', 'd'], layout)).toEqual(['a', 'c', 'd'])
    expect(arrangedColumns(['a', 'b'], {})).toEqual(['a', 'b'])
  })

  it('are put in the place of another, and never beyond the ends', () => {
    expect(withMoved(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a'])
    expect(withMoved(['a', 'b', 'c'], 'c', -3)).toEqual(['c', 'a', 'b'])
  })
})
