import { StatusError } from '@hearth/model'
import type { CustomFetch } from 'openid-client'
import { tryParseOutsideJson } from '../../lib/outside-json.ts'
import type { ProviderRefusals } from './provider-refusals.ts'

export interface ProviderQuestion {
  readonly address: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface ProviderAnswer {
  /** Below 500, and none of a rate limit. */
  readonly status: number
  /** Undefined for what is no JSON. */
  readonly body: unknown
}

/** `error.code` of Facebook's for too many calls (https://developers.facebook.com/docs/graph-api/overview/rate-limiting). */
const facebookLimits: ReadonlySet<unknown> = new Set([4, 17, 32, 613])

/**
 * Asks a provider what isn't of a protocol that a library speaks. Throws `unavailable`/`PROVIDER_UNREACHABLE` where it gives no answer for now,
 * whatever was asked: nothing was learnt of the token then, nor of who has it.
 */
export async function askProvider(
  { fetch, refusals }: { readonly fetch: CustomFetch; readonly refusals: ProviderRefusals },
  { address, method, headers, body }: ProviderQuestion,
): Promise<ProviderAnswer> {
  try {
    const answer = await fetch(address, {
      method,
      // GitHub answers nobody who doesn't name a program.
      headers: { accept: 'application/json', 'user-agent': 'hearth', ...headers },
      body,
      redirect: 'manual',
    })
    const { status } = answer
    if (status >= 500) throw refusals.unavailable(`status_${status}`)
    const said = tryParseOutsideJson(await answer.text())
    if (isRateLimit(answer, said)) throw refusals.unavailable('rate_limited')
    return { status, body: said }
  } catch (error) {
    throw error instanceof StatusError ? error : refusals.unreachable(error)
  }
}

/** GitHub says so by 403 as well (https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api), not always in a header. */
function isRateLimit({ status, ok, headers }: Response, body: unknown): boolean {
  if (ok) return false
  if (status === 429) return true
  const { error, message } = (body ?? {}) as { error?: { code?: unknown } | null; message?: unknown }
  if (facebookLimits.has(error?.code)) return true
  const isSaid = headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0'
  return status === 403 && (isSaid || (typeof message === 'string' && /rate limit/i.test(message)))
}
