import type { CustomFetch } from 'openid-client'
import { StatusError } from '@hearth/model'
import { OpenCounts } from '../../open-counts.ts'
import { parseOutsideJson } from '../../outside-json.ts'
import { identityError } from '../identity-error.ts'
import type { OAuthProvider } from './provider-config.ts'

/** What a provider says of an access token that it gave to this project's client. */
export interface TokenOwner {
  /** The provider's own id of the user. */
  readonly rawId: string
  /** Seconds; undefined where it doesn't say. */
  readonly issuedAt: number | undefined
  /** Seconds; undefined for a token without an end. */
  readonly expiresAt: number | undefined
}

interface Question {
  readonly address: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** How a provider is asked about a token by its client, which shows its secret. */
interface Inspection {
  ask(client: { id: string; secret: string; userInfoEndpoint: string }, token: string): Question
  /** Undefined for a token that isn't good, or that is another client's. */
  read(answer: unknown, clientId: string): TokenOwner | undefined
}

const inspections: Readonly<Record<string, Inspection>> = {
  // https://docs.github.com/en/rest/apps/oauth-applications#check-a-token, below the address of the API, a server of one's own as well.
  'github.com': {
    ask: ({ id, secret, userInfoEndpoint }, token) => ({
      address: besideOf(userInfoEndpoint, `applications/${encodeURIComponent(id)}/token`),
      method: 'POST',
      headers: { authorization: basic(id, secret), 'content-type': 'application/json' },
      body: JSON.stringify({ access_token: token }),
    }),
    read: (answer, clientId) => {
      if (valueAt(answer, 'app', 'client_id') !== clientId) return undefined
      return ownerOf(valueAt(answer, 'user', 'id'), {
        issuedAt: secondsOf(valueAt(answer, 'created_at')),
        expiresAt: secondsOf(valueAt(answer, 'expires_at')),
      })
    },
  },
  // https://developers.facebook.com/docs/graph-api/reference/debug_token
  'facebook.com': {
    ask: ({ id, secret, userInfoEndpoint }, token) => {
      const address = besideOf(userInfoEndpoint, 'debug_token')
      address.search = new URLSearchParams({ input_token: token, access_token: `${id}|${secret}` }).toString()
      return { address, method: 'GET', headers: {} }
    },
    read: (answer, clientId) => {
      const isGood = valueAt(answer, 'data', 'is_valid') === true && valueAt(answer, 'data', 'type') === 'USER'
      if (!isGood || idOf(valueAt(answer, 'data', 'app_id')) !== clientId) return undefined
      return ownerOf(valueAt(answer, 'data', 'user_id'), {
        issuedAt: secondsOf(valueAt(answer, 'data', 'issued_at')),
        expiresAt: secondsOf(valueAt(answer, 'data', 'expires_at')),
      })
    },
  },
}

const tokenPattern = /^[\u0021-\u007E]{1,4096}$/
/** Questions under way at once, of all projects: providers may be slow, and tokens are made up for nothing. */
const underWay = { max: 200, perNetworkMax: 20 }

/**
 * Whose an access token is that an app got by itself, and that it was given to this project's client: asked of the provider, which alone can
 * say both (docs/decisions/0108-access-tokens-that-apps-bring.md).
 */
export class AccessTokenOwners {
  readonly #fetch: CustomFetch
  readonly #underWay = new OpenCounts(underWay)

  constructor({ fetch }: { fetch: CustomFetch }) {
    this.#fetch = fetch
  }

  /** Whether a provider can be asked at all. */
  knows({ providerId }: Pick<OAuthProvider, 'providerId'>): boolean {
    return Object.hasOwn(inspections, providerId)
  }

  /**
   * Throws `INVALID_IDP_RESPONSE` for a token that isn't good or is another app's, `OPERATION_NOT_ALLOWED` for a client without a secret,
   * `TOO_MANY_ATTEMPTS_TRY_LATER`, `unavailable`/`PROVIDER_UNREACHABLE`.
   */
  async find(
    provider: OAuthProvider,
    userInfoEndpoint: string,
    { token, address }: { readonly token: string; readonly address: string },
  ): Promise<TokenOwner> {
    const { providerId, clientId, clientSecret } = provider
    const inspection = inspections[providerId]
    if (inspection === undefined) throw new Error(`${providerId} can't be asked about tokens`)
    if (clientSecret === undefined) {
      throw identityError(
        'OPERATION_NOT_ALLOWED',
        `Access tokens of ${providerId} need the client secret of the provider.`,
      )
    }
    if (!tokenPattern.test(token)) throw notOurs()
    const leave = this.#underWay.enter(address)
    if (leave === undefined) throw identityError('TOO_MANY_ATTEMPTS_TRY_LATER')
    try {
      const question = inspection.ask({ id: clientId, secret: clientSecret, userInfoEndpoint }, token)
      const owner = inspection.read(await this.#answerTo(question), clientId)
      if (owner === undefined) throw notOurs()
      return owner
    } finally {
      leave()
    }
  }

  /** Undefined where the provider refuses. */
  async #answerTo({ address, method, headers, body }: Question): Promise<unknown> {
    try {
      const answer = await this.#fetch(address.href, {
        method,
        headers: { accept: 'application/json', 'user-agent': 'hearth', ...headers },
        body,
        redirect: 'manual',
      })
      if (answer.status >= 500 || answer.status === 429) throw identityError('PROVIDER_UNREACHABLE')
      return answer.ok ? parseOutsideJson(await answer.text()) : undefined
    } catch (error) {
      if (error instanceof SyntaxError) return undefined
      throw error instanceof StatusError ? error : identityError('PROVIDER_UNREACHABLE')
    }
  }
}

/** The address that stands where the last part of another does. */
function besideOf(address: string, path: string): URL {
  const url = new URL(address)
  url.search = ''
  url.pathname = `${url.pathname.replace(/\/[^/]*$/, '')}/${path}`
  return url
}

function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
}

function ownerOf(id: unknown, times: Omit<TokenOwner, 'rawId'>): TokenOwner | undefined {
  const rawId = idOf(id)
  return rawId === undefined ? undefined : { rawId, ...times }
}

/** JSON of these has ids as texts or as whole numbers. */
function idOf(id: unknown): string | undefined {
  return (typeof id === 'string' && id !== '') || Number.isSafeInteger(id) ? String(id) : undefined
}

/** A number of seconds, or a date; 0 says nothing. */
function secondsOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' ? Math.floor(Date.parse(value) / 1000) : value
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}

function valueAt(answer: unknown, ...names: string[]): unknown {
  let value = answer
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

function notOurs(): StatusError {
  return identityError(
    'INVALID_IDP_RESPONSE',
    'The provider doesn’t know the access token as one of this project’s app.',
  )
}
