import { StatusError } from '@hearth/model'
import { validateContinueUrl } from '../../identity/messages/action-link.ts'
import { identityError } from '../../identity/identity-error.ts'
import type { SignInRequest } from '../../identity/providers/sign-in-flows.ts'
import { type Realm, realmOf } from '../../identity/realm.ts'
import type { Exchange, QueryParameters } from '../../http/exchange.ts'
import type { KeyUse } from '../../projects/api-key.ts'
import type { SignInWindowDeps } from './deps.ts'

/** What an app's page opened the window with, taken apart and checked. */
export interface WindowRequest {
  readonly project: string
  readonly realm: Realm
  readonly request: SignInRequest
  readonly scopes: readonly string[]
  readonly customParameters: Readonly<Record<string, string>>
}

const authTypes: ReadonlySet<string> = new Set(
  ['signIn', 'reauth', 'link'].flatMap((act) => [`${act}ViaPopup`, `${act}ViaRedirect`]),
)
const parametersMax = 30
const textCharactersMax = 1_024
/** It is kept until the sign-in ends. Common browsers and proxies take addresses of twice that. */
const addressCharactersMax = 4_096

/**
 * The query of the handler: `apiKey, authType, providerId, redirectUrl`, a `challenge` (from `@hearth/client`) or an `appName` (from the
 * SDK's own resolver) and, where they apply, `eventId, scopes` (with commas between), `customParameters` (a JSON object of texts),
 * `tid`. Before anybody is told anything it throws `UNAUTHORIZED_DOMAIN` for a page that is not the project's,
 * `API_KEY_HTTP_REFERRER_BLOCKED` for one that the key is not kept to, and what says which of the rest is wrong.
 */
export async function readWindowRequest(deps: SignInWindowDeps, exchange: Exchange): Promise<WindowRequest> {
  const { query } = exchange
  const redirectUrl = query.get('redirectUrl') ?? ''
  if (redirectUrl.length > addressCharactersMax) throw wrong('redirectUrl')
  const project = await deps.projects.projectOfApiKey(query.get('apiKey') ?? '', pageAt(redirectUrl, exchange))
  const tenant = query.get('tid') || undefined
  if (tenant !== undefined) await deps.tenants.get(project, tenant)
  const realm = realmOf(project, tenant)
  // A tenant's pages are the project's.
  validateContinueUrl(redirectUrl, await pageDomains(deps, exchange, project))
  const authType = query.get('authType') ?? ''
  if (!authTypes.has(authType)) throw wrong('authType')
  const providerId = query.get('providerId') ?? ''
  if (!/^[a-z][a-z0-9.-]{0,63}$/.test(providerId)) throw identityError('INVALID_PROVIDER_ID')
  const challenge = query.get('challenge') ?? undefined
  if (challenge !== undefined && !/^[\w-]{43}$/.test(challenge)) throw wrong('challenge')
  const frame = challenge === undefined ? readFrameName(query) : undefined
  const eventId = query.get('eventId') ?? undefined
  if (eventId !== undefined && eventId.length > textCharactersMax) throw wrong('eventId')
  return {
    project,
    realm,
    request: { providerId, authType, eventId, redirectUrl, challenge, frame },
    scopes: readScopes(query.get('scopes') ?? ''),
    customParameters: readParameters(query.get('customParameters') ?? '{}'),
  }
}

/** Who uses the key is the page that is told the result, whatever page opened the window. */
function pageAt(redirectUrl: string, { publicOrigin }: Exchange): KeyUse {
  const website = URL.canParse(redirectUrl) ? new URL(redirectUrl).origin : undefined
  return { website, isOwnPage: website === publicOrigin }
}

/** Names the SDK's frame of one app in a page: `<API key>:<name of the app>`. */
export function readFrameName(query: QueryParameters): string {
  const [apiKey, appName] = [query.get('apiKey') ?? '', query.get('appName') ?? '']
  if (appName === '' || appName.length > textCharactersMax) throw wrong('appName')
  return `${apiKey}:${appName}`
}

/** The hosts of the pages that may have somebody signed in. */
export async function pageDomains(
  deps: Pick<SignInWindowDeps, 'settings'>,
  exchange: Exchange,
  project: string,
): Promise<readonly string[]> {
  const { authorizedDomains } = await deps.settings.get(project)
  return [...authorizedDomains, new URL(exchange.publicOrigin).hostname]
}

/** Scope tokens of RFC 6749, section 3.3. */
function readScopes(text: string): string[] {
  const scopes = text.split(',').filter((scope) => scope !== '')
  if (text.length > textCharactersMax || !scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))) {
    throw wrong('scopes')
  }
  return scopes
}

function readParameters(text: string): Record<string, string> {
  const entries = Object.entries(parseObject(text))
  const areTexts = entries.every(
    ([name, value]) => typeof value === 'string' && name.length <= 64 && value.length <= textCharactersMax,
  )
  if (entries.length > parametersMax || !areTexts) throw wrong('customParameters')
  return Object.fromEntries(entries)
}

function parseObject(text: string): Record<string, string> {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Record<string, string>
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw wrong('customParameters')
}

function wrong(name: string): StatusError {
  return new StatusError('invalid-argument', 'INVALID_SIGN_IN_REQUEST', `The window was opened with a wrong "${name}".`)
}
