import { z } from 'zod'
import type { Exchange } from '../../http/exchange.ts'
import { identityError } from '../../identity/identity-error.ts'
import { isSaml, type SamlProvider, type SamlSettings } from '../../identity/providers/provider-config.ts'
import { CALLBACK_PATH } from '../../identity/providers/callback-path.ts'
import { optionalFlag, optionalText } from './define-method.ts'
import { providerMethods, written } from './provider-methods.ts'

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

type ConfigRequest = z.infer<typeof configRequest>

const noSettings: SamlSettings = { idpEntityId: '', ssoUrl: '', certificates: [], spEntityId: '' }

/** SAML providers. */
export const samlProviderMethods = providerMethods<ConfigRequest>({
  collection: 'inboundSamlConfigs',
  idParameter: 'inboundSamlConfigId',
  request: configRequest,
  idOf: samlId,
  assertServed,
  list: async (realm, identity, encode) => (await identity.providers.list(realm)).filter(isSaml).map(encode),
  newConfig(providerId, request) {
    const { displayName, enabled = false } = request
    return { providerId, displayName, enabled, saml: settingsOf(noSettings, request) }
  },
  changesOf(current, request) {
    const { displayName, enabled } = request
    return { ...written({ displayName, enabled }), saml: settingsOf((current as SamlProvider).saml, request) }
  },
  encode(config, name, exchange) {
    const { displayName, enabled, saml } = config as SamlProvider
    const idpCertificates = saml.certificates.map((x509Certificate) => ({ x509Certificate }))
    return {
      name,
      displayName,
      enabled,
      idpConfig: { idpEntityId: saml.idpEntityId, ssoUrl: saml.ssoUrl, signRequest: false, idpCertificates },
      spConfig: { spEntityId: saml.spEntityId, callbackUri: saml.callbackUri ?? callbackOf(exchange) },
    }
  },
})

function settingsOf(current: SamlSettings, { idpConfig, spConfig }: Partial<ConfigRequest>): SamlSettings {
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
  if (callbackUri === undefined || (URL.canParse(callbackUri) && new URL(callbackUri).pathname === CALLBACK_PATH))
    return
  throw identityError('INVALID_CONFIG', `The provider answers to ${callbackOf(exchange)}: name that, or none.`)
}

function samlId(id: string | null | undefined): string {
  if (id?.startsWith('saml.') !== true) throw identityError('INVALID_CONFIG_ID')
  return id
}

function callbackOf({ publicOrigin }: Exchange): string {
  return publicOrigin + CALLBACK_PATH
}
