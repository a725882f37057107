import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pinOf, pinsIn } from './pins.ts'

describe('a pin', () => {
  it('is kept with its project and the path behind it', () => {
    expect(pinOf('/projects/demo-app/data/orders/8K%2Fd2')).toEqual({
      kept: 'demo-app:data/orders/8K%2Fd2',
      pathname: '/projects/demo-app/data/orders/8K%2Fd2',
      database: undefined,
      title: 'data/orders/8K/d2',
    })
  })

  it('of documents is kept with their database', () => {
    const pin = pinOf('/projects/demo-app/data/orders', 'second')
    expect(pin).toEqual({
      kept: 'demo-app:data/orders?database=second',
      pathname: '/projects/demo-app/data/orders',
      database: 'second',
      title: 'data/orders (second)',
    })
    expect(pinsIn([pin?.kept ?? ''], 'demo-app')).toEqual([pin])
  })

  it.each([
    '/',
    '/account',
    '/projects',
    '/projects/demo-app',
    '/projects/demo-app/',
    `/projects/p/data/${'x'.repeat(1000)}`,
  ])('is none for %s', (pathname) => {
    expect(pinOf(pathname)).toBeUndefined()
  })

  it('is found again in its own project alone, whatever its path', () => {
    const segment = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map(encodeURIComponent)
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 6 }), (segments) => {
        const pin = pinOf(`/projects/demo-app/${segments.join('/')}`)
        expect(pinsIn([pin?.kept ?? '', 'other:data/orders'], 'demo-app')).toEqual([pin])
        expect(pinsIn([pin?.kept ?? ''], 'demo')).toEqual([])
      }),
    )
  })

  it('that somebody wrote by hand leads nowhere else', () => {
    expect(pinsIn(['demo-app:', 'demo-app', 'demo-app:/'], 'demo-app')).toEqual([])
    for (const { pathname } of pinsIn(['demo-app://evil.example/x', 'demo-app:../../x'], 'demo-app'))
      expect(pathname).toMatch(/^\/projects\/demo-app\//)
  })
})
