import { z } from 'zod'
import { identityError } from '../../identity/identity-error.ts'
import { defineAdminMethod, optionalInteger, optionalText } from './define-method.ts'

const LIFE_SECONDS_DEFAULT = 14 * 24 * 60 * 60

export const createSessionCookie = defineAdminMethod({
  method: 'POST',
  path: 'v1/projects/:project:createSessionCookie',
  needs: 'editor',
  request: z.object({ idToken: optionalText, validDuration: optionalInteger }),
  async handle({ idToken, validDuration }, { realm, identity }) {
    if (!idToken) throw identityError('MISSING_ID_TOKEN')
    const lifeSeconds = validDuration ?? LIFE_SECONDS_DEFAULT
    return { sessionCookie: await identity.administration.createSessionCookie(realm, idToken, lifeSeconds) }
  },
})
