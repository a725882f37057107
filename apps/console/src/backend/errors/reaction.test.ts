import { FirebaseError } from 'firebase/app'
import { describe, expect, it } from 'vitest'
import { HearthError } from '../api/hearth-error.ts'
import { NoRoom } from './no-room.ts'
import { messageOf, reactionTo, type Reaction } from './reaction.ts'

/** Every row of the catalogue: the code and what the console does about it. */
const catalogue: readonly [code: string, expected: Partial<Record<string, unknown>> & { kind: Reaction['kind'] }][] = [
  ['auth/email-already-in-use', { kind: 'at-field', field: 'email', offers: ['sign-in', 'reset-password'] }],
  ['auth/invalid-credential', { kind: 'at-form', offers: ['reset-password'] }],
  ['auth/wrong-password', { kind: 'at-form', offers: ['reset-password'] }],
  ['auth/user-not-found', { kind: 'at-form', offers: ['reset-password'] }],
  ['auth/too-many-requests', { kind: 'wait', seconds: 30, offers: ['reset-password'] }],
  ['auth/popup-closed-by-user', { kind: 'quiet' }],
  ['auth/cancelled-popup-request', { kind: 'quiet' }],
  ['auth/popup-blocked', { kind: 'allow-popups' }],
  ['auth/requires-recent-login', { kind: 're-authenticate' }],
  ['auth/password-does-not-meet-requirements', { kind: 'policy' }],
  ['auth/network-request-failed', { kind: 'unreachable' }],
  ['auth/user-disabled', { kind: 'signed-out', reason: 'disabled' }],
  ['auth/user-token-expired', { kind: 'signed-out', reason: 'ended' }],
  ['auth/account-exists-with-different-credential', { kind: 'say' }],
  ['auth/multi-factor-auth-required', { kind: 'second-factor' }],
  ['auth/invalid-verification-code', { kind: 'at-field', field: 'code' }],
  ['auth/code-expired', { kind: 'at-form' }],
  ['auth/expired-action-code', { kind: 'link-over' }],
  ['auth/invalid-action-code', { kind: 'link-over' }],
  ['auth/credential-already-in-use', { kind: 'say' }],
  ['auth/operation-not-allowed', { kind: 'say' }],
  ['storage/unauthenticated', { kind: 'sign-in-again' }],
  ['storage/unauthorized', { kind: 'denied' }],
  ['storage/quota-exceeded', { kind: 'quota' }],
  ['storage/object-not-found', { kind: 'gone' }],
  ['storage/canceled', { kind: 'upload-stopped' }],
  ['storage/retry-limit-exceeded', { kind: 'upload-stopped' }],
  ['permission-denied', { kind: 'denied' }],
  ['unavailable', { kind: 'unreachable' }],
  ['not-found', { kind: 'gone' }],
  ['already-exists', { kind: 'say' }],
  ['failed-precondition', { kind: 'say' }],
  ['aborted', { kind: 'say' }],
  ['resource-exhausted', { kind: 'say' }],
  ['invalid-argument', { kind: 'say' }],
  ['deadline-exceeded', { kind: 'say' }],
]

describe('the error catalogue', () => {
  it.each(catalogue)('answers %s as written', (code, expected) => {
    expect(reactionTo(new FirebaseError(code, `Firebase: Something. (${code}).`))).toMatchObject(expected)
  })

  it.each(catalogue)('never shows the raw code of %s as the message', (code) => {
    const message = messageOf(new FirebaseError(code, `Firebase: Something. (${code}).`))
    expect(message).not.toContain(code)
  })

  it('has one and the same sentence for the three ways a sign-in can fail', () => {
    const sentences = ['invalid-credential', 'wrong-password', 'user-not-found'].map((code) =>
      messageOf(new FirebaseError(`auth/${code}`, code)),
    )
    expect(new Set(sentences).size).toBe(1)
  })

  it('keeps what the server said and the code for the details', () => {
    const reaction = reactionTo(new FirebaseError('permission-denied', 'Rules line 12 says no.'))
    expect(reaction).toMatchObject({ details: { code: 'permission-denied', message: 'Rules line 12 says no.' } })
  })

  it('takes the wait from what the server said', () => {
    const error = new FirebaseError(
      'auth/too-many-requests',
      'Firebase: Try again in 3 minutes. (auth/too-many-requests).',
    )
    expect(reactionTo(error)).toMatchObject({ kind: 'wait', seconds: 180 })
  })

  it('finds the request id in the answer that the storage SDK keeps', () => {
    const error = new FirebaseError('storage/unauthorized', 'Firebase Storage: no (storage/unauthorized)', {
      serverResponse: '{"error":{"code":403,"message":"No.","requestId":"ab12cd34ef-9"}}',
    })
    expect(reactionTo(error)).toMatchObject({ details: { requestId: 'ab12cd34ef-9', message: 'No.' } })
  })

  it('takes nothing that the storage SDK says by itself for the server’s words', () => {
    const error = new FirebaseError('storage/quota-exceeded', 'Quota exceeded, view https://example.com/pricing', {
      serverResponse: 'Payment Required',
    })
    const reaction = reactionTo(error)
    expect(reaction.kind === 'quota' && reaction.details).toEqual({ code: 'storage/quota-exceeded' })
  })

  it('is not confused by a storage answer that is cut short', () => {
    const error = new FirebaseError('storage/unauthorized', 'x', { serverResponse: '{"error":{"co' })
    expect(reactionTo(error)).toMatchObject({ kind: 'denied' })
  })

  it.each(['x', undefined, null, 42, new Error('boom'), new TypeError('fetch failed'), {}])(
    'has an answer for whatever was thrown: %s',
    (thrown) => {
      expect(reactionTo(thrown)).toMatchObject({ kind: 'say', details: { code: 'unknown' } })
    },
  )
})

