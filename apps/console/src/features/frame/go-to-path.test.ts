import { beforeAll, describe, expect, it } from 'vitest'
import { registerSomeAreas } from '../../testing/register-some-areas.ts'
import { goToPath } from './go-to-path.ts'

const origin = 'https://hearth.example.com'

beforeAll(registerSomeAreas)

describe('go to path', () => {
  it.each([
    ['orders', '/projects/demo-app/data/orders'],
    ['orders/8Kd2/items', '/projects/demo-app/data/orders/8Kd2/items'],
    ['/orders/8Kd2', '/projects/demo-app/data/orders/8Kd2'],
    ['  orders/a b  ', '/projects/demo-app/data/orders/a%20b'],
    ['orders/a?b#c%', '/projects/demo-app/data/orders/a%3Fb%23c%25'],
    ['demo-app', '/projects/demo-app'],
    ['demo-app/data/orders', '/projects/demo-app/data/orders'],
    ['other-app/files/photos', '/projects/other-app/files/photos'],
    ['files', '/projects/demo-app/files'],
    ['files/photos/7712.avif', '/projects/demo-app/files/photos/7712.avif'],
    ['files/odd/..', '/projects/demo-app/files/odd/~..'],
    ['settings', '/projects/demo-app/settings'],
    ['projects', '/projects'],
    ['account', '/account'],
    ['/server', '/server'],
    ['server', '/projects/demo-app/data/server'],
    ['/server/rack-1', '/projects/demo-app/data/server/rack-1'],
    ['projects/other-app/databases/(default)/documents/orders/8Kd2', '/projects/other-app/data/orders/8Kd2'],
    ['projects/other-app/databases/second/documents/orders', '/projects/other-app/data/orders?database=second'],
    ['gs://other-app.appspot.com/photos/a.png', '/projects/other-app/files/photos/a.png'],
    ['gs://other-app.firebasestorage.app', '/projects/other-app/files'],
    [`${origin}/projects/other-app/data/orders?tab=json`, '/projects/other-app/data/orders?tab=json'],
    ['/projects/other-app/analytics', '/projects/other-app/analytics'],
  ])('takes %s to %s', (typed, expected) => {
    expect(goToPath(typed, { project: 'demo-app' }, origin)).toBe(expected)
  })

  it.each([
    '',
    '   ',
    '/',
    'https://elsewhere.example/projects/demo-app',
    'javascript://x',
    `${origin}//evil.example`,
    'a'.repeat(7000),
  ])('leads nowhere with %s', (typed) => {
    expect(goToPath(typed, { project: 'demo-app' }, origin)).toBeUndefined()
  })

  it.each([
    ['orders/8Kd2', '/projects/demo-app/data/orders/8Kd2?database=second'],
    ['demo-app/data/orders', '/projects/demo-app/data/orders?database=second'],
    ['other-app/data/orders', '/projects/other-app/data/orders'],
    ['files/photos', '/projects/demo-app/files/photos'],
    ['projects/demo-app/databases/(default)/documents/orders', '/projects/demo-app/data/orders'],
  ])('stays in the database for paths of its project alone: %s', (typed, expected) => {
    expect(goToPath(typed, { project: 'demo-app', database: 'second' }, origin)).toBe(expected)
  })

  it('needs a project for the path of a document', () => {
    expect(goToPath('orders/8Kd2', { project: undefined }, origin)).toBeUndefined()
    expect(goToPath('demo-app/data/orders', { project: undefined }, origin)).toBe('/projects/demo-app/data/orders')
  })
})
