import type { Account, FormerEmail } from './account.ts'
import { claimedByEmail } from './account-edit.ts'

/**
 * Addresses that were shown to be an account's user's before it got another one: each may take the account back. That lasts until the
 * address after them has been verified for seven days; until then it doesn't run out, or whoever took the account over would only wait.
 */
const RECOVERABLE_MS = 7 * 24 * 60 * 60 * 1000
const FORMER_EMAILS_MAX = 10

/**
 * The account after its address was changed or verified since `before`, by its user. An address that the account comes back to stays a former
 * one: without a proof it may be the thief who came back, and with one its owner may still take away what was put into the account.
 */
export function withFormerEmails(account: Account, before: Account, nowMs: number): Account {
  const isOther = account.email !== before.email
  if (!isOther && account.emailVerified === before.emailVerified) return account
  const recoverableUntil = account.emailVerified ? nowMs + RECOVERABLE_MS : undefined
  const known = (before.formerEmails ?? [])
    .filter((former) => isRecoverable(former, nowMs))
    .map((former) => (before.emailVerified ? former : { ...former, recoverableUntil }))
  const back = known.findIndex(({ email }) => email === account.email)
  // Those after an address that is verified again may be a thief's.
  if (account.emailVerified && back >= 0) return { ...account, formerEmails: known.slice(0, back + 1) }
  const leaves = isOther && before.emailVerified ? before.email : undefined
  const formerEmails = known.filter(({ email }) => email !== leaves)
  if (leaves !== undefined) formerEmails.push({ email: leaves, recoverableUntil })
  // The oldest stay: whoever took the account over can't push the owner's out.
  return { ...account, formerEmails: formerEmails.length === 0 ? undefined : formerEmails.slice(0, FORMER_EMAILS_MAX) }
}

/** Whether an address is one that the account's user had and had verified, and may still take the account back. */
export function mayTakeBack(account: Account, email: string, nowMs: number): boolean {
  return (account.formerEmails ?? []).some((former) => former.email === email && isRecoverable(former, nowMs))
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

/**
 * The account of whoever shows that its address is theirs, without a session. One that came back to a former address unverified is its owner's,
 * who takes it back.
 */
export function enteredByEmail(account: Account, nowMs: number): Account {
  const { email, emailVerified } = account
  const recovered = email === undefined || emailVerified ? undefined : recoveredByEmail(account, email, nowMs)
  return recovered ?? claimedByEmail(account)
}

/** Whether the account has an address that nobody has verified, and had another, verified one before that may take it back. */
export function isOfFormerEmail(account: Account, nowMs: number): boolean {
  const { email, emailVerified, formerEmails = [] } = account
  if (emailVerified || (email !== undefined && mayTakeBack(account, email, nowMs))) return false
  return formerEmails.some((former) => isRecoverable(former, nowMs))
}

/** The account of `isOfFormerEmail` with its last verified address again; that one may still take it back whole. */
export function withoutUnverifiedEmail(account: Account, nowMs: number): Account {
  const formerEmails = (account.formerEmails ?? [])
    .filter((former) => isRecoverable(former, nowMs))
    .map(({ email }) => ({ email, recoverableUntil: nowMs + RECOVERABLE_MS }))
  return { ...account, email: formerEmails.at(-1)?.email, emailVerified: formerEmails.length > 0, formerEmails }
}

function isRecoverable({ recoverableUntil }: FormerEmail, nowMs: number): boolean {
  return recoverableUntil === undefined || recoverableUntil > nowMs
}
