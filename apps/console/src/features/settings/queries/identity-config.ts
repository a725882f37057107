import * as z from 'zod/mini'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'

const flag = z.optional(z.boolean())

const strength = z.object({
  minPasswordLength: z.number(),
  maxPasswordLength: z.number(),
  containsLowercaseCharacter: flag,
  containsUppercaseCharacter: flag,
  containsNumericCharacter: flag,
  containsNonAlphanumericCharacter: flag,
})

const smsRegions = z.object({
  allowByDefault: z.optional(z.object({ disallowedRegions: z.array(z.string()) })),
  allowlistOnly: z.optional(z.object({ allowedRegions: z.array(z.string()) })),
})

const identityConfig = z.object({
  signIn: z.object({
    email: z.object({ enabled: flag, passwordRequired: flag }),
    phoneNumber: z.object({ enabled: flag }),
    anonymous: z.object({ enabled: flag }),
  }),
  client: z.object({ permissions: z.object({ disabledUserSignup: flag }) }),
  emailPrivacyConfig: z.object({ enableImprovedEmailPrivacy: flag }),
  passwordPolicyConfig: z.object({
    passwordPolicyEnforcementState: z.enum(['ENFORCE', 'OFF']),
    forceUpgradeOnSignin: flag,
    passwordPolicyVersions: z.array(z.object({ customStrengthOptions: strength })),
  }),
  /** Left out where every domain is allowed. */
  authorizedDomains: z.optional(z.array(z.string())),
  smsRegionConfig: smsRegions,
  mfa: z.object({
    providerConfigs: z.array(z.object({ state: z.string(), totpProviderConfig: z.optional(z.unknown()) })),
  }),
})

/** How a project lets people in, in the vendor's words. */
export type IdentityConfig = z.infer<typeof identityConfig>
export type SmsRegionConfig = z.infer<typeof smsRegions>
export type PasswordStrength = z.infer<typeof strength>

export async function getIdentityConfig(project: ProjectSession): Promise<IdentityConfig> {
  return await project.call({ path: pathOf(project), answer: identityConfig })
}

/** Changes what the mask names, such as `signIn.anonymous.enabled`; the rest stays. */
export async function changeIdentityConfig(
  project: ProjectSession,
  updateMask: string,
  change: object,
): Promise<IdentityConfig> {
  const path = `${pathOf(project)}?${new URLSearchParams({ updateMask })}`
  return await project.call({ method: 'PATCH', path, body: change, answer: identityConfig })
}

function pathOf(project: ProjectSession): string {
  return `/identitytoolkit.googleapis.com/v2/projects/${encodeURIComponent(project.id)}/config`
}

const passkeyConfig = z.object({
  /** Empty while passkeys are off. */
  rpId: z.string(),
  expectedOrigins: z.array(z.string()),
})

/** Whom a project's passkeys are made for, in the vendor's words. */
export type PasskeyConfig = z.infer<typeof passkeyConfig>

export async function getPasskeyConfig(project: ProjectSession): Promise<PasskeyConfig> {
  return await project.call({ path: passkeyPathOf(project), answer: passkeyConfig })
}

/** Throws `INVALID_CONFIG` for a name or an origin that browsers would not take. */
export async function changePasskeyConfig(project: ProjectSession, change: PasskeyConfig): Promise<PasskeyConfig> {
  return await project.call({ method: 'PATCH', path: passkeyPathOf(project), body: change, answer: passkeyConfig })
}

function passkeyPathOf(project: ProjectSession): string {
  return `/identitytoolkit.googleapis.com/v2/projects/${encodeURIComponent(project.id)}/passkeyConfig`
}
