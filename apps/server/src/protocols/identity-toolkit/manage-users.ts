import { z } from 'zod'
import { assertMayChangeConsole, mayChangeConsole } from '../../access/key-scopes.ts'
import type { LookUp } from '../../identity/accounts/account-administration.ts'
import { parseClaims } from '../../identity/accounts/custom-claims.ts'
import { identityError } from '../../identity/identity-error.ts'
import { always, defineAdminMethod, optionalFlag, optionalInteger, optionalText } from './define-method.ts'
import { deletedAttributes, deletedPasskeys } from './own-account.ts'
import { encodeAccount, encodePasswordHash, encodeProviders } from './encode-account.ts'
import { encodePasskeysWithKeys } from './passkey-json.ts'
import { decodeFactors, encodeFactorsWithSecrets, factorsRequest } from './second-factor-json.ts'

const IDENTIFIERS_MAX = 100
const PAGE_SIZE_DEFAULT = 20
const PAGE_SIZE_MAX = 1_000
const DELETED_AT_ONCE_MAX = 1_000

const textList = z
  .union([z.string().transform((text) => [text]), z.array(z.string())])
  .nullish()
  .transform((list) => list ?? [])

export const createUser = defineAdminMethod({
  method: 'POST',
  path: 'v1/projects/:project/accounts',
  needs: 'editor',
  // Whoever has the address and the password of a new account is in, with a verified address if they like.
  needsRecentSignIn: always,
  request: z.object({
    localId: optionalText,
    email: optionalText,
    password: optionalText,
    displayName: optionalText,
    photoUrl: optionalText,
    phoneNumber: optionalText,
    emailVerified: optionalFlag,
    disabled: optionalFlag,
    mfaInfo: factorsRequest,
  }),
  async handle({ localId, mfaInfo, ...wanted }, { realm, identity }) {
    const phoneFactors = decodeFactors(mfaInfo ?? [])
    const account = await identity.administration.create(realm, { uid: localId, ...wanted }, phoneFactors)
    return {
      kind: 'identitytoolkit#SignupNewUserResponse',
      localId: account.uid,
      email: account.email,
      displayName: account.displayName,
    }
  },
})

export const lookUpUsers = defineAdminMethod({
  method: 'POST',
  path: 'v1/projects/:project/accounts:lookup',
  needs: 'viewer',
  request: z.object({
    idToken: optionalText,
    localId: textList,
    email: textList,
    phoneNumber: textList,
    federatedUserId: z.array(z.object({ providerId: z.string(), rawId: z.string() })).nullish(),
  }),
  async handle(request, { project, realm, identity }) {
    const holder = request.idToken ? await identity.holders.account(project, request.idToken) : undefined
    const wanted: LookUp[] = [
      ...(holder === undefined ? [] : [{ kind: 'uid', uid: holder.account.uid } as const]),
      ...request.localId.map((uid) => ({ kind: 'uid', uid }) as const),
      ...request.email.map((email) => ({ kind: 'email', email }) as const),
      ...request.phoneNumber.map((phoneNumber) => ({ kind: 'phone', phoneNumber }) as const),
      ...(request.federatedUserId ?? []).map((user) => ({ kind: 'provider', ...user }) as const),
    ]
    if (wanted.length > IDENTIFIERS_MAX) {
      throw identityError('INVALID_REQ_TYPE', `At most ${IDENTIFIERS_MAX} users are looked up at once.`)
    }
    const accounts = await identity.administration.lookUp(realm, wanted)
    const kind = 'identitytoolkit#GetAccountInfoResponse'
    return accounts.length === 0 ? { kind } : { kind, users: accounts.map((account) => encodeAccount(account, realm)) }
  },
})

export const listUsers = defineAdminMethod({
  method: 'GET',
  path: 'v1/projects/:project/accounts:batchGet',
  needs: 'viewer',
  request: z.object({
    maxResults: optionalInteger,
    nextPageToken: optionalText,
    /** Ours: the secrets of authenticator apps come along, for a server that these users move to. */
    hearthTotpSecrets: z.enum(['true', 'false']).optional(),
  }),
  async handle({ maxResults, nextPageToken, hearthTotpSecrets }, { project, realm, identity, caller }) {
    const withSecrets = hearthTotpSecrets === 'true'
    if (withSecrets && caller.kind !== 'admin') {
      throw identityError('INSUFFICIENT_PERMISSION', 'Secrets of second factors are given to service keys alone.')
    }
    if (withSecrets && caller.kind === 'admin') assertMayChangeConsole(project, caller)
    const limit = Math.min(Math.max(1, maxResults ?? PAGE_SIZE_DEFAULT), PAGE_SIZE_MAX)
    const after = nextPageToken ? decodePageToken(nextPageToken) : undefined
    const { accounts, next } = await identity.accounts.list(realm, { after, limit })
    return {
      kind: 'identitytoolkit#DownloadAccountResponse',
      users: accounts.map((account) => ({
        ...encodeAccount(account, realm),
        // To servers alone: an operator's session in a browser is no place for hashes. Those of the console run the server.
        ...(caller.kind === 'admin' && mayChangeConsole(project, caller) && encodePasswordHash(account)),
        ...(caller.kind === 'admin' &&
          account.passkeys !== undefined && { passkeyInfo: encodePasskeysWithKeys(account) }),
        ...(withSecrets && {
          mfaInfo: encodeFactorsWithSecrets(account, (kept) => identity.totpSecrets.open(realm, account.uid, kept)),
        }),
      })),
      ...(next !== undefined && { nextPageToken: Buffer.from(next).toString('base64url') }),
    }
  },
})

