import { describe, expect, it } from 'vitest'
import { HearthError } from '../api/hearth-error.ts'
import { messageOf } from './reaction.ts'
import { messageOfRead, reactionToRead } from './read-reaction.ts'

const failed = (code: string): Error => Object.assign(new Error('no'), { code })
const writing = /saved|changed|was done|typed/i

describe('what is said of something that was only read', () => {
  it.each([
    'permission-denied',
    'aborted',
    'invalid-argument',
    'out-of-range',
    'deadline-exceeded',
    'internal',
    'data-loss',
    'auth/network-request-failed',
  ])('does not speak of writing for %s', (code) => {
    expect(messageOf(failed(code))).toMatch(writing)
    expect(messageOfRead(failed(code))).not.toMatch(writing)
    expect(messageOfRead(failed(code))).not.toBe('')
  })

  it('does not speak of writing for a call that got no answer', () => {
    const call = new HearthError({ code: 'unavailable', reason: 'NO_ANSWER', message: '' })
    expect(reactionToRead(call)).toMatchObject({
      kind: 'unreachable',
      message: expect.not.stringMatching(writing) as string,
    })
  })

  it('keeps the kind, the details and every other sentence', () => {
    expect(reactionToRead(failed('permission-denied'))).toMatchObject({
      kind: 'denied',
      details: { code: 'permission-denied' },
    })
    expect(messageOfRead(failed('unimplemented'))).toBe(messageOf(failed('unimplemented')))
    expect(reactionToRead(failed('auth/popup-closed-by-user'))).toEqual({ kind: 'quiet' })
  })
})
