import { describe, expect, it } from 'vitest'
import { requestTarget } from './request-target.ts'

describe('requestTarget', () => {
  it('leads to a document or collection of the database that was asked', () => {
    const asked = { service: 'documents', operation: 'get', path: 'orders/1' } as const
    expect(requestTarget({ ...asked, database: '(default)' })).toEqual({
      kind: 'data',
      path: 'orders/1',
      database: { database: undefined },
    })
    expect(requestTarget({ ...asked, operation: 'list', path: 'orders', database: 'archive' })).toEqual({
      kind: 'data',
      path: 'orders',
      database: { database: 'archive' },
    })
  })

  it('leads nowhere from a query of many collections, but to a document whose id is a star', () => {
    const asked = { service: 'documents', database: '(default)' } as const
    expect(requestTarget({ ...asked, operation: 'list', path: '**/orders' })).toBeUndefined()
    expect(requestTarget({ ...asked, operation: 'list', path: 'orders/1/*' })).toBeUndefined()
    expect(requestTarget({ ...asked, operation: 'get', path: 'orders/*' })).toMatchObject({ path: 'orders/*' })
  })

  it('leads to a file in its folder, and from a list to the folder', () => {
    expect(requestTarget({ service: 'files', operation: 'get', path: 'photos/2026/cat.png' })).toEqual({
      kind: 'file',
      folder: 'photos/2026',
      name: 'cat.png',
    })
    expect(requestTarget({ service: 'files', operation: 'list', path: 'photos/' })).toEqual({
      kind: 'file',
      folder: 'photos',
      name: undefined,
    })
  })
})
