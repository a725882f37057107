import { describe, expect, it } from 'vitest'
import { groupKeyOf, kindOfPath, matches } from './decision-filter.ts'
import type { KeptDecision } from './decision-log.ts'

const decision: KeptDecision = {
  id: 1,
  service: 'documents',
  operation: 'update',
  path: 'orders/1/items/2',
  caller: { kind: 'visitor' },
  isAllowed: false,
  rule: { fileName: 'firestore.rules', line: 22, column: 3, text: 'allow get: if mine();', nth: 2 },
  reason: 'The condition is false.',
  from: { address: '127.0.0.1', requestId: 'one', app: '1:2:web:3', sdk: 'js/12.4.0' },
}

describe('groups of decisions', () => {
  it('know a line of the rules by what it says, wherever it has moved to', () => {
    const moved = {
      ...decision,
      rule: { fileName: 'firestore.rules', line: 30, column: 9, text: 'allow get: if mine();', nth: 2 },
    }
    expect(groupKeyOf(moved, 'rule')).toBe(groupKeyOf(decision, 'rule'))
    const first = { ...moved, rule: { ...moved.rule, nth: 1 } }
    expect(groupKeyOf(first, 'rule')).not.toBe(groupKeyOf(decision, 'rule'))
    const { rule: _none, ...unruled } = decision
    expect(groupKeyOf({ ...unruled, reason: 'No rules are published.' }, 'rule')).toBe(
      'documents: No rules are published.',
    )
  })

  it('have stars for the ids of a path, and the folder of a file', () => {
    expect(kindOfPath(decision)).toBe('orders/*/items/*')
    expect(kindOfPath({ ...decision, operation: 'list', path: '**/items' })).toBe('**/items')
    expect(kindOfPath({ ...decision, operation: 'list', path: 'orders/1/**/items' })).toBe('orders/*/**/items')
    expect(kindOfPath({ service: 'files', operation: 'get', path: 'photos/2026/cat.png' })).toBe('photos/2026/')
    expect(kindOfPath({ service: 'files', operation: 'list', path: 'photos/' })).toBe('photos/')
    expect(kindOfPath({ service: 'files', operation: 'get', path: 'cat.png' })).toBe('')
  })

  it('narrow a list to one of them', () => {
    for (const by of ['rule', 'path', 'app'] as const) {
      expect(matches(decision, { group: { by, key: groupKeyOf(decision, by) } })).toBe(true)
      expect(matches(decision, { group: { by, key: 'another' } })).toBe(false)
    }
  })
})
