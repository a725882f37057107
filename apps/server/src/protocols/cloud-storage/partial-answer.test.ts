import { expect, it } from 'vitest'
import { partOf } from './partial-answer.ts'

const answer = {
  kind: 'storage#objects',
  nextPageToken: 'next',
  items: [
    { name: 'a', size: '1', acl: [{ entity: 'allUsers', role: 'READER' }] },
    { name: 'b', size: '2' },
  ],
}

it.each<[string | null, unknown]>([
  [null, answer],
  ['', answer],
  ['kind', { kind: 'storage#objects' }],
  ['items/name', { items: [{ name: 'a' }, { name: 'b' }] }],
  [
    'items(name, acl/entity), nextPageToken',
    { nextPageToken: 'next', items: [{ name: 'a', acl: [{ entity: 'allUsers' }] }, { name: 'b' }] },
  ],
  [
    'items/name,items/size',
    {
      items: [
        { name: 'a', size: '1' },
        { name: 'b', size: '2' },
      ],
    },
  ],
  ['items,items/name', { items: answer.items }],
  ['items(acl/*)', { items: [{ acl: [{ entity: 'allUsers', role: 'READER' }] }, {}] }],
  ['none', {}],
])('of %j is %j', (fields, part) => {
  expect(partOf(answer, fields)).toEqual(part)
})

it.each([
  '(',
  'items(',
  'items()',
  'items)',
  ',',
  'a,',
  '/a',
  'a//b',
  'a('.repeat(50),
  'a/'.repeat(50) + 'a',
  'a'.repeat(5_000),
])('refuses %j', (fields) => {
  expect(() => partOf(answer, fields)).toThrow(expect.objectContaining({ reason: 'INVALID_FIELDS' }))
})
