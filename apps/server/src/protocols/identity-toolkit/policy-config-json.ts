import { z } from 'zod'
import { StatusError } from '@hearth/model'
import type { PasswordPolicy } from '../../identity/passwords/password-policy.ts'
import { everySmsRegion, type SmsRegions } from '../../identity/sign-in/sms-regions.ts'

const flag = z.boolean().optional()

/** A password policy in the words of the vendor's configuration. */
export const policyConfigRequest = z.object({
  passwordPolicyEnforcementState: z.enum(['ENFORCE', 'OFF']).optional(),
  forceUpgradeOnSignin: flag,
  passwordPolicyVersions: z
    .array(
      z.object({
        customStrengthOptions: z.object({
          minPasswordLength: z.number().int().min(6).max(30).optional(),
          maxPasswordLength: z.number().int().min(6).max(4_096).optional(),
          containsLowercaseCharacter: flag,
          containsUppercaseCharacter: flag,
          containsNumericCharacter: flag,
          containsNonAlphanumericCharacter: flag,
        }),
      }),
    )
    .length(1)
    .optional(),
})
const regions = z
  .array(z.string().regex(/^[A-Z]{2}$/))
  .max(300)
  .default([])

/** `SmsRegionConfig` of the vendor's configuration: one of the two, or none for all regions. */
export const smsRegionRequest = z
  .strictObject({
    allowByDefault: z.strictObject({ disallowedRegions: regions }).optional(),
    allowlistOnly: z.strictObject({ allowedRegions: regions }).optional(),
  })
  .refine((config) => config.allowByDefault === undefined || config.allowlistOnly === undefined, {
    error: 'regions are allowed by default or by a list, not both',
  })

/** The policy after the change; what is not named stays. Throws `INVALID_CONFIG`. */
export function policyOf(request: z.infer<typeof policyConfigRequest>, current: PasswordPolicy): PasswordPolicy {
  const strength = request.passwordPolicyVersions?.[0]?.customStrengthOptions
  const policy: PasswordPolicy = {
    ...current,
    enforcement: request.passwordPolicyEnforcementState ?? current.enforcement,
    forceUpgradeOnSignIn: request.forceUpgradeOnSignin ?? current.forceUpgradeOnSignIn,
    charactersMin: strength?.minPasswordLength ?? current.charactersMin,
    charactersMax: strength?.maxPasswordLength ?? current.charactersMax,
    needsLowercase: strength?.containsLowercaseCharacter ?? current.needsLowercase,
    needsUppercase: strength?.containsUppercaseCharacter ?? current.needsUppercase,
    needsNumeric: strength?.containsNumericCharacter ?? current.needsNumeric,
    needsNonAlphanumeric: strength?.containsNonAlphanumericCharacter ?? current.needsNonAlphanumeric,
  }
  if (policy.charactersMin <= policy.charactersMax) return policy
  throw new StatusError(
    'invalid-argument',
    'INVALID_CONFIG',
    'The longest password allowed is shorter than the shortest.',
  )
}

export function encodePolicyConfig(policy: PasswordPolicy): Record<string, unknown> {
  return {
    passwordPolicyEnforcementState: policy.enforcement,
    forceUpgradeOnSignin: policy.forceUpgradeOnSignIn,
    passwordPolicyVersions: [
      {
        schemaVersion: 1,
        customStrengthOptions: {
          minPasswordLength: policy.charactersMin,
          maxPasswordLength: policy.charactersMax,
          containsLowercaseCharacter: policy.needsLowercase,
          containsUppercaseCharacter: policy.needsUppercase,
          containsNumericCharacter: policy.needsNumeric,
          containsNonAlphanumericCharacter: policy.needsNonAlphanumeric,
        },
      },
    ],
  }
}

export function smsRegionsOf({ allowByDefault, allowlistOnly }: z.infer<typeof smsRegionRequest>): SmsRegions {
  if (allowlistOnly !== undefined) return { allowsByDefault: false, regions: allowlistOnly.allowedRegions }
  if (allowByDefault !== undefined) return { allowsByDefault: true, regions: allowByDefault.disallowedRegions }
  return everySmsRegion
}

export function encodeSmsRegions({ allowsByDefault, regions: named }: SmsRegions): z.input<typeof smsRegionRequest> {
  return allowsByDefault
    ? { allowByDefault: { disallowedRegions: [...named] } }
    : { allowlistOnly: { allowedRegions: [...named] } }
}
