import { expect, it } from 'vitest'
import { innerPath } from './inner-path.ts'

it.each(['/', '/projects', '/projects/demo-app/data/orders/8Kd2?tab=json#x', '/projects/a/data/%2F%2F'])(
  'takes %s',
  (path) => {
    expect(innerPath(path)).toBe(path)
  },
)

it.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'projects',
  '',
  '/sign-in',
  '/sign-in?to=/sign-in',
  '/sign-up',
  '/welcome#code',
  '/reset-password',
  '/action?continueUrl=https://evil.example',
  '/a\nb',
  `/${'a'.repeat(5000)}`,
  undefined,
  42,
  ['/projects'],
])('refuses %j', (value) => {
  expect(innerPath(value)).toBeUndefined()
})
