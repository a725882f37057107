import type { IdentitySettings } from '../identity-settings.ts'
import { knownNameOf } from '../providers/known-providers.ts'
import { GOOGLE_PROVIDER_ID } from '../providers/provider-config.ts'
import type { ProviderConfigs } from '../providers/provider-configs.ts'
import type { Realm } from '../realm.ts'

/** How visitors may sign in to a project; nothing here is a secret. */
export interface SignInWays {
  readonly password: boolean
  /** By a link in a mail. */
  readonly emailLink: boolean
  /** Those that are enabled, Google first. */
  readonly providers: readonly { readonly providerId: string; readonly displayName: string }[]
}

export async function findSignInWays(
  { settings, providers }: { settings: IdentitySettings; providers: ProviderConfigs },
  realm: Realm,
): Promise<SignInWays> {
  const [{ passwordSignIn, emailLinkSignIn }, google, others] = await Promise.all([
    settings.get(realm),
    providers.find(realm, GOOGLE_PROVIDER_ID),
    providers.list(realm),
  ])
  const named = others
    .filter(({ enabled, providerId }) => enabled && providerId !== GOOGLE_PROVIDER_ID)
    .map(({ providerId, displayName }) => ({
      providerId,
      displayName: displayName ?? knownNameOf(providerId) ?? providerId,
    }))
  return {
    password: passwordSignIn,
    emailLink: emailLinkSignIn,
    providers: [
      ...(google?.enabled === true ? [{ providerId: GOOGLE_PROVIDER_ID, displayName: 'Google' }] : []),
      ...named,
    ],
  }
}
