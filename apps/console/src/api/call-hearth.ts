import * as z from 'zod/mini'
import { HearthError } from './hearth-error.ts'

export interface HearthCall<Answer> {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** From the origin's root, such as `/hearth/v1/projects`. */
  readonly path: string
  /** The ID token of the console's user or of an operator; none for what is open to everybody. */
  readonly idToken?: string
  readonly body?: unknown
  /** Gives the answer up. */
  readonly signal?: AbortSignal
  /** Beside those that every call has. */
  readonly headers?: Readonly<Record<string, string>>
  /** What a good answer looks like; anything else is an error of the server's. */
  readonly answer: z.ZodMiniType<Answer>
}

const timeoutMs = 30_000

const errorAnswer = z.object({
  error: z.object({
    status: z.optional(z.string()),
    reason: z.optional(z.string()),
    message: z.optional(z.string()),
    requestId: z.optional(z.string()),
    /** Where the storage protocol has its reason. */
    errors: z.optional(z.array(z.object({ reason: z.optional(z.string()) }))),
  }),
})

/**
 * Calls an endpoint that answers JSON. Throws a `HearthError`; its code is `unavailable` when nothing answered.
 */
export async function callHearth<Answer>(call: HearthCall<Answer>): Promise<Answer> {
  const response = await send(call)
  const requestId = response.headers.get('x-request-id') ?? undefined
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw errorOf(response, body, requestId)
  const parsed = call.answer.safeParse(body)
  if (parsed.success) return parsed.data
  throw new HearthError({
    code: 'internal',
    reason: 'UNEXPECTED_ANSWER',
    message: `${call.path}: ${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
    requestId,
  })
}

/** Calls an endpoint that answers a text, such as CSV. Throws a `HearthError` as `callHearth` does. */
export async function callHearthForText(call: Omit<HearthCall<unknown>, 'answer'>): Promise<string> {
  const response = await send(call)
  if (response.ok) return await response.text()
  const body: unknown = await response.json().catch(() => undefined)
  throw errorOf(response, body, response.headers.get('x-request-id') ?? undefined)
}

/** The identity protocol's message is its reason, with a sentence after it where there is more to say. */
const identityMessage = /^([A-Z][A-Z_]+)(?: : (.*))?$/s

async function send(call: Omit<HearthCall<unknown>, 'answer'>): Promise<Response> {
  const headers = new Headers({ accept: 'application/json', ...call.headers })
  if (call.idToken !== undefined) headers.set('authorization', `Bearer ${call.idToken}`)
  if (call.body !== undefined) headers.set('content-type', 'application/json')
  try {
    return await fetch(call.path, {
      method: call.method ?? 'GET',
      headers,
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      cache: 'no-store',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(call.signal === undefined ? [] : [call.signal])]),
    })
  } catch (cause) {
    throw new HearthError({
      code: 'unavailable',
      reason: 'NO_ANSWER',
      message: cause instanceof Error ? cause.message : String(cause),
    })
  }
}

function errorOf(response: Response, body: unknown, requestIdOfHeader: string | undefined): HearthError {
  const error = errorAnswer.safeParse(body).data?.error
  const retryAfter = Number(response.headers.get('retry-after'))
  const identity = identityMessage.exec(error?.message ?? '')
  return new HearthError({
    code: error?.status?.toLowerCase().replaceAll('_', '-') ?? codeOfStatus(response.status),
    reason: error?.reason ?? identity?.[1] ?? error?.errors?.[0]?.reason ?? `HTTP_${response.status}`,
    message: identity?.[2] ?? error?.message ?? response.statusText,
    requestId: error?.requestId ?? requestIdOfHeader,
    retryAfterSeconds: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined,
  })
}

/** For an answer that isn't ours, such as a proxy's. */
function codeOfStatus(status: number): string {
  switch (status) {
    case 400:
      return 'invalid-argument'
    case 401:
      return 'unauthenticated'
    case 403:
      return 'permission-denied'
    case 404:
      return 'not-found'
    case 429:
      return 'resource-exhausted'
    case 502:
    case 503:
      return 'unavailable'
    case 504:
      return 'deadline-exceeded'
    default:
      return 'unknown'
  }
}
