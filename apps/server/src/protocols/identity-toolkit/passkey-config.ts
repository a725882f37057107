import { z } from 'zod'
import { identityError } from '../../identity/identity-error.ts'
import { parseRelyingParty, partyOfOrigin, type RelyingParty } from '../../identity/passkeys/relying-party.ts'
import type { Realm } from '../../identity/realm.ts'
import { CONSOLE_PROJECT } from '../../projects/project-id.ts'
import { always, defineAdminMethod, type Method, optionalText, optionalTexts } from './define-method.ts'

const configRequest = z.strictObject({ name: optionalText, rpId: optionalText, expectedOrigins: optionalTexts })

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
