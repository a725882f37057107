import type { CustomFetch } from 'openid-client'
import { StatusError } from '@hearth/model'
import type { Clock } from '../../lib/ambient.ts'
import { OpenCounts } from '../../lib/open-counts.ts'
import { identityError } from '../identity-error.ts'
import { AttemptLimiter, NetworkLimiter } from '../passwords/attempt-limiter.ts'
import { type CountedAttempt, SharedAllowance } from '../passwords/shared-allowance.ts'
import { askProvider, type ProviderAnswer, type ProviderQuestion } from './ask-provider.ts'
import type { OAuthProvider } from './provider-config.ts'
import type { ProviderRefusals } from './provider-refusals.ts'

/** What a provider says of an access token that it gave to this project's client. */
export interface TokenOwner {
  /** The provider's own id of the user. */
  readonly rawId: string
  /** Seconds; undefined where it doesn't say. */
  readonly issuedAt: number | undefined
  /** Seconds; undefined for a token without an end. */
  readonly expiresAt: number | undefined
}

/** How a provider is asked about a token by its client, which shows its secret. */
interface Inspection {
  ask(client: { id: string; secret: string; userInfoEndpoint: string }, token: string): ProviderQuestion
  /** Statuses by which it says that it doesn't know the token; others are about the client, or about how it was asked. */
  readonly unknownToken: readonly number[]
  /** Undefined for a token that isn't good, or that is another client's. */
  read(answer: unknown, clientId: string): TokenOwner | undefined
}

const inspections: Readonly<Record<string, Inspection>> = {
  // https://docs.github.com/en/rest/apps/oauth-applications#check-a-token, below the address of the API, a server of one's own as well.
  'github.com': {
    ask: ({ id, secret, userInfoEndpoint }, token) => ({
      address: besideOf(userInfoEndpoint, `applications/${encodeURIComponent(id)}/token`).href,
      method: 'POST',
      headers: { authorization: basic(id, secret), 'content-type': 'application/json' },
      body: JSON.stringify({ access_token: token }),
    }),
    unknownToken: [404, 422],
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
      return { address: address.href, method: 'GET', headers: {} }
    },
    unknownToken: [],
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

/** Both call theirs opaque; no one of them is shorter, or has other characters. */
const tokenPattern = /^[\w.~+/|=-]{20,4096}$/

/**
 * Whose an access token is that an app got by itself, and that it was given to this project's client: asked of the provider, which alone can
 * say both (docs/decisions/0108-access-tokens-that-apps-bring.md).
 */
export class AccessTokenOwners {
  readonly #fetch: CustomFetch
  readonly #refusals: ProviderRefusals
  readonly #failed: FailedQuestions
  readonly #places = new QuestionPlaces()

  constructor({ fetch, refusals, clock }: { fetch: CustomFetch; refusals: ProviderRefusals; clock: Clock }) {
    this.#fetch = fetch
    this.#refusals = refusals
    this.#failed = new FailedQuestions(clock)
  }

  /** Whether a provider can be asked at all. */
  knows({ providerId }: Pick<OAuthProvider, 'providerId'>): boolean {
    return Object.hasOwn(inspections, providerId)
  }

  /**
   * Throws `INVALID_IDP_RESPONSE` for a token that isn't good or is another app's, and with `details.problem` where the provider answers
   * the client wrongly (`client_refused` …), `OPERATION_NOT_ALLOWED` for a client without a secret, `TOO_MANY_ATTEMPTS_TRY_LATER`,
   * `unavailable`/`PROVIDER_UNREACHABLE`.
   */
  async find(
    provider: OAuthProvider,
    userInfoEndpoint: string,
    { token, ...asker }: { readonly token: string; readonly project: string; readonly address: string },
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
    const question = inspection.ask({ id: clientId, secret: clientSecret, userInfoEndpoint }, token)
    return await this.#failed.judge(asker, async () => {
      const answer = this.#read(inspection, await this.#ask(question, asker))
      const owner = inspection.read(answer, clientId)
      if (owner === undefined) throw notOurs()
      return owner
    })
  }

  async #ask(
    question: ProviderQuestion,
    asker: { readonly project: string; readonly address: string },
  ): Promise<ProviderAnswer> {
    const leave = this.#places.enter(asker)
    if (leave === undefined) throw identityError('TOO_MANY_ATTEMPTS_TRY_LATER')
    try {
      return await askProvider({ fetch: this.#fetch, refusals: this.#refusals }, question)
    } finally {
      leave()
    }
  }

  /** Undefined for a token that the provider doesn't know. */
  #read({ unknownToken }: Inspection, { status, body }: ProviderAnswer): unknown {
    if (unknownToken.includes(status)) return undefined
    if (status === 400 || status === 401) {
      throw this.#refusals.wrong('client_refused', 'The provider doesn’t accept this project’s client.')
    }
    if (status === 403) throw this.#refusals.unavailable('rate_limited')
    if (status < 200 || status > 299) throw this.#refusals.wrong(`status_${status}`)
    if (body === undefined) throw this.#refusals.wrong('token_info_not_json')
    return body
  }
}

