import { APPLE_PROVIDER_ID } from './provider-config.ts'

/**
 * The claim `name` of `user`, which comes beside Apple's ID token: `{"name":{"firstName":"…","lastName":"…"}}`. Apple tells it once and
 * unsigned, and apps on phones write it themselves: it is what somebody calls themselves, and no more. Other providers have none.
 */
export function appleNameIn(providerId: string, user: string | null | undefined): { readonly name?: string } {
  if (providerId !== APPLE_PROVIDER_ID) return {}
  try {
    const { name } = JSON.parse(user ?? '{}') as { name?: { firstName?: unknown; lastName?: unknown } }
    const parts = [name?.firstName, name?.lastName].filter((part) => typeof part === 'string' && part !== '')
    return parts.length === 0 ? {} : { name: parts.join(' ') }
  } catch {
    // Whatever else came by that name is no name.
    return {}
  }
}
