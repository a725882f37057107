import { z } from 'zod'
import { identityError } from '../../identity/identity-error.ts'
import { defineMethod, optionalText } from './define-method.ts'

export const deleteOwnAccount = defineMethod({
  method: 'POST',
  path: 'v1/accounts:delete',
  request: z.object({ idToken: optionalText }),
  async handle({ idToken }, { project, identity }) {
    if (!idToken) throw identityError('MISSING_ID_TOKEN')
    await identity.ownAccount.delete(project, idToken)
    return { kind: 'identitytoolkit#DeleteAccountResponse' }
  },
})
