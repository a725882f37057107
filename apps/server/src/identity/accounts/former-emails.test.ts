import { describe, expect, it } from 'vitest'
import type { Account } from './account.ts'
import {
  enteredByEmail,
  isOfFormerEmail,
  recoveredByEmail,
  withFormerEmails,
  withoutUnverifiedEmail,
} from './former-emails.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const verified: Account = {
  uid: 'ada',
  email: 'ada@example.com',
  emailVerified: true,
  passwordHash: 'known to the thief',
  disabled: false,
  providers: [],
  createdAt: 0,
  validSince: 0,
}

function changed(account: Account, email: string, { nowMs = 0, emailVerified = false } = {}): Account {
  return withFormerEmails({ ...account, email, emailVerified }, account, nowMs)
}

describe('a former address', () => {
  it('does not run out before the address after it is verified, and does seven days later', () => {
    const stolen = changed(verified, 'thief@evil.example')
    expect(recoveredByEmail(stolen, 'ada@example.com', 1_000 * DAY_MS)?.email).toBe('ada@example.com')
    const theirs = withFormerEmails({ ...stolen, emailVerified: true }, stolen, 10 * DAY_MS)
    expect(recoveredByEmail(theirs, 'ada@example.com', 17 * DAY_MS - 1)?.email).toBe('ada@example.com')
    expect(recoveredByEmail(theirs, 'ada@example.com', 17 * DAY_MS)).toBe(undefined)
  })

  it('is none that nobody had verified, and none that the account never had', () => {
    const claimed = changed({ ...verified, emailVerified: false }, 'second@example.com')
    expect(claimed.formerEmails).toBe(undefined)
    expect(recoveredByEmail(changed(verified, 'thief@evil.example'), 'eve@example.com', 0)).toBe(undefined)
  })

  it('is not pushed out by however many later ones, nor longer lived by them', () => {
    let account = changed(verified, 'thief-0@evil.example', { emailVerified: true })
    for (let number = 1; number < 20; number++) {
      account = changed(account, `thief-${number}@evil.example`, { nowMs: number, emailVerified: true })
    }
    expect(account.formerEmails).toHaveLength(10)
    expect(recoveredByEmail(account, 'ada@example.com', 6 * DAY_MS)?.formerEmails).toEqual([])
    expect(recoveredByEmail(account, 'ada@example.com', 7 * DAY_MS)).toBe(undefined)
  })

  it('that takes the account back takes away what was put into it, and the way back of the ones after it', () => {
    const stolen = changed(changed(verified, 'thief@evil.example', { emailVerified: true }), 'second@evil.example')
    const back = recoveredByEmail(stolen, 'ada@example.com', 0)
    expect(back).toMatchObject({ email: 'ada@example.com', emailVerified: true, formerEmails: [] })
    expect(back?.passwordHash).toBe(undefined)
  })

  it('is the account’s again when an unverified one is given up, and may take it back whole', () => {
    const stolen = changed(verified, 'thief@evil.example')
    expect([isOfFormerEmail(stolen, 0), isOfFormerEmail(verified, 0)]).toEqual([true, false])
    const released = withoutUnverifiedEmail(stolen, DAY_MS)
    expect(released).toMatchObject({
      email: 'ada@example.com',
      emailVerified: true,
      passwordHash: 'known to the thief',
    })
    expect(recoveredByEmail(released, 'ada@example.com', 7 * DAY_MS)?.passwordHash).toBe(undefined)
    expect(changed(released, 'later@example.com', { nowMs: DAY_MS }).formerEmails).toHaveLength(1)
  })

  it('stays one when the account comes back to it unverified, and its holder takes the account back by it', () => {
    const back = changed(changed(verified, 'thief@evil.example'), 'ada@example.com')
    expect(isOfFormerEmail(back, 0)).toBe(false)
    expect(enteredByEmail(back, 0)).toMatchObject({ emailVerified: true, passwordHash: undefined, formerEmails: [] })
    const away = changed(back, 'second@evil.example')
    expect(isOfFormerEmail(away, 0)).toBe(true)
    expect(recoveredByEmail(away, 'ada@example.com', 1_000 * DAY_MS)?.email).toBe('ada@example.com')
  })

  it('that is verified again leaves those after it no way back, and its holder theirs', () => {
    const stolen = changed(verified, 'thief@evil.example', { emailVerified: true })
    const confirmed = changed(stolen, 'ada@example.com', { nowMs: DAY_MS, emailVerified: true })
    const unverified = changed(stolen, 'ada@example.com', { nowMs: DAY_MS })
    for (const back of [confirmed, withFormerEmails({ ...unverified, emailVerified: true }, unverified, DAY_MS)]) {
      expect(back.passwordHash).toBe('known to the thief')
      expect(recoveredByEmail(back, 'thief@evil.example', DAY_MS)).toBe(undefined)
      expect(recoveredByEmail(back, 'ada@example.com', DAY_MS)?.passwordHash).toBe(undefined)
    }
  })
})
