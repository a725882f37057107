import { beforeAll, expect, it } from 'vitest'
import { registerSomeAreas } from '../../testing/register-some-areas.ts'
import { crumbsOf, pathOf } from './crumbs.ts'

beforeAll(registerSomeAreas)

it.each([
  ['/projects', ['projects']],
  ['/account', ['account']],
  ['/projects/demo-app', ['demo-app', 'overview']],
  ['/projects/demo-app/data/orders/a%2Fb', ['demo-app', 'data', 'orders', 'a/b']],
  ['/projects/demo-app/data/%zz', ['demo-app', 'data', '%zz']],
  // A screen is called as in the rail, and what somebody else called like one as they did.
  ['/projects/installations/installations', ['installations', 'devices']],
  ['/projects/demo-app/files/installations', ['demo-app', 'files', 'installations']],
  ['/projects/demo-app/files/odd/~..', ['demo-app', 'files', 'odd', '..']],
])('shows %s as %j', (pathname, expected) => {
  expect(crumbsOf(pathname).map(({ text }) => text)).toEqual(expected)
})

it('is edited as the address that it mirrors', () => {
  expect(pathOf(crumbsOf('/projects/demo-app/installations'))).toBe('demo-app/installations')
  expect(pathOf(crumbsOf('/projects/demo-app'))).toBe('demo-app')
  expect(pathOf(crumbsOf('/projects/demo-app/data/orders/a%2Fb'))).toBe('demo-app/data/orders/a/b')
})

it('keeps documents in their database', () => {
  const search = (pathname: string) => crumbsOf(pathname, 'second').map((crumb) => crumb.search.database)
  expect(search('/projects/demo-app/data/orders')).toEqual([undefined, 'second', 'second'])
  expect(search('/projects/demo-app/files/data')).toEqual([undefined, undefined, undefined])
})

it('links each part to its own place, still encoded', () => {
  expect(crumbsOf('/projects/demo-app/data/a%2Fb/c').map(({ href }) => href)).toEqual([
    '/projects/demo-app',
    '/projects/demo-app/data',
    '/projects/demo-app/data/a%2Fb',
    '/projects/demo-app/data/a%2Fb/c',
  ])
})
