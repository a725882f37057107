import { expect, it } from 'vitest'
import { IdentityWorld } from '../../testing/identity-world.ts'

const EMAIL = 'ada@example.com'
const PASSWORD = 'correct horse'
const PHONE_NUMBER = '+15555550101'

async function listed(world: IdentityWorld, list: string): Promise<Record<string, string>[]> {
  const { body } = await world.send('GET', `/emulator/v1/projects/${world.project}/${list}`)
  return body[list] as unknown as Record<string, string>[]
}

it('under dev a code of a mail is listed until it is used', async () => {
  await using world = await IdentityWorld.start({ mode: 'dev' })
  const { idToken } = (await world.call('accounts:signUp', { email: EMAIL, password: PASSWORD })).body
  await world.call('accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  await world.call('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: EMAIL })
  const [verify, reset] = await listed(world, 'oobCodes')
  expect([verify?.['requestType'], reset?.['requestType']]).toEqual(['VERIFY_EMAIL', 'PASSWORD_RESET'])
  // To look at what it is for uses no code.
  await world.call('accounts:resetPassword', { oobCode: reset?.['oobCode'] })
  expect(await listed(world, 'oobCodes')).toHaveLength(2)
  await world.call('accounts:resetPassword', { oobCode: reset?.['oobCode'], newPassword: 'another horse' })
  expect(await listed(world, 'oobCodes')).toEqual([verify])
  await world.call('accounts:update', { oobCode: verify?.['oobCode'] })
  expect(await listed(world, 'oobCodes')).toEqual([])
})

it('under dev a code of a mail is listed until another takes its place', async () => {
  await using world = await IdentityWorld.start({ mode: 'dev' })
  await world.call('accounts:signUp', { email: EMAIL, password: PASSWORD })
  const continueUrl = 'http://localhost:5000/in'
  const byMail = { requestType: 'EMAIL_SIGNIN', email: EMAIL, continueUrl, canHandleCodeInApp: true }
  await world.call('accounts:sendOobCode', byMail)
  await world.call('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: EMAIL })
  await world.call('accounts:sendOobCode', { ...byMail, email: 'grace@example.com' })
  const [first, reset, ofGrace] = await listed(world, 'oobCodes')
  await world.call('accounts:sendOobCode', byMail)
  const [, , last] = await listed(world, 'oobCodes')
  expect(await listed(world, 'oobCodes')).toEqual([reset, ofGrace, last])
  const signIn = { email: EMAIL, oobCode: first?.['oobCode'] }
  expect((await world.call('accounts:signInWithEmailLink', signIn)).status).toBe(400)
  expect((await world.call('accounts:signInWithEmailLink', { ...signIn, oobCode: last?.['oobCode'] })).status).toBe(200)
  expect(await listed(world, 'oobCodes')).toEqual([reset, ofGrace])
})

it('under dev a code of a text message is listed until it is used', async () => {
  await using world = await IdentityWorld.start({ mode: 'dev' })
  for (let message = 0; message < 2; message++)
    await world.call('accounts:sendVerificationCode', { phoneNumber: PHONE_NUMBER })
  const [first, second] = await listed(world, 'verificationCodes')
  const wrong = { sessionInfo: first?.['sessionInfo'], code: first?.['code'] === '000000' ? '000001' : '000000' }
  expect((await world.call('accounts:signInWithPhoneNumber', wrong)).status).toBe(400)
  expect(await listed(world, 'verificationCodes')).toHaveLength(2)
  const right = { sessionInfo: first?.['sessionInfo'], code: first?.['code'] }
  expect((await world.call('accounts:signInWithPhoneNumber', right)).status).toBe(200)
  expect(await listed(world, 'verificationCodes')).toEqual([second])
})