export const deleteUser = defineAdminMethod({
  method: 'POST',
  path: 'v1/projects/:project/accounts:delete',
  needs: 'editor',
  needsRecentSignIn: always,
  request: z.object({ localId: optionalText }),
  async handle({ localId }, { realm, identity }) {
    if (!localId) throw identityError('MISSING_LOCAL_ID')
    await identity.accounts.delete(realm, localId)
    return { kind: 'identitytoolkit#DeleteAccountResponse' }
  },
})

export const batchDelete = defineAdminMethod({
  method: 'POST',
  path: 'v1/projects/:project/accounts:batchDelete',
  needs: 'editor',
  needsRecentSignIn: always,
  request: z.object({ localIds: textList, force: optionalFlag }),
  async handle({ localIds, force }, { realm, identity }) {
    if (localIds.length === 0 || localIds.length > DELETED_AT_ONCE_MAX)
      throw identityError('LOCAL_ID_LIST_EXCEEDS_LIMIT')
    const failures = await identity.administration.deleteMany(realm, localIds, { force: force ?? false })
    if (failures.length === 0) return {}
    const errors = failures.map(({ index, uid, error }) => ({
      index,
      localId: uid,
      message: `${error.reason} : ${error.message}`,
    }))
    return { errors }
  },
})

/** The token is the last uid of the page before, in base64url. */
function decodePageToken(token: string): string {
  const uid = Buffer.from(token, 'base64url').toString()
  if (Buffer.from(uid).toString('base64url') !== token || uid.includes('\0'))
    throw identityError('INVALID_PAGE_SELECTION')
  return uid
}

/** What decides who gets into an account, and what it may do there. */
const waysIn = [
  'password',
  'email',
  'emailVerified',
  'phoneNumber',
  'customAttributes',
  'deleteProvider',
  'deletePasskey',
  'linkProviderUserInfo',
  'mfa',
] as const

export const updateUser = defineAdminMethod({
  method: 'POST',
  path: 'v1/projects/:project/accounts:update',
  needs: 'editor',
  // Enabling lets somebody in again; disabling must not wait.
  needsRecentSignIn: (request) =>
    request.disableUser === false || waysIn.some((field) => request[field] !== undefined && request[field] !== null),
  request: z.object({
    localId: optionalText,
    displayName: optionalText,
    photoUrl: optionalText,
    email: optionalText,
    emailVerified: optionalFlag,
    phoneNumber: optionalText,
    password: optionalText,
    disableUser: optionalFlag,
    customAttributes: optionalText,
    validSince: optionalInteger,
    deleteAttribute: deletedAttributes,
    deleteProvider: z.array(z.string()).max(20).nullish(),
    deletePasskey: deletedPasskeys,
    linkProviderUserInfo: z
      .object({
        providerId: z.string(),
        rawId: z.string(),
        email: optionalText,
        displayName: optionalText,
        photoUrl: optionalText,
      })
      .nullish(),
    mfa: z.object({ enrollments: factorsRequest }).nullish(),
  }),
  async handle(request, { realm, identity }) {
    const { localId, customAttributes } = request
    if (!localId) throw identityError('MISSING_LOCAL_ID')
    const account = await identity.administration.update(realm, localId, {
      displayName: request.displayName,
      photoUrl: request.photoUrl,
      email: request.email,
      emailVerified: request.emailVerified,
      phoneNumber: request.phoneNumber,
      password: request.password,
      disabled: request.disableUser,
      claims: customAttributes === undefined ? undefined : { value: parseClaims(customAttributes) },
      validSince: request.validSince,
      deleteAttributes: request.deleteAttribute,
      deleteProviders: request.deleteProvider ?? undefined,
      deletePasskeys: request.deletePasskey,
      linkProvider: request.linkProviderUserInfo ?? undefined,
      // An empty object takes all factors away.
      secondFactors: request.mfa ? decodeFactors(request.mfa.enrollments ?? []) : undefined,
    })
    return {
      kind: 'identitytoolkit#SetAccountInfoResponse',
      localId: account.uid,
      email: account.email,
      emailVerified: account.emailVerified,
      displayName: account.displayName,
      photoUrl: account.photoUrl,
      providerUserInfo: encodeProviders(account),
    }
  },
})
