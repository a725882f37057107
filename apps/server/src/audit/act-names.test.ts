import { expect, it } from 'vitest'
import { routeGuards } from '../testing/route-guards.ts'
import { actName, actNames } from './act-names.ts'

/** What reads, without the export that a program can make, is not written down; nor is what programs do for each user who signs in. */
const unwritten = new Set(['accounts:lookup', 'accounts:query', ':createSessionCookie'])

it('names each method of administration that changes users', () => {
  const methods = Object.values(routeGuards)
    .flat()
    .filter(
      (route) =>
        route.endsWith('(identity-toolkit)') && route.includes('/projects/:project') && !route.startsWith('GET'),
    )
    .map((route) => route.split(' ')[1] ?? '')
    .map(
      (path) =>
        path
          .split('/')
          .map((part) => part.replace(/^:\w+/, ''))
          .findLast((part) => part !== '') ?? '',
    )
  const missing = new Set(methods.filter((method) => !unwritten.has(method)))
  for (const name of actNames) missing.delete(name.replace('users.', ''))
  expect(methods.length).toBeGreaterThan(10)
  expect([...missing]).toEqual([])
})

it('puts the parts of a name together', () => {
  expect(actName({ service: 'backups', operation: 'create' })).toBe('backups.create')
  expect(actName({ service: 'users', operation: 'config' })).toBe('users.config')
})
