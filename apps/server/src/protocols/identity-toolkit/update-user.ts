import { z } from 'zod'
import { parseClaims } from '../../identity/accounts/custom-claims.ts'
import { identityError } from '../../identity/identity-error.ts'
import { defineAdminMethod, optionalFlag, optionalInteger, optionalText } from './define-method.ts'
import { deletedAttributes, deletedPasskeys } from './deleted-attributes.ts'
import { encodeProviders } from './encode-account.ts'
import { decodeFactors, factorsRequest } from './second-factor-json.ts'

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
