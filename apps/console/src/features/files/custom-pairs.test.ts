import { expect, it } from 'vitest'
import { problemOfPairs, recordOfPairs } from './custom-pairs.ts'

const pair = (id: number, key: string, value: string) => ({ id, key, value })

it('takes pairs as a record, without those that are empty', () => {
  const pairs = [pair(1, 'owner', 'ada'), pair(2, '', ''), pair(3, 'note', '')]
  expect(problemOfPairs(pairs)).toBeUndefined()
  expect(recordOfPairs(pairs)).toEqual({ owner: 'ada', note: '' })
})

it.each([
  [[pair(1, 'a', '1'), pair(2, '', 'x')], { kind: 'key-missing', id: 2 }],
  [[pair(1, 'a', '1'), pair(2, 'a', '2')], { kind: 'key-twice', id: 2 }],
  [[pair(1, 'a', 'ä'.repeat(4096))], { kind: 'too-large' }],
])('refuses %j', (pairs, problem) => {
  expect(problemOfPairs(pairs)).toEqual(problem)
})
