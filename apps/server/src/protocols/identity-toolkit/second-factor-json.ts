import type { Account } from '../../identity/account.ts'
import type { SecondFactor } from '../../identity/second-factor.ts'

/** `mfaInfo` as the account's owner and administrators see it. */
export function encodeSecondFactors(account: Account): Record<string, unknown>[] {
  return (account.secondFactors ?? []).map((factor) => encode(factor, (phoneNumber) => phoneNumber))
}

/** `mfaInfo` for somebody who knows the first factor only: of a number the last four digits. */
export function encodeHiddenFactors(account: Account): Record<string, unknown>[] {
  const hidden = (phoneNumber: string): string => `+${'*'.repeat(phoneNumber.length - 5)}${phoneNumber.slice(-4)}`
  return (account.secondFactors ?? []).map((factor) => encode(factor, hidden))
}

function encode(factor: SecondFactor, show: (phoneNumber: string) => string): Record<string, unknown> {
  const { id, displayName, enrolledAt } = factor
  return {
    mfaEnrollmentId: id,
    displayName,
    enrolledAt: new Date(enrolledAt).toISOString(),
    ...(factor.kind === 'phone' ? { phoneInfo: show(factor.phoneNumber) } : { totpInfo: {} }),
  }
}
