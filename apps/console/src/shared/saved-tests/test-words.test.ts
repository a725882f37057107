import type { RulesTestCase } from '@hearth/rules'
import { expect, test } from 'vitest'
import { suggestedName } from './test-words.ts'

function caseOf(path: string, uid?: string): RulesTestCase {
  const request = { method: 'get', path: `/databases/(default)/documents/${path}` } as const
  return { expectation: 'DENY', request: uid === undefined ? request : { ...request, auth: { uid, token: {} } } }
}

test('a test is called by who may do what where', () => {
  expect(suggestedName(caseOf('orders/1', 'ada'), 'ALLOW')).toBe('ada may get orders/1')
  expect(suggestedName(caseOf('orders/1'), 'DENY')).toBe('Visitors may not get orders/1')
})

test('a name of a long path fits into the field', () => {
  const name = suggestedName(caseOf(`orders/${'x'.repeat(400)}`, 'ada'), 'DENY')
  expect(name).toHaveLength(200)
  expect(name.endsWith('…')).toBe(true)
})
