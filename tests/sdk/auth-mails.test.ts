import {
  ActionCodeOperation,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  fetchSignInMethodsForEmail,
  isSignInWithEmailLink,
  linkWithCredential,
  reauthenticateWithCredential,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInAnonymously,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  updateEmail,
  updatePassword,
  type UserCredential,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from 'firebase/auth'
import { describe, expect, it } from 'vitest'
import type { ActionMail } from '../../apps/server/src/identity/messages/action-mails.ts'
import { AuthWorld, codeOf } from './auth-world.ts'

const email = 'ada@example.com'
const password = 'correct horse'
const hourMs = 60 * 60 * 1000
const app = { url: 'http://localhost/come-back', handleCodeInApp: true }

async function start(mode: 'start' | 'dev', options: { emailPrivacy?: boolean } = {}): Promise<AuthWorld> {
  const world = await AuthWorld.start({ mode, ...options })
  const { identity, project } = world.server
  await identity.settings.update(project, () => ({ emailLinkSignIn: true, anonymous: true }))
  return world
}

function mailTo(world: AuthWorld, address: string): ActionMail {
  const mail = world.server.mailbox.list(world.server.project).findLast(({ to }) => to === address)
  if (mail === undefined) throw new Error(`nothing was mailed to ${address}`)
  return mail
}

/** A user who has shown that the address is theirs. */
async function createVerified(world: AuthWorld, auth = world.device()): Promise<UserCredential> {
  const credential = await createUserWithEmailAndPassword(auth, email, password)
  await sendEmailVerification(credential.user)
  await applyActionCode(auth, mailTo(world, email).code)
  return credential
}

describe.each(['dev', 'start'] as const)('a link to sign in with, under %s', (mode) => {
  it('makes an account whose address is verified, once', async () => {
    await using world = await start(mode, { emailPrivacy: false })
    const auth = world.device()
    await sendSignInLinkToEmail(auth, email, app)
    const { link } = mailTo(world, email)
    expect(isSignInWithEmailLink(auth, link)).toBe(true)
    expect(new URL(link).searchParams.get('continueUrl')).toBe(app.url)
    const { user } = await signInWithEmailLink(auth, email, link)
    expect(user).toMatchObject({ email, emailVerified: true, isAnonymous: false })
    expect(await fetchSignInMethodsForEmail(auth, email)).toEqual(['emailLink'])
    expect(await codeOf(signInWithEmailLink(auth, email, link))).toBe('auth/invalid-action-code')
  })

  it('is for the address it was sent to, for an hour, and until the next one', async () => {
    await using world = await start(mode)
    const auth = world.device()
    await sendSignInLinkToEmail(auth, email, app)
    const first = mailTo(world, email).link
    expect(await codeOf(signInWithEmailLink(auth, 'eve@example.com', first))).toBe('auth/invalid-email')
    await sendSignInLinkToEmail(auth, email, app)
    const second = mailTo(world, email).link
    expect(await codeOf(signInWithEmailLink(auth, email, first))).toBe('auth/invalid-action-code')
    world.server.clock.advance(hourMs)
    expect(await codeOf(signInWithEmailLink(auth, email, second))).toBe('auth/expired-action-code')
  })

  it('signs one of two in who use it at the same moment', async () => {
    await using world = await start(mode)
    await sendSignInLinkToEmail(world.device(), email, app)
    const { link } = mailTo(world, email)
    const devices = Array.from({ length: 4 }, () => world.device())
    const codes = await Promise.all(devices.map((auth) => codeOf(signInWithEmailLink(auth, email, link))))
    expect(codes.toSorted()).toEqual([...Array.from({ length: 3 }, () => 'auth/invalid-action-code'), 'none'])
  })

  it('upgrades an anonymous account and confirms who is signed in', async () => {
    await using world = await start(mode)
    const auth = world.device()
    const { user } = await signInAnonymously(auth)
    await sendSignInLinkToEmail(auth, email, app)
    const linked = await linkWithCredential(
      user,
      EmailAuthProvider.credentialWithLink(email, mailTo(world, email).link),
    )
    expect(linked.user).toMatchObject({ uid: user.uid, email, emailVerified: true, isAnonymous: false })
    await sendSignInLinkToEmail(auth, email, app)
    const again = EmailAuthProvider.credentialWithLink(email, mailTo(world, email).link)
    expect((await reauthenticateWithCredential(user, again)).user.uid).toBe(user.uid)
  })

  it('throws out whoever prepared an account with the address of another', async () => {
    await using world = await start(mode)
    const [attacker, owner] = [world.device(), world.device()]
    const prepared = await createUserWithEmailAndPassword(attacker, email, password)
    await sendSignInLinkToEmail(owner, email, app)
    const { user } = await signInWithEmailLink(owner, email, mailTo(world, email).link)
    expect(user.uid).toBe(prepared.user.uid)
    expect(await codeOf(prepared.user.getIdToken(true))).toBe('auth/user-token-expired')
    expect(await codeOf(signInWithEmailAndPassword(attacker, email, password))).toBe('auth/invalid-credential')
  })
})

describe.each(['dev', 'start'] as const)('a mail, under %s', (mode) => {
  it('verifies an address', async () => {
    await using world = await start(mode)
    const auth = world.device()
    const { user } = await createUserWithEmailAndPassword(auth, email, password)
    await sendEmailVerification(user)
    const { code } = mailTo(world, email)
    expect(await checkActionCode(auth, code)).toMatchObject({
      operation: ActionCodeOperation.VERIFY_EMAIL,
      data: { email },
    })
    await applyActionCode(auth, code)
    await reload(user)
    expect(user.emailVerified).toBe(true)
    expect(await codeOf(applyActionCode(auth, code))).toBe('auth/invalid-action-code')
  })

  it('sets a new password, which ends every session and verifies the address', async () => {
    await using world = await start(mode)
    const [auth, other] = [world.device(), world.device()]
    const { user } = await createUserWithEmailAndPassword(other, email, password)
    await sendPasswordResetEmail(auth, email)
    const { code } = mailTo(world, email)
    expect(await verifyPasswordResetCode(auth, code)).toBe(email)
    expect(await codeOf(confirmPasswordReset(auth, code, 'short'))).toBe('auth/weak-password')
    await confirmPasswordReset(auth, code, 'another secret')
    expect(await codeOf(user.getIdToken(true))).toBe('auth/user-token-expired')
    expect(await codeOf(signInWithEmailAndPassword(auth, email, password))).toBe('auth/invalid-credential')
    expect((await signInWithEmailAndPassword(auth, email, 'another secret')).user.emailVerified).toBe(true)
    expect(await codeOf(confirmPasswordReset(auth, code, 'a third secret'))).toBe('auth/invalid-action-code')
  })

  it('is not sent for an unknown address, which is answered like a known one', async () => {
    await using world = await start(mode)
    expect(await codeOf(sendPasswordResetEmail(world.device(), email))).toBe('none')
    expect(world.server.mailbox.list(world.server.project)).toEqual([])
    await world.server.identity.settings.update(world.server.project, () => ({ emailPrivacy: false }))
    expect(await codeOf(sendPasswordResetEmail(world.device(), email))).toBe('auth/user-not-found')
  })

  it('changes an address, tells the one before, and takes it back', async () => {
    await using world = await start(mode)
    const auth = world.device()
    const { user } = await createVerified(world, auth)
    await verifyBeforeUpdateEmail(user, 'lovelace@example.com')
    await reload(user)
    expect(user.email).toBe(email)
    const change = mailTo(world, 'lovelace@example.com')
    await applyActionCode(auth, change.code)
    expect(await codeOf(reload(user))).toBe('auth/user-token-expired')
    const { user: changed } = await signInWithEmailAndPassword(auth, 'lovelace@example.com', password)
    expect(changed).toMatchObject({ uid: user.uid, emailVerified: true })

    const recovery = mailTo(world, email)
    expect(recovery).toMatchObject({ kind: 'RECOVER_EMAIL', newEmail: 'lovelace@example.com' })
    expect(await checkActionCode(auth, recovery.code)).toMatchObject({
      operation: ActionCodeOperation.RECOVER_EMAIL,
      data: { email },
    })
    await applyActionCode(auth, recovery.code)
    expect(await codeOf(changed.getIdToken(true))).toBe('auth/user-token-expired')
    expect(await codeOf(signInWithEmailAndPassword(auth, email, password))).toBe('auth/invalid-credential')
    await sendPasswordResetEmail(auth, email)
    await confirmPasswordReset(auth, mailTo(world, email).code, 'another secret')
    expect((await signInWithEmailAndPassword(auth, email, 'another secret')).user.uid).toBe(user.uid)
  })

  it('gives an account back without what its hijacker put into it', async () => {
    await using world = await start(mode, { emailPrivacy: false })
    const { user } = await createVerified(world)
    const { accounts } = world.server.identity
    const { project } = world.server
    await verifyBeforeUpdateEmail(user, 'later@evil.example')
    await updateEmail(user, 'thief@evil.example')
    await updatePassword(user, 'known to the thief')
    await accounts.update(project, user.uid, 'updated', (account) => ({
      account: {
        ...account,
        phoneNumber: '+14155550123',
        providers: [{ providerId: 'google.com', rawId: 'thief' }],
        secondFactors: [{ kind: 'phone', id: 'f', phoneNumber: '+14155550123', enrolledAt: 0 }],
      },
    }))
    const auth = world.device()
    await applyActionCode(auth, mailTo(world, email).code)
    const account = await accounts.get(project, user.uid)
    expect(account).toMatchObject({ email, emailVerified: true, providers: [] })
    expect([account.passwordHash, account.phoneNumber, account.secondFactors]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(await codeOf(user.getIdToken(true))).toBe('auth/user-token-expired')
    expect(await codeOf(signInWithEmailAndPassword(auth, email, 'known to the thief'))).toBe('auth/wrong-password')
    const later = mailTo(world, 'later@evil.example')
    expect(await codeOf(applyActionCode(auth, later.code))).toBe('auth/invalid-action-code')
  })

  it('A7 pre-hijacking: gives nobody an account back by an address that was prepared for another', async () => {
    await using world = await start(mode, { emailPrivacy: false })
    const [attacker, owner] = [world.device(), world.device()]
    const { user } = await createUserWithEmailAndPassword(attacker, 'victim@example.com', password)
    await updateEmail(user, 'nobody@evil.example')
    expect(world.server.mailbox.list(world.server.project)).toEqual([])
    await world.server.identity.accounts.delete(world.server.project, user.uid)

    const prepared = await createVerified(world, attacker)
    await updateEmail(prepared.user, 'victim@example.com')
    const recovery = mailTo(world, email)
    await sendSignInLinkToEmail(owner, 'victim@example.com', app)
    await signInWithEmailLink(owner, 'victim@example.com', mailTo(world, 'victim@example.com').link)
    // What was prepared goes back to whoever prepared it; the owner of the address has an account of their own.
    await applyActionCode(attacker, recovery.code)
    expect((await world.server.identity.accounts.get(world.server.project, prepared.user.uid)).email).toBe(email)
    expect(await codeOf(owner.currentUser?.getIdToken(true) ?? Promise.reject())).toBe('none')
    expect(owner.currentUser?.uid).not.toBe(prepared.user.uid)
  })

  it.each(['a reset', 'a link', 'a provider'])(
    'A7 hijack: a thief who claims the new, unverified address by %s gets no account of its owner, who can take the address back',
    async (way) => {
      await using world = await start(mode, { emailPrivacy: false })
      const { accounts, federated } = world.server.identity
      const { project } = world.server
      const { user } = await createVerified(world)
      const theft = 'thief@evil.example'
      await updateEmail(user, theft)
      const recovery = mailTo(world, email)
      const thief = world.device()
      if (way === 'a reset') {
        await sendPasswordResetEmail(thief, theft)
        await confirmPasswordReset(thief, mailTo(world, theft).code, 'known to the thief')
        await signInWithEmailAndPassword(thief, theft, 'known to the thief')
      } else if (way === 'a link') {
        await sendSignInLinkToEmail(thief, theft, app)
        await signInWithEmailLink(thief, theft, mailTo(world, theft).link)
      } else {
        const said = { providerId: 'google.com', rawId: 'thief', email: theft, emailVerified: true, profile: {} }
        const origin = { address: '192.0.2.1' }
        await federated.signIn(project, { ...said, isTrusted: true }, { autoCreate: true, origin })
      }
      const stolen = await accounts.findByEmail(project, theft)
      expect(stolen).toMatchObject({ emailVerified: true })
      expect(stolen?.uid).not.toBe(user.uid)
      expect(await codeOf(user.getIdToken(true))).toBe('auth/user-token-expired')
      expect(await accounts.get(project, user.uid)).toMatchObject({ email, emailVerified: true })
      await applyActionCode(world.device(), recovery.code)
      const { passwordHash } = await accounts.get(project, user.uid)
      expect(passwordHash).toBe(undefined)
    },
  )

  it('A7 hijack: a thief who takes the former address with another account does not keep it from its owner', async () => {
    await using world = await start(mode)
    const { user } = await createVerified(world)
    await verifyBeforeUpdateEmail(user, 'thief@evil.example')
    await applyActionCode(world.device(), mailTo(world, 'thief@evil.example').code)
    const recovery = mailTo(world, email)
    const thief = world.device()
    const squatter = await createUserWithEmailAndPassword(thief, email, 'known to the thief')
    const { accounts } = world.server.identity
    await applyActionCode(world.device(), recovery.code)
    expect(await accounts.findByEmail(world.server.project, email)).toMatchObject({
      uid: user.uid,
      emailVerified: true,
    })
    expect(await codeOf(squatter.user.getIdToken(true))).toBe('auth/user-token-expired')
    expect(await codeOf(signInWithEmailAndPassword(thief, email, 'known to the thief'))).toBe('auth/invalid-credential')
  })

  it('A7 hijack: an account can be taken back until the new address has been verified for seven days', async () => {
    await using world = await start(mode, { emailPrivacy: false })
    const { user } = await createVerified(world)
    const { accounts, codeUses } = world.server.identity
    const { project, clock } = world.server
    const dayMs = 24 * hourMs
    const thief = world.device()
    const steal = async (): Promise<string> => {
      await accounts.update(project, user.uid, 'updated', (account) => ({
        account: { ...account, formerEmails: undefined },
      }))
      const { user: hijacked } = await signInWithEmailAndPassword(thief, email, password)
      await updateEmail(hijacked, 'thief@evil.example')
      return mailTo(world, email).code
    }
    const verify = async (): Promise<void> => {
      const { user: hijacked } = await signInWithEmailAndPassword(thief, 'thief@evil.example', password)
      await sendEmailVerification(hijacked)
      await codeUses.apply(project, mailTo(world, 'thief@evil.example').code, { origin: '', apiKey: '' })
    }
    const code = await steal()
    clock.advance(20 * dayMs)
    await verify()
    clock.advance(6 * dayMs)
    await applyActionCode(world.device(), code)
    expect(await accounts.get(project, user.uid)).toMatchObject({ email, emailVerified: true })

    await sendPasswordResetEmail(thief, email)
    await confirmPasswordReset(thief, mailTo(world, email).code, password)
    const late = await steal()
    await verify()
    clock.advance(7 * dayMs + hourMs)
    expect(await codeOf(applyActionCode(world.device(), late))).toBe('auth/invalid-action-code')
  })

  it('takes an address back however often it was changed meanwhile', async () => {
    await using world = await start(mode, { emailPrivacy: false })
    const { user } = await createVerified(world)
    await updateEmail(user, 'thief@evil.example')
    const recovery = mailTo(world, email)
    const { accounts } = world.server.identity
    await accounts.update(world.server.project, user.uid, 'updated', (account) => ({
      account: { ...account, emailVerified: true },
    }))
    await updateEmail(user, 'second@evil.example')
    const other = mailTo(world, 'thief@evil.example')
    await applyActionCode(world.device(), recovery.code)
    expect(await accounts.get(world.server.project, user.uid)).toMatchObject({ email, emailVerified: true })
    expect(await codeOf(applyActionCode(world.device(), other.code))).toBe('auth/invalid-action-code')
  })

  it('tells the address before also when a change needed no mail', async () => {
    await using world = await start(mode, { emailPrivacy: false })
    const { user } = await createVerified(world)
    await updateEmail(user, 'lovelace@example.com')
    expect(mailTo(world, email).kind).toBe('RECOVER_EMAIL')
  })

  it.each(['a password', 'a link'])('tells the address before when %s comes with another', async (what) => {
    await using world = await start(mode, { emailPrivacy: false })
    const { server } = world
    const { user } = await createVerified(world)
    if (what === 'a password') {
      await server.identity.accounts.update(server.project, user.uid, 'updated', (account) => ({
        account: { ...account, passwordHash: undefined },
      }))
    }
    const idToken = await user.getIdToken()
    const other = 'thief@evil.example'
    if (what === 'a link') await sendSignInLinkToEmail(world.device(), other, app)
    const changed =
      what === 'a link'
        ? await server.call('accounts:signInWithEmailLink', {
            idToken,
            email: other,
            oobCode: mailTo(world, other).code,
          })
        : await server.call('accounts:signUp', { idToken, email: other, password })
    expect(changed.status).toBe(200)
    expect(mailTo(world, email)).toMatchObject({ kind: 'RECOVER_EMAIL', newEmail: other })
    await applyActionCode(world.device(), mailTo(world, email).code)
    expect((await server.identity.accounts.get(server.project, user.uid)).email).toBe(email)
  })

  it('does not do what another one is for, nor anything for an address the account has no more', async () => {
    await using world = await start(mode, { emailPrivacy: false })
    const auth = world.device()
    const { user } = await createUserWithEmailAndPassword(auth, email, password)
    await sendPasswordResetEmail(auth, email)
    const { code } = mailTo(world, email)
    expect(await codeOf(applyActionCode(auth, code))).toBe('auth/invalid-action-code')
    expect(await codeOf(signInWithEmailLink(auth, email, mailTo(world, email).link))).not.toBe('none')
    await updateEmail(user, 'lovelace@example.com')
    expect(await codeOf(confirmPasswordReset(auth, code, 'another secret'))).toBe('auth/invalid-action-code')
    expect(await codeOf(signInWithEmailAndPassword(auth, 'lovelace@example.com', password))).toBe('none')
  })
})

describe('under start', () => {
  it('A9 open redirect: links lead to authorised domains only, however their address is written', async () => {
    await using world = await start('start')
    const auth = world.device()
    await createUserWithEmailAndPassword(auth, email, password)
    const to = (url: string) => codeOf(sendPasswordResetEmail(auth, email, { url }))
    expect(await to('https://evil.example/')).toBe('auth/unauthorized-continue-uri')
    expect(await to('https://localhost.evil.example/')).toBe('auth/unauthorized-continue-uri')
    for (const disguised of [
      'https://localhost@evil.example/',
      'https://localhost%40evil.example/',
      'https://evil.example#localhost',
      'https://evil.example/?https://localhost',
      'https://evil.example\\@localhost/',
      'https://xn--localhost-evil.example/',
      '//evil.example/',
    ]) {
      expect(await to(disguised), disguised).toMatch(/^auth\/(unauthorized|invalid)-continue-uri$/)
    }
    expect(await to('javascript:alert(1)')).toBe('auth/invalid-continue-uri')
    expect(await to('http://localhost/after')).toBe('none')
  })

  it('an address is changed three times an hour, verified or not, and the mails about it are counted', async () => {
    await using world = await start('start', { emailPrivacy: false })
    const { identity, mailbox, project } = world.server
    const { user } = await createVerified(world)
    const change = async (emailVerified: boolean) => {
      await identity.accounts.update(project, user.uid, 'updated', (account) => ({
        account: { ...account, email, emailVerified },
      }))
      return await codeOf(updateEmail(user, 'lovelace@example.com'))
    }
    const told = () => mailbox.list(project).filter(({ kind }) => kind === 'RECOVER_EMAIL').length
    for (let time = 0; time < 3; time++) expect(await change(true)).toBe('none')
    expect([await change(true), await change(false), told()]).toEqual([
      'auth/too-many-requests',
      'auth/too-many-requests',
      3,
    ])
    expect((await identity.accounts.get(project, user.uid)).email).toBe(email)
  })

  it('an address gets three mails of a kind an hour, whether it has an account or not', async () => {
    await using world = await start('start')
    const auth = world.device()
    await createUserWithEmailAndPassword(auth, email, password)
    for (const address of [email, 'nobody@example.com']) {
      for (let mail = 0; mail < 3; mail++) expect(await codeOf(sendPasswordResetEmail(auth, address))).toBe('none')
      expect(await codeOf(sendPasswordResetEmail(auth, address))).toBe('auth/too-many-requests')
    }
    world.server.clock.advance(hourMs)
    expect(await codeOf(sendPasswordResetEmail(auth, email))).toBe('none')
  })
})
