import { expect, it } from 'vitest'
import { actHref } from './act-href.ts'

it.each([
  ['data', 'add', '/projects/demo-app', '', '/projects/demo-app/data?do=add'],
  [
    'data',
    'add',
    '/projects/demo-app/data/orders',
    '?database=second',
    '/projects/demo-app/data/orders?database=second&do=add',
  ],
  ['data', 'import', '/projects/demo-app/data/orders', '?view=deleted', '/projects/demo-app/data/orders?do=import'],
  ['users', 'add', '/projects/demo-app/users', '?q=ada', '/projects/demo-app/users?q=ada&do=add'],
  ['users', 'add', '/projects/demo-app/users/u1', '', '/projects/demo-app/users?do=add'],
  ['files', 'upload', '/projects/other/files/photos', '', '/projects/demo-app/files?do=upload'],
  ['rules', 'publish', '/projects/demo-app/rulesets', '', '/projects/demo-app/rules?do=publish'],
] as const)('begins in %s the act %s from %s%s', (area, act, pathname, searchStr, href) => {
  expect(actHref('demo-app', area, act, { pathname, searchStr })).toBe(href)
})