it('no room for a file is told with how much is used, what the limit is, and who can raise it', () => {
  const usage = { storedBytes: 3 * 1024, storageQuotaBytes: 4 * 1024, uploadLimitBytes: 1024 ** 2 }
  const full = reactionTo(new NoRoom(2048, usage))
  expect(full).toMatchObject({ kind: 'quota', isTooLarge: false, details: { code: 'storage/quota-exceeded' } })
  expect(messageOf(new NoRoom(2048, usage))).toMatch(/hold 3.0.KiB of 4.0.KiB.*no room for 2.0.KiB.*server’s owner/)
  expect(messageOf(new NoRoom(2048, { ...usage, storageQuotaBytes: null }))).toMatch(/disk is nearly full/)
  const tooLarge = new NoRoom(2 * 1024 ** 2, usage)
  expect(reactionTo(tooLarge)).toMatchObject({ kind: 'quota', isTooLarge: true })
  expect(messageOf(tooLarge)).toMatch(/up to 1.0.MiB/)
})

it('a password that is refused for being common is called so, by whichever way it was refused', () => {
  const sentence = 'This password is one of the most used, and the first that others try.'
  const bySdk = Object.assign(new Error(`Firebase: ${sentence} (auth/weak-password).`), { code: 'auth/weak-password' })
  const byServer = new HearthError({ code: 'invalid-argument', reason: 'WEAK_PASSWORD', message: sentence })
  for (const thrown of [bySdk, byServer]) {
    expect(reactionTo(thrown)).toMatchObject({
      kind: 'policy',
      message: expect.stringContaining('most used') as string,
    })
  }
})

describe('the reasons of Hearth’s own endpoints', () => {
  const refused = (code: string, reason: string, more: { retryAfterSeconds?: number } = {}) =>
    new HearthError({ code, reason, message: 'As the server put it.', requestId: 'ab12cd34ef-1', ...more })

  it.each([
    ['permission-denied', 'SETUP_CODE_INVALID', { kind: 'at-field', field: 'code' }],
    ['already-exists', 'EMAIL_EXISTS', { kind: 'at-field', field: 'email' }],
    ['invalid-argument', 'INVALID_EMAIL', { kind: 'at-field', field: 'email' }],
    ['invalid-argument', 'WEAK_PASSWORD', { kind: 'policy' }],
    ['invalid-argument', 'PHONE_NUMBER_EXISTS', { kind: 'at-field', field: 'phoneNumber' }],
    ['invalid-argument', 'DUPLICATE_LOCAL_ID', { kind: 'at-field', field: 'localId' }],
    ['invalid-argument', 'USER_NOT_FOUND', { kind: 'gone' }],
    ['already-exists', 'PROJECT_EXISTS', { kind: 'at-field', field: 'projectId' }],
    ['already-exists', 'BUCKET_TAKEN', { kind: 'say' }],
    ['permission-denied', 'NOT_A_MEMBER', { kind: 'denied' }],
    ['permission-denied', 'SERVER_OWNER_ONLY', { kind: 'denied' }],
    ['failed-precondition', 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN', { kind: 're-authenticate' }],
    ['resource-exhausted', 'TOO_MANY_DOWNLOAD_TOKENS', { kind: 'say' }],
  ])('answers %s/%s at its place', (code, reason, expected) => {
    expect(reactionTo(refused(code, reason))).toMatchObject(expected)
  })

  it('falls back to the code for a reason it has no special answer to', () => {
    expect(reactionTo(refused('not-found', 'PROJECT_NOT_FOUND'))).toMatchObject({
      kind: 'gone',
      details: { code: 'not-found', requestId: 'ab12cd34ef-1' },
    })
  })

  it('counts down a wait that the server names', () => {
    expect(reactionTo(refused('resource-exhausted', 'TOO_MANY', { retryAfterSeconds: 12 }))).toMatchObject({
      kind: 'wait',
      seconds: 12,
    })
  })

  it('says that nothing was saved when nothing answered a call, and that changes wait for documents alone', () => {
    const call = reactionTo(refused('unavailable', 'NO_ANSWER'))
    expect(call).toMatchObject({ kind: 'unreachable', message: expect.stringMatching(/^Not saved/) as string })
    expect(messageOf(new FirebaseError('unavailable', 'The client is offline.'))).toMatch(/documents wait/)
  })
})
