import { z } from 'zod'
import type { Account } from '../../identity/accounts/account.ts'
import { identityError } from '../../identity/identity-error.ts'
import type { VerifiedIdToken } from '../../identity/tokens/id-tokens.ts'
import { defineMethod, optionalFlag, optionalInteger, optionalText } from './define-method.ts'
import { mailRequestOf } from './action-codes.ts'
import { encodeAccount, encodeProviders, encodeTokens } from './encode-account.ts'

/** `UserAttributeName` of the vendor's API, by its numbers: what a user or an administrator may take from an account. */
const names = { 2: 'DISPLAY_NAME', 4: 'PHOTO_URL' } as const

const attribute = z.union([
  z.enum(['DISPLAY_NAME', 'PHOTO_URL']),
  z.union([z.literal(2), z.literal(4)]).transform((number) => names[number]),
])

/** The field `deleteAttribute`: names, or numbers, as the SDK for Android sends them. */
export const deletedAttributes = z
  .array(attribute)
  .max(10)
  .nullish()
  .transform((attributes) => attributes ?? undefined)

/** The field `deletePasskey`: ids of credentials. */
export const deletedPasskeys = z
  .array(z.string())
  .max(20)
  .nullish()
  .transform((ids) => ids ?? undefined)

/** What a user changes in the own account. `validSince` signs out everywhere. */
export const updateOwnAccount = defineMethod({
  method: 'POST',
  path: 'v1/accounts:update',
  request: z.object({
    idToken: optionalText,
    oobCode: optionalText,
    displayName: optionalText,
    photoUrl: optionalText,
    email: optionalText,
    password: optionalText,
    deleteAttribute: deletedAttributes,
    deleteProvider: z.array(z.string()).max(20).nullish(),
    deletePasskey: deletedPasskeys,
    validSince: optionalInteger,
    returnSecureToken: optionalFlag,
    localId: optionalText,
    customAttributes: optionalText,
    disableUser: optionalFlag,
    emailVerified: optionalFlag,
    phoneNumber: optionalText,
    linkProviderUserInfo: z.unknown().optional(),
    mfa: z.unknown().optional(),
  }),
  async handle(request, call) {
    const { project, realm, exchange, identity } = call
    const { idToken } = request
    if (request.oobCode !== undefined) {
      const { account } = await identity.codeUses.apply(realm, request.oobCode, mailRequestOf(call, undefined))
      return encodeUpdated(account)
    }
    if (!idToken) throw identityError('MISSING_ID_TOKEN')
    const forAdministrators = [
      request.localId,
      request.customAttributes,
      request.disableUser,
      request.emailVerified,
      request.phoneNumber,
      request.linkProviderUserInfo,
      request.mfa,
    ]
    if (forAdministrators.some((value) => value !== undefined && value !== null)) {
      throw identityError(
        'INSUFFICIENT_PERMISSION',
        'Only administrators change claims, states and linked providers of accounts.',
      )
    }
    const edit = {
      displayName: request.displayName,
      photoUrl: request.photoUrl,
      email: request.email,
      password: request.password,
      deleteAttributes: request.deleteAttribute,
      deleteProviders: request.deleteProvider ?? undefined,
      deletePasskeys: request.deletePasskey,
      signOutEverywhere: request.validSince !== undefined,
      wantsTokens: request.returnSecureToken,
    }
    const mail = mailRequestOf(call, undefined)
    const { account, issued } = await identity.ownAccount.update(project, idToken, edit, mail)
    exchange.note({ uid: account.uid })
    return { ...encodeUpdated(account), ...(issued !== undefined && encodeTokens(issued)) }
  },
})

function encodeUpdated(account: Account): Record<string, unknown> {
  return {
    kind: 'identitytoolkit#SetAccountInfoResponse',
    localId: account.uid,
    email: account.email,
    emailVerified: account.emailVerified,
    displayName: account.displayName,
    photoUrl: account.photoUrl,
    providerUserInfo: encodeProviders(account),
  }
}

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
