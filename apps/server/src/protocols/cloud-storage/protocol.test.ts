import { expect, it } from 'vitest'
import { parseObjectCall } from './protocol.ts'

const BUCKET = 'demo-app.appspot.com'

it.each([
  [
    'a%2Fb.txt/rewriteTo/b/other/o/c%2Fd.txt',
    { kind: 'copy', from: { bucket: BUCKET, name: 'a/b.txt' }, to: { bucket: 'other', name: 'c/d.txt' } },
  ],
  ['a/copyTo/b/other/o/c', { kind: 'copy', from: { bucket: BUCKET, name: 'a' }, to: { bucket: 'other', name: 'c' } }],
  ['a/moveTo/o/b%20c', { kind: 'move', from: { bucket: BUCKET, name: 'a' }, name: 'b c' }],
  ['a%2Fcompose/compose', { kind: 'compose', to: { bucket: BUCKET, name: 'a/compose' } }],
  ['a', undefined],
  ['a/b/compose', undefined],
  ['a/rewriteTo/b/other/o/c/d', undefined],
  ['a/moveTo/b/other/o/c', undefined],
  ['', undefined],
])('reads %s', (rest, call) => {
  expect(parseObjectCall(BUCKET, rest)).toEqual(call)
})
