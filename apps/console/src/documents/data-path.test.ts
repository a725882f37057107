import { describe, expect, it } from 'vitest'
import { decodePath, encodePath, isId, placeOf } from './data-path.ts'

describe('placeOf', () => {
  it.each([
    ['', { parent: '', collection: undefined, document: undefined }],
    ['orders', { parent: '', collection: 'orders', document: undefined }],
    ['orders/1', { parent: '', collection: 'orders', document: 'orders/1' }],
    ['orders/1/lines', { parent: 'orders/1', collection: 'orders/1/lines', document: undefined }],
    ['orders/1/lines/2/', { parent: 'orders/1', collection: 'orders/1/lines', document: 'orders/1/lines/2' }],
  ])('reads %j', (path, place) => {
    expect(placeOf(path)).toEqual(place)
  })
})

describe('paths in the address', () => {
  it('come back as they went in', () => {
    const path = 'a b/%25/ü?#&/x'
    expect(decodePath(encodePath(path))).toBe(path)
    expect(decodePath('100%/x')).toBe('100%/x')
  })
})

describe('isId', () => {
  it.each(['a', 'ä', '____', 'x'.repeat(1500)])('accepts %j', (id) => expect(isId(id)).toBe(true))
  it.each(['', '.', '..', 'a/b', '__name__', 'x'.repeat(1501)])('refuses %j', (id) => expect(isId(id)).toBe(false))
})
