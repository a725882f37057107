import type { Account, FormerEmail } from './account.ts'
import { claimedByEmail } from './account-edit.ts'

/**
 * Addresses that were shown to be an account's user's before it got another one: each may take the account back. That lasts until the
 * address after them has been verified for seven days; until then it doesn't run out, or whoever took the account over would only wait.
 */
const recoverableMs = 7 * 24 * 60 * 60 * 1000
const formerEmailsMax = 10

/** The account after its address was changed or verified since `before`, by its user. */
export function withFormerEmails(account: Account, before: Account, nowMs: number): Account {
  const isOther = account.email !== before.email
  if (!isOther && account.emailVerified === before.emailVerified) return account
  const recoverableUntil = account.emailVerified ? nowMs + recoverableMs : undefined
  const formerEmails = (before.formerEmails ?? [])
    .filter((former) => isRecoverable(former, nowMs) && ![account.email, before.email].includes(former.email))
    .map((former) => (before.emailVerified ? former : { ...former, recoverableUntil }))
  if (isOther && before.email !== undefined && before.emailVerified) {
    formerEmails.push({ email: before.email, recoverableUntil })
  }
  // The oldest stay: whoever took the account over can't push the owner's out.
  return { ...account, formerEmails: formerEmails.length === 0 ? undefined : formerEmails.slice(0, formerEmailsMax) }
}

/**
 * The account after a former address of its user took it back; undefined when the address is none. Whoever changed it may know the
 * password or have added ways in, before the change or after: all of them go, and the owner chooses a password by a mail.
 */
export function recoveredByEmail(account: Account, email: string, nowMs: number): Account | undefined {
  const formerEmails = account.formerEmails ?? []
  const at = formerEmails.findIndex((former) => former.email === email && isRecoverable(former, nowMs))
  if (at < 0) return undefined
  const claimed = claimedByEmail({ ...account, email, emailVerified: false })
  return { ...claimed, secondFactors: undefined, formerEmails: formerEmails.slice(0, at) }
}

/** Whether the account has an address that nobody has verified, and had a verified one before that may take it back. */
export function isOfFormerEmail(account: Account, nowMs: number): boolean {
  return !account.emailVerified && (account.formerEmails ?? []).some((former) => isRecoverable(former, nowMs))
}

/** The account of `isOfFormerEmail` with its last verified address again; that one may still take it back whole. */
export function withoutUnverifiedEmail(account: Account, nowMs: number): Account {
  const formerEmails = (account.formerEmails ?? [])
    .filter((former) => isRecoverable(former, nowMs))
    .map(({ email }) => ({ email, recoverableUntil: nowMs + recoverableMs }))
  return { ...account, email: formerEmails.at(-1)?.email, emailVerified: formerEmails.length > 0, formerEmails }
}

function isRecoverable({ recoverableUntil }: FormerEmail, nowMs: number): boolean {
  return recoverableUntil === undefined || recoverableUntil > nowMs
}
