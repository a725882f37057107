import { z } from 'zod'
import { isAuthorizedHost } from '../../identity/messages/action-link.ts'
import { nonAlphanumericCharacters, type PasswordPolicy } from '../../identity/passwords/password-policy.ts'
import { defineMethod } from './define-method.ts'

/** The domains that sign-in windows may be opened from: the project's authorised ones and the server's own. */
export const getProject = defineMethod({
  method: 'GET',
  path: 'v1/projects',
  request: z.object({}),
  async handle(_request, { project, exchange, identity }) {
    const { authorizedDomains } = await identity.settings.get(project)
    const { origin } = exchange.headers
    const own = new URL(exchange.publicOrigin).hostname
    // The SDKs look for their page's own name in the list.
    const asking = origin !== undefined && URL.canParse(origin) ? new URL(origin).hostname : own
    const domains = isAuthorizedHost(asking, authorizedDomains) ? [...authorizedDomains, asking] : authorizedDomains
    return { projectId: project, authorizedDomains: [...new Set([...domains, own])] }
  },
})

/** No reCAPTCHA: nothing is ever asked for. The key has the form that the SDK takes apart, and is never used. */
export const getRecaptchaConfig = defineMethod({
  method: 'GET',
  path: 'v2/recaptchaConfig',
  request: z.object({}),
  async handle(_request, { project }) {
    return {
      recaptchaKey: `projects/${project}/keys/none`,
      recaptchaEnforcementState: [
        { provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'OFF' },
        { provider: 'PHONE_PROVIDER', enforcementState: 'OFF' },
      ],
    }
  },
})

/** What `validatePassword` checks while somebody types. */
export const getPasswordPolicy = defineMethod({
  method: 'GET',
  path: 'v2/passwordPolicy',
  request: z.object({}),
  async handle(_request, { realm, identity }) {
    const { passwordPolicy } = await identity.settings.get(realm)
    return {
      customStrengthOptions: encodeStrength(passwordPolicy),
      allowedNonAlphanumericCharacters: nonAlphanumericCharacters,
      enforcementState: passwordPolicy.enforcement,
      forceUpgradeOnSignin: passwordPolicy.forceUpgradeOnSignIn,
      schemaVersion: 1,
    }
  },
})

/** A character class that is not asked for is left out: the SDK shows only what is there. */
function encodeStrength(policy: PasswordPolicy): Record<string, unknown> {
  return {
    minPasswordLength: policy.charactersMin,
    maxPasswordLength: policy.charactersMax,
    ...(policy.needsLowercase && { containsLowercaseCharacter: true }),
    ...(policy.needsUppercase && { containsUppercaseCharacter: true }),
    ...(policy.needsNumeric && { containsNumericCharacter: true }),
    ...(policy.needsNonAlphanumeric && { containsNonAlphanumericCharacter: true }),
  }
}
