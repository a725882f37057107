import { z } from 'zod'
import { nonAlphanumericCharacters } from '../../identity/password-policy.ts'
import { defineMethod } from './define-method.ts'
import { encodeStrength } from './password-policy-json.ts'

/** The domains that pop-ups may come from: the server's own and this machine's. */
export const getProject = defineMethod({
  method: 'GET',
  path: 'v1/projects',
  request: z.object({}),
  async handle(_request, { project, exchange }) {
    const own = new URL(exchange.publicOrigin).hostname
    return { projectId: project, authorizedDomains: [...new Set(['localhost', '127.0.0.1', own])] }
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
