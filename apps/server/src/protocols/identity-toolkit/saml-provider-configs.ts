import { z } from 'zod'
import type { Exchange } from '../../http/exchange.ts'
import { identityError } from '../../identity/identity-error.ts'
import { isSaml, type ProviderChanges, type SamlProvider } from '../../identity/providers/provider-config.ts'
import type { SamlSettings } from '../../identity/providers/saml-config.ts'
import { callbackPath } from '../../identity/providers/callback-path.ts'
import { always, defineAdminMethod, type Method, optionalFlag, optionalText, providerParents } from './define-method.ts'

const certificates = z.array(z.object({ x509Certificate: z.string() })).nullish()

const configRequest = z.strictObject({
  name: optionalText,
  displayName: optionalText,
  enabled: optionalFlag,
  idpConfig: z
    .strictObject({
      idpEntityId: optionalText,
      ssoUrl: optionalText,
      signRequest: optionalFlag,
      idpCertificates: certificates,
    })
    .nullish(),
  spConfig: z
    .strictObject({ spEntityId: optionalText, callbackUri: optionalText, spCertificates: certificates })
    .nullish(),
})

type ConfigRequest = Partial<z.infer<typeof configRequest>>

/** SAML providers, as the admin SDKs configure them (wire-protocol 1.8). */
export const samlProviderMethods: readonly Method[] = providerParents.flatMap((parent) => {
  const path = `${parent}/inboundSamlConfigs`
  return [
    defineAdminMethod({
      method: 'GET',
      path,
      needs: 'viewer',
      request: z.object({}),
      async handle(_request, { realm, exchange, identity }) {
        const configs = (await identity.providers.list(realm)).filter(isSaml)
        return { inboundSamlConfigs: configs.map((config) => encodeConfig(realm, exchange, config)) }
      },
    }),
    defineAdminMethod({
      method: 'POST',
      path,
      needs: 'owner',
      needsRecentSignIn: always,
      request: configRequest,
      async handle(request, { realm, exchange, identity }) {
        assertServed(request, exchange)
        const providerId = samlId(exchange.query.get('inboundSamlConfigId'))
        const { displayName, enabled = false } = request
        const empty = { idpEntityId: '', ssoUrl: '', certificates: [], spEntityId: '' }
        const config = { providerId, displayName, enabled, saml: settingsOf(empty, request) }
        await identity.providers.create(realm, config)
        return encodeConfig(realm, exchange, config)
      },
    }),
    defineAdminMethod({
      method: 'GET',
      path: `${path}/:id`,
      needs: 'viewer',
      request: z.object({}),
      async handle(_request, { realm, params, exchange, identity }) {
        const config = await identity.providers.get(realm, samlId(params['id']))
        return encodeConfig(realm, exchange, config as SamlProvider)
      },
    }),
    defineAdminMethod({
      method: 'PATCH',
      path: `${path}/:id`,
      needs: 'owner',
      needsRecentSignIn: always,
      request: configRequest,
      async handle(request, { realm, params, exchange, identity }) {
        assertServed(request, exchange)
        const named = exchange.query
          .get('updateMask')
          ?.split(',')
          .map((field) => field.split('.')[0])
        const asked = Object.fromEntries(Object.entries(request).filter(([name]) => named?.includes(name) !== false))
        const changed = await identity.providers.update(realm, samlId(params['id']), (current) =>
          changesOf(current as SamlProvider, asked),
        )
        return encodeConfig(realm, exchange, changed as SamlProvider)
      },
    }),
    defineAdminMethod({
      method: 'DELETE',
      path: `${path}/:id`,
      needs: 'owner',
      needsRecentSignIn: always,
      request: z.object({}),
      async handle(_request, { realm, params, identity }) {
        await identity.providers.delete(realm, samlId(params['id']))
        return {}
      },
    }),
  ]
})

function changesOf({ saml }: SamlProvider, request: ConfigRequest): ProviderChanges {
  const { displayName, enabled } = request
  const written = Object.entries({ displayName, enabled }).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(written), saml: settingsOf(saml, request) }
}

function settingsOf(current: SamlSettings, { idpConfig, spConfig }: ConfigRequest): SamlSettings {
  return {
    idpEntityId: idpConfig?.idpEntityId ?? current.idpEntityId,
    ssoUrl: idpConfig?.ssoUrl ?? current.ssoUrl,
    certificates: idpConfig?.idpCertificates?.map(({ x509Certificate }) => x509Certificate) ?? current.certificates,
    spEntityId: spConfig?.spEntityId ?? current.spEntityId,
    callbackUri: spConfig?.callbackUri ?? current.callbackUri,
  }
}

/** What would look configured and have no effect is refused. */
function assertServed({ idpConfig, spConfig }: ConfigRequest, exchange: Exchange): void {
  if (idpConfig?.signRequest === true || (spConfig?.spCertificates ?? []).length > 0) {
    throw identityError('OPERATION_NOT_ALLOWED', 'Requests to SAML providers are not signed by this server.')
  }
  const { callbackUri } = spConfig ?? {}
  // The host is the one that the request came by, and that of admin SDKs may be another than that of browsers.
  if (callbackUri === undefined || (URL.canParse(callbackUri) && new URL(callbackUri).pathname === callbackPath)) return
  throw identityError('INVALID_CONFIG', `The provider answers to ${callbackOf(exchange)}: name that, or none.`)
}

function samlId(id: string | null | undefined): string {
  if (id?.startsWith('saml.') !== true) throw identityError('INVALID_CONFIG_ID')
  return id
}

function callbackOf({ publicOrigin }: Exchange): string {
  return publicOrigin + callbackPath
}

function encodeConfig(realm: string, exchange: Exchange, config: SamlProvider): Record<string, unknown> {
  const { providerId, displayName, enabled, saml } = config
  const parent = realm.replace('/', '/tenants/')
  const idpCertificates = saml.certificates.map((x509Certificate) => ({ x509Certificate }))
  return {
    name: `projects/${parent}/inboundSamlConfigs/${providerId}`,
    displayName,
    enabled,
    idpConfig: { idpEntityId: saml.idpEntityId, ssoUrl: saml.ssoUrl, signRequest: false, idpCertificates },
    spConfig: { spEntityId: saml.spEntityId, callbackUri: saml.callbackUri ?? callbackOf(exchange) },
  }
}
