import type { Account } from './account.ts'

/** Which ending of an account's sessions something began after. */
export type RevocationMark = Pick<Account, 'validSince' | 'revocations'>

export function revocationMarkOf({ validSince, revocations }: Account): RevocationMark {
  return { validSince, revocations }
}

/** Whether all sessions of the account were ended since `mark` was taken, be it within the same second. */
export function isRevokedSince({ validSince, revocations = 0 }: RevocationMark, account: Account): boolean {
  return validSince !== account.validSince || revocations !== (account.revocations ?? 0)
}

/**
 * The account after everything that was signed in with it so far has ended. `validSince` has whole seconds, and is all that a server library goes by: it is
 * that of now, as with the vendor, but the next one where a session has begun in this one, whose tokens would be good there for another hour.
 */
export function withoutSessions(account: Account, nowMs: number): Account {
  const { validSince, lastAuthTime = 0, revocations = 0 } = account
  return {
    ...account,
    validSince: Math.max(Math.floor(nowMs / 1000), validSince, lastAuthTime + 1),
    revocations: revocations + 1,
  }
}
