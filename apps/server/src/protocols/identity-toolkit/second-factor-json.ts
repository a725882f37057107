import { z } from 'zod'
import type { Account } from '../../identity/accounts/account.ts'
import type { WantedFactor } from '../../identity/accounts/account-administration.ts'
import type { SecondFactor } from '../../identity/sign-in/second-factor.ts'
import { optionalText } from './define-method.ts'

/** What administrators send: numbers, and what they were given of factors that are to stay. */
export const factorsRequest = z
  .array(
    z.object({
      mfaEnrollmentId: optionalText,
      displayName: optionalText,
      phoneInfo: optionalText,
      enrolledAt: optionalText,
    }),
  )
  .max(20)
  .nullish()

export function decodeFactors(factors: NonNullable<z.infer<typeof factorsRequest>>): WantedFactor[] {
  return factors.map((factor) => ({
    id: factor.mfaEnrollmentId,
    displayName: factor.displayName,
    phoneNumber: factor.phoneInfo,
    enrolledAt: factor.enrolledAt === undefined ? undefined : Date.parse(factor.enrolledAt) || undefined,
  }))
}

/** `mfaInfo` as the account's owner and administrators see it. */
export function encodeSecondFactors(account: Account): Record<string, unknown>[] {
  return (account.secondFactors ?? []).map((factor) => encode(factor, (phoneNumber) => phoneNumber))
}

/**
 * `mfaInfo` with the secrets of authenticator apps (`sharedSecretKey`, base32), as `accounts:batchCreate` takes it again. `open` is what
 * opens a secret as it is kept.
 */
export function encodeFactorsWithSecrets(
  account: Account,
  open: (secret: string) => string,
): Record<string, unknown>[] | undefined {
  return account.secondFactors?.map((factor) => ({
    ...encode(factor, (phoneNumber) => phoneNumber),
    ...(factor.kind === 'totp' && { totpInfo: { sharedSecretKey: open(factor.secret) } }),
  }))
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
