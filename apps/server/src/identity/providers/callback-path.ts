import { projectOf, type Realm } from '../realm.ts'
import { knownOAuth, knownOpenId } from './known-providers.ts'
import { isOpenId, isSaml, type OpenIdProvider, type ProviderConfig, type SamlProvider } from './provider-config.ts'

/** Where providers send browsers back to that are what their id says, by an address that all projects register with them. */
export const CALLBACK_PATH = '/__/auth/callback'

/**
 * Where a provider sends browsers back to, and what is registered with it. One whose addresses the project's owner has named, and a client
 * without a secret, whose codes anybody may exchange, has an address of the project's own: a code that another project's client was given
 * comes to an address at which no flow of this project ends (RFC 9700, section 4.4.2.2; docs/decisions/0109-redirect-addresses-of-projects.md).
 * What SAML providers answer is checked by this server, and handed to nobody.
 */
export function callbackPathOf(realm: Realm, provider: ProviderConfig): string {
  const isShared = isSaml(provider) || (isBuiltIn(provider) && hasSecret(provider))
  return isShared ? CALLBACK_PATH : projectCallbackPath(projectOf(realm))
}

export function projectCallbackPath(project: string): string {
  return `${CALLBACK_PATH}/${project}`
}

function isBuiltIn(provider: Exclude<ProviderConfig, SamlProvider>): boolean {
  const { providerId } = provider
  if (isOpenId(provider)) return provider.issuer === knownOpenId[providerId]?.issuer
  return knownOAuth[providerId] !== undefined && Object.keys(provider.endpoints ?? {}).length === 0
}

function hasSecret({ clientSecret, appleKey }: Partial<OpenIdProvider>): boolean {
  return clientSecret !== undefined || appleKey !== undefined
}
