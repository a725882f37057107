import { z } from 'zod'
import { identityError } from '../../identity/identity-error.ts'
import type { VerifiedIdToken } from '../../identity/tokens/id-tokens.ts'
import { defineMethod, optionalText } from './define-method.ts'
import { encodeAccount } from './encode-account.ts'

/** The account an ID token stands for. An operator session answers for itself: it has no account. */
export const lookUp = defineMethod({
  method: 'POST',
  path: 'v1/accounts:lookup',
  request: z.object({ idToken: optionalText }),
  async handle({ idToken }, { project, exchange, identity }) {
    if (!idToken) throw identityError('MISSING_ID_TOKEN')
    const holder = await identity.holders.get(project, idToken)
    exchange.note({ uid: holder.token.uid })
    const user = holder.kind === 'account' ? encodeAccount(holder.account, holder.realm) : encodeOperator(holder.token)
    return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [user] }
  },
})

function encodeOperator(token: VerifiedIdToken): Record<string, unknown> {
  const since = String(token.authTime * 1000)
  return {
    localId: token.uid,
    emailVerified: false,
    disabled: false,
    customAuth: true,
    providerUserInfo: [],
    validSince: String(token.authTime),
    createdAt: since,
    lastLoginAt: since,
  }
}
