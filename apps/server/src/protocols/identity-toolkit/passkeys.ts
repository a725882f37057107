import { z } from 'zod'
import { identityError } from '../../identity/identity-error.ts'
import { CONSOLE_PROJECT } from '../../projects/project-id.ts'
import {
  defineMethod,
  type MethodCall,
  optionalText,
  always,
  defineAdminMethod,
  type Method,
  optionalTexts,
} from './define-method.ts'
import { encodeTokens } from './encode-account.ts'
import {
  assertionRequest,
  decodeAssertion,
  decodeRegistration,
  encodeCreationOptions,
  encodeRequestOptions,
  registrationRequest,
} from './passkey-json.ts'
import { originOf } from './request-origin.ts'
import { parseRelyingParty, partyOfOrigin, type RelyingParty } from '../../identity/passkeys/relying-party.ts'
import type { Realm } from '../../identity/realm.ts'

const UNNAMED = 'Unnamed Passkey'

/** Giving one's account a passkey, first half: what `navigator.credentials.create` is asked with. */
export const startPasskeyEnrolment = defineMethod({
  method: 'POST',
  path: 'v2/accounts/passkeyEnrollment:start',
  request: z.object({ idToken: optionalText }),
  async handle({ idToken }, { project, exchange, identity }) {
    if (!idToken) throw identityError('MISSING_ID_TOKEN')
    const started = await identity.passkeyEnrolment.start(project, idToken, exchange.publicOrigin)
    exchange.note({ uid: started.account.uid })
    const rpName = project === CONSOLE_PROJECT ? 'Hearth' : (await identity.projects.get(project)).name
    return { credentialCreationOptions: encodeCreationOptions(started, rpName) }
  },
})

export const finalizePasskeyEnrolment = defineMethod({
  method: 'POST',
  path: 'v2/accounts/passkeyEnrollment:finalize',
  request: z.object({
    idToken: optionalText,
    name: optionalText,
    displayName: optionalText,
    authenticatorRegistrationResponse: registrationRequest,
  }),
  async handle({ idToken, name, displayName, authenticatorRegistrationResponse }, call) {
    const answer = decodeRegistration(authenticatorRegistrationResponse)
    if (!idToken) throw identityError('MISSING_ID_TOKEN')
    const { project, exchange, identity } = call
    const named = { ...answer, name: name || displayName || UNNAMED }
    const issued = await identity.passkeyEnrolment.finish(project, idToken, named, placeOf(call))
    exchange.note({ uid: issued.uid })
    return encodeTokens(issued)
  },
})

/** Signing in by a passkey, first half: what `navigator.credentials.get` is asked with. */
export const startPasskeySignIn = defineMethod({
  method: 'POST',
  path: 'v2/accounts/passkeySignIn:start',
  request: z.object({}),
  async handle(_request, { realm, exchange, identity }) {
    const started = await identity.passkeySignIn.start(realm, exchange.publicOrigin)
    return { credentialRequestOptions: encodeRequestOptions(started) }
  },
})

export const finalizePasskeySignIn = defineMethod({
  method: 'POST',
  path: 'v2/accounts/passkeySignIn:finalize',
  request: z.object({ authenticatorAuthenticationResponse: assertionRequest }),
  async handle({ authenticatorAuthenticationResponse }, call) {
    const answer = decodeAssertion(authenticatorAuthenticationResponse)
    const issued = await call.identity.passkeySignIn.finish(call.realm, answer, placeOf(call))
    call.exchange.note({ uid: issued.uid })
    return encodeTokens(issued)
  },
})
const configRequest = z.strictObject({ name: optionalText, rpId: optionalText, expectedOrigins: optionalTexts })

function placeOf({ exchange }: MethodCall) {
  return { ownOrigin: exchange.publicOrigin, origin: originOf(exchange) }
}

/**
 * Whom a realm's passkeys are made for, by the vendor's `PasskeyConfig`: an RP ID switches them on, an empty one off. Without expected
 * origins, pages of the RP ID and of authorised domains below it use them.
 */
const ofRealm = (path: string): readonly Method[] => [
  defineAdminMethod({
    method: 'GET',
    path,
    needs: 'viewer',
    request: z.object({}),
    async handle(_request, { realm, project, exchange, identity }) {
      if (project === CONSOLE_PROJECT) return encodeConfig(realm, partyOfOrigin(exchange.publicOrigin) ?? null)
      return encodeConfig(realm, (await identity.settings.get(realm)).passkeys)
    },
  }),
  defineAdminMethod({
    method: 'PATCH',
    path,
    needs: 'owner',
    needsRecentSignIn: always,
    request: configRequest,
    async handle(request, { realm, project, exchange, identity }) {
      if (project === CONSOLE_PROJECT) {
        throw identityError('OPERATION_NOT_ALLOWED', 'Passkeys of the console belong to the address of this server.')
      }
      const mask = exchange.query.get('updateMask')?.split(',')
      const isNamed = (field: string): boolean => mask?.includes(field) !== false
      const { passkeys } = await identity.settings.update(realm, ({ passkeys: current }) => {
        const rpId = (isNamed('rpId') ? request.rpId : undefined) ?? current?.rpId ?? ''
        const origins = (isNamed('expectedOrigins') ? request.expectedOrigins : undefined) ?? current?.origins ?? []
        return { passkeys: rpId === '' ? null : parseRelyingParty({ rpId, origins }) }
      })
      return encodeConfig(realm, passkeys)
    },
  }),
]

export const passkeyConfigMethods: readonly Method[] = [
  ...ofRealm('v2/projects/:project/passkeyConfig'),
  ...ofRealm('v2/projects/:project/tenants/:tenant/passkeyConfig'),
]

function encodeConfig(realm: Realm, party: RelyingParty | null): Record<string, unknown> {
  return {
    name: `projects/${realm.replace('/', '/tenants/')}/passkeyConfig`,
    rpId: party?.rpId ?? '',
    expectedOrigins: party?.origins ?? [],
  }
}
