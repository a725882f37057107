import { GOOGLE_PROVIDER_ID } from '../../identity/providers/provider-config.ts'

/** How the vendor's answers name a provider's user beside the `rawId`: Google's by a URL, all others by the same text. */
export function federatedIdOf({ providerId, rawId }: { providerId: string; rawId: string }): string {
  return providerId === GOOGLE_PROVIDER_ID ? `https://accounts.google.com/${rawId}` : rawId
}
