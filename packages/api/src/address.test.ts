import { describe, expect, it } from 'vitest'
import { addressOf } from './address.ts'

describe('the address of an endpoint', () => {
  it.each([
    ['/hearth/v1/projects', {}, '/hearth/v1/projects'],
    [
      '/hearth/v1/projects/:project/apps/:app',
      { project: 'a/b', app: '1:2:web' },
      '/hearth/v1/projects/a%2Fb/apps/1%3A2%3Aweb',
    ],
    [
      '/hearth/v1/projects/:project/installations:revoke',
      { project: 'p' },
      '/hearth/v1/projects/p/installations:revoke',
    ],
    ['/hearth/v1/versions/*path', { path: 'orders/a b/c?d' }, '/hearth/v1/versions/orders/a%20b/c%3Fd'],
    ['/hearth/v1/versions/*path:restore', { path: 'orders/a' }, '/hearth/v1/versions/orders/a:restore'],
  ])('%s with %j', (path, values, address) => {
    expect(addressOf(path, values)).toBe(address)
  })

  it('has a query of what is not undefined', () => {
    const query = { pageSize: 2, after: undefined, path: 'orders/a&b' }
    expect(addressOf('/hearth/v1/x', {}, query)).toBe('/hearth/v1/x?pageSize=2&path=orders%2Fa%26b')
    expect(addressOf('/hearth/v1/x', {}, { after: undefined })).toBe('/hearth/v1/x')
  })
})