/** The address that stands where the last part of another does. */
function besideOf(address: string, path: string): URL {
  const url = new URL(address)
  url.search = ''
  url.pathname = `${url.pathname.replace(/\/[^/]*\/?$/, '')}/${path}`
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

const MINUTE_MS = 60_000
/** As for passkeys: many people can be behind one address. */
const ofNetwork = { attempts: 100, windowMs: 10 * MINUTE_MS, waits: { firstMs: 5_000, maxMs: 15 * MINUTE_MS } }
/** GitHub answers a client 5,000 questions an hour; those of its own users need some. */
const ofProject = { attempts: 3_000, windowMs: 60 * MINUTE_MS }

/**
 * Tokens that strangers make up, each of which costs the project's client a question to the provider: so many of a network, and so many of a
 * project, of which the last quarter is for sites that had few. Right ones are free, and so are those that the provider gives no answer about;
 * what it has against the client is not held against the project's users.
 */
class FailedQuestions {
  readonly #ofNetwork: NetworkLimiter
  readonly #ofProject: SharedAllowance

  constructor(clock: Clock) {
    this.#ofNetwork = new NetworkLimiter(ofNetwork, clock)
    this.#ofProject = new SharedAllowance(ofProject, clock)
  }

  /** Throws `resource-exhausted`/`TOO_MANY_ATTEMPTS_TRY_LATER` with `details.retryAfterSeconds`, and what `ask` throws. */
  async judge<Answer>(
    { project, address }: { readonly project: string; readonly address: string },
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    return await AttemptLimiter.take(this.#ofNetwork.at(address), async (attempt) => {
      let counted: CountedAttempt | undefined
      let failure: unknown
      try {
        counted = this.#ofProject.take(project, address)
        return await ask()
      } catch (error) {
        failure = error
        throw error
      } finally {
        if (!isWrong(failure)) attempt.giveBack()
        if (!isWrong(failure) || failure.details?.['problem'] !== undefined) counted?.giveBack()
      }
    })
  }
}

function isWrong(failure: unknown): failure is StatusError {
  return failure instanceof StatusError && failure.reason === 'INVALID_IDP_RESPONSE'
}

/** Of all projects: providers may be slow, and tokens are made up for nothing. */
const asksOfAll = { max: 200, perNetworkMax: 20 }
/** So that the slow provider of one leaves room for the others. */
const asksOfProject = { max: 50, perNetworkMax: 20 }

/** Places for questions to providers that are under way at once. */
class QuestionPlaces {
  readonly #all = new OpenCounts(asksOfAll)
  /** Those that have one under way. */
  readonly #byProject = new Map<string, OpenCounts>()

  /** Takes a place until it is left; undefined where there is none. Callable once. */
  enter({ project, address }: { readonly project: string; readonly address: string }): (() => void) | undefined {
    const counts = this.#byProject.get(project) ?? new OpenCounts(asksOfProject)
    const leaveProject = counts.enter(address)
    if (leaveProject === undefined) return undefined
    const leaveAll = this.#all.enter(address)
    if (leaveAll === undefined) {
      leaveProject()
      return undefined
    }
    this.#byProject.set(project, counts)
    return () => {
      leaveAll()
      leaveProject()
      if (counts.size === 0) this.#byProject.delete(project)
    }
  }
}
