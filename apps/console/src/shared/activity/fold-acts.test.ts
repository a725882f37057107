import { expect, it } from 'vitest'
import { describeMany } from './describe-act.ts'
import { foldActs, type Act } from './fold-acts.ts'

const minute = 60_000

function act(at: number, action: string, target: string, more: Partial<Act> = {}): Act {
  return {
    id: `${at} ${target}`,
    at: at * minute,
    actor: 'ada',
    actorName: 'Ada',
    action,
    target,
    detail: {},
    names: {},
    ...more,
  }
}

const told = (acts: readonly Act[]) => foldActs(acts).map((folded) => describeMany(folded))

it('has one row for what somebody did with many of one collection', () => {
  const deleted = Array.from({ length: 200 }, (_, n) => act(60, 'documents.delete', `orders/${n}`))
  expect(told([...deleted, act(59, 'rules.create', 'releases/x'), act(59, 'documents.delete', 'orders/last')])).toEqual(
    ['Deleted 200 documents in orders', 'Published rules', 'Deleted the document orders/last'],
  )
})

it('keeps apart other people, kinds, collections, and what was done much later', () => {
  const acts = [
    act(60, 'documents.delete', 'orders/1'),
    act(60, 'documents.delete', 'orders/1/items/1'),
    act(60, 'documents.update', 'orders/1/items/2'),
    act(60, 'documents.update', 'orders/1/items/3', { actor: 'nina' }),
    act(40, 'documents.update', 'orders/1/items/4', { actor: 'nina' }),
  ]
  expect(foldActs(acts)).toHaveLength(5)
})

it('names users together to whom the same was done', () => {
  const disabled = { detail: { change: 'disabled' } }
  const acts = [
    act(60, 'users.accounts:update', 'u1', { ...disabled, names: { u1: 'Ute' } }),
    act(60, 'users.accounts:update', 'u2', disabled),
    act(60, 'users.accounts:update', 'u3', { detail: { change: 'enabled' } }),
    act(59, 'files.update', 'a/b/1.png'),
    act(59, 'files.update', 'a/b/2.png'),
  ]
  expect(told(acts)).toEqual(['Disabled the user Ute and 1 other', 'Enabled the user u3', 'Changed 2 files in a/b'])
})
