import type { Auth, AuthProvider } from 'firebase/auth'

/** What the SDK's providers have besides their public interface. */
interface FederatedProvider extends AuthProvider {
  getCustomParameters?(): Readonly<Record<string, string>>
  getScopes?(): readonly string[]
}

/** One sign-in: the secret stays in the page, the server is told its hash. */
export interface PageSecret {
  /** 43 characters of base64url. */
  readonly secret: string
  readonly challenge: string
}

/** The origin that `connectAuth` pointed this `Auth` at. */
export function serverOrigin({ emulatorConfig }: Auth): string {
  if (emulatorConfig === null) throw new Error('This Auth is not connected to a Hearth server; call connectAuth first.')
  const { protocol, host, port } = emulatorConfig
  return new URL(`${protocol}://${host}${port === null ? '' : `:${port}`}`).origin
}

/** Rejects outside a secure context, which has no SHA-256: plain http that is not loopback. */
export async function createPageSecret(): Promise<PageSecret> {
  const secret = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  return { secret, challenge: base64url(new Uint8Array(hash)) }
}

/** Where the window goes, as `protocols/sign-in-window` of the server takes it apart. */
export function handlerAddress(
  auth: Auth,
  provider: AuthProvider,
  flow: { authType: string; eventId: string | undefined; challenge: string; redirectUrl: string },
): string {
  const { providerId, getCustomParameters, getScopes } = provider as FederatedProvider
  const address = new URL('/__/auth/handler', serverOrigin(auth))
  const { authType, eventId, challenge, redirectUrl } = flow
  const parameters = getCustomParameters?.call(provider) ?? {}
  const scopes = getScopes?.call(provider) ?? []
  const query: Record<string, string | undefined> = {
    apiKey: auth.config.apiKey,
    authType,
    providerId,
    redirectUrl,
    challenge,
    eventId,
    tid: auth.tenantId ?? undefined,
    customParameters: Object.keys(parameters).length > 0 ? JSON.stringify(parameters) : undefined,
    scopes: scopes.length > 0 ? scopes.join(',') : undefined,
  }
  for (const [name, value] of Object.entries(query)) if (value !== undefined) address.searchParams.set(name, value)
  return address.href
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
