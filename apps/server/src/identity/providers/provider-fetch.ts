import type { CustomFetch } from 'openid-client'
import { AnswerTooLargeError, outboundRequest } from '../../outbound/outbound-request.ts'
import { PrivateAddressError, type Reach } from '../../outbound/reach.ts'

const limits = { timeoutMs: 10_000, answerBytesMax: 1024 * 1024 }

/**
 * How providers are asked: as everything that a project's owner has named (`outboundRequest`), with at most 1 MiB of answer within ten
 * seconds. Rejects with an `Error` that names no content of the answer.
 */
export function createProviderFetch({ reach }: { reach: Reach }): CustomFetch {
  return async (url, { method, headers: asked, body }) => {
    try {
      const answer = await outboundRequest(
        new URL(url),
        {
          method,
          headers: Object.fromEntries(new Headers(asked)),
          // The library sends forms, or nothing; some questions are JSON.
          body: body instanceof URLSearchParams || typeof body === 'string' ? body.toString() : undefined,
        },
        { ...limits, reach },
      )
      const headers = new Headers()
      for (const [name, value] of Object.entries(answer.headers)) {
        for (const one of [value ?? []].flat()) headers.append(name, one)
      }
      const { status } = answer
      return new Response(status === 204 || status === 304 ? null : new Uint8Array(answer.body), { status, headers })
    } catch (cause) {
      if (cause instanceof PrivateAddressError) {
        throw new Error('The provider is in a private network, which HEARTH_PRIVATE_PROVIDERS allows.', { cause })
      }
      if (cause instanceof AnswerTooLargeError) {
        throw new Error('The provider answered with more than 1 MiB.', { cause })
      }
      throw cause
    }
  }
}
