import { afterEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { callHearth } from './call-hearth.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

async function failureFor(response: Response): Promise<unknown> {
  vi.stubGlobal('fetch', () => Promise.resolve(response))
  return await callHearth({ path: '/x', answer: z.looseObject({}) }).catch((thrown: unknown) => thrown)
}

const page = (status: number): Response =>
  new Response('<h1>default backend</h1>', { status, headers: { 'content-type': 'text/html' } })

it.each([
  ['a page', 200],
  ['a page', 401],
  ['a page', 403],
  ['a page', 404],
  ['a page', 502],
])('%s with status %i is no word of Hearth’s', async (_, status) => {
  expect(await failureFor(page(status))).toMatchObject({ code: 'unavailable', reason: 'FOREIGN_ANSWER' })
})

it.each([
  ['nothing', ''],
  ['other JSON', '{"error": "forbidden"}'],
  ['JSON without a name', '{"error": {"message": "forbidden"}}'],
])('%s is no word of Hearth’s', async (_, body) => {
  expect(await failureFor(new Response(body, { status: 403 }))).toMatchObject({
    code: 'unavailable',
    reason: 'FOREIGN_ANSWER',
    message: 'HTTP 403',
  })
})

it('a proxy’s impatience and its limits keep their codes', async () => {
  expect(await failureFor(page(504))).toMatchObject({ code: 'deadline-exceeded', reason: 'FOREIGN_ANSWER' })
  const busy = new Response('', { status: 429, headers: { 'retry-after': '7' } })
  expect(await failureFor(busy)).toMatchObject({ code: 'resource-exhausted', retryAfterSeconds: 7 })
})

it.each([
  ['the server', { error: { status: 'PERMISSION_DENIED', reason: 'NOT_A_MEMBER', message: 'No.' } }, 'NOT_A_MEMBER'],
  ['the identity protocol', { error: { code: 403, message: 'EMAIL_EXISTS' } }, 'EMAIL_EXISTS'],
  ['a list of messages', [{ error: { code: 403, status: 'PERMISSION_DENIED', message: 'No.' } }], 'HTTP_403'],
])('an error of %s is one of Hearth’s', async (_, body, reason) => {
  expect(await failureFor(Response.json(body, { status: 403 }))).toMatchObject({ code: 'permission-denied', reason })
})
