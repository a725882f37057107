import { expect, it } from 'vitest'
import { IdentityWorld } from '../../testing/identity-world.ts'

const PASSWORD = 'correct horse'
const TAKEN = 'ada@example.com'

it('who brings no link for an address is not told whether somebody has it; who does is, and can sign in with it', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  await world.identity.settings.update('demo-app', (current) => ({ ...current, emailLinkSignIn: true }))
  await world.call('accounts:signUp', { email: TAKEN, password: PASSWORD })
  const { body } = await world.call('accounts:signUp', { email: 'eve@example.com', password: PASSWORD })
  const idToken = String(body['idToken'])
  for (const email of [TAKEN, 'nobody@example.com']) {
    const answer = await world.call('accounts:signInWithEmailLink', { idToken, email, oobCode: 'x'.repeat(43) })
    expect(answer.body['error'], email).toMatchObject({ message: expect.stringMatching(/^INVALID_OOB_CODE/) })
  }
  const continueUrl = 'http://localhost/'
  const request = { requestType: 'EMAIL_SIGNIN', email: TAKEN, continueUrl, canHandleCodeInApp: true }
  expect((await world.call('accounts:sendOobCode', request)).status).toBe(200)
  await expect.poll(() => world.mailbox.list('demo-app').at(-1)?.kind).toBe('EMAIL_SIGNIN')
  const oobCode = world.mailbox.list('demo-app').at(-1)?.code
  const refused = await world.call('accounts:signInWithEmailLink', { idToken, email: TAKEN, oobCode })
  expect(refused.body['error']).toMatchObject({ message: expect.stringMatching(/^EMAIL_EXISTS/) })
  expect((await world.call('accounts:signInWithEmailLink', { email: TAKEN, oobCode })).status).toBe(200)
})
