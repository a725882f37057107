import { createApiKey, getCatalog, listRequests, listVersions, postFunnel } from '@hearth/api'
import { afterEach, expect, it, vi } from 'vitest'
import { asAccount, callApi, callApiForCsv } from './call-api.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Answers the calls one after the other, and keeps what was asked. */
function answering(...answers: readonly Response[]) {
  const asked: { readonly path: string; readonly init: RequestInit }[] = []
  const left = [...answers]
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    asked.push({ path, init })
    return Promise.resolve(left.shift())
  })
  return asked
}

it('asks the endpoint with its method, its parameters and its query, in the name of the account', async () => {
  const asked = answering(Response.json({ requests: [] }), Response.json({ versions: [] }))
  const input = { project: 'a/b', query: { verdict: 'denied', pageSize: 5, after: undefined } } as const
  expect(await callApi(listRequests, input, asAccount('token', { 'hearth-idle': '3' }))).toEqual({ requests: [] })
  expect(asked[0]).toMatchObject({ path: '/hearth/v1/projects/a%2Fb/requests?verdict=denied&pageSize=5' })
  expect(asked[0]?.init.method).toBe('GET')
  const headers = new Headers(asked[0]?.init.headers)
  expect([headers.get('authorization'), headers.get('hearth-idle')]).toEqual(['Bearer token', '3'])
  await callApi(listVersions, { project: 'p', database: '(default)', path: 'orders/a b' })
  expect(asked[1]).toMatchObject({ path: '/hearth/v1/projects/p/databases/(default)/versions/orders/a%20b' })
})

it('sends the body, and takes no answer but that of the contract', async () => {
  const asked = answering(Response.json({ key: 'k' }, { status: 201 }))
  const call = callApi(createApiKey, { project: 'p', body: { name: 'Shop' } })
  await expect(call).rejects.toMatchObject({ code: 'internal', reason: 'UNEXPECTED_ANSWER' })
  expect(asked[0]?.init).toMatchObject({ method: 'POST', body: '{"name":"Shop"}' })
})

it('is given up by its signal, which is no part of what is asked', async () => {
  const asked = answering(Response.json({}))
  const { signal } = new AbortController()
  await callApi(getCatalog, { project: 'p', signal }).catch(() => undefined)
  expect(asked[0]?.path).toBe('/hearth/v1/projects/p/analytics/catalog')
})

it('asks for CSV', async () => {
  const asked = answering(new Response('step,users\n'))
  const body = { steps: [{ eventName: 'a' }, { eventName: 'b' }], startDate: 'today', endDate: 'today' }
  expect(await callApiForCsv(postFunnel, { project: 'p', body }, 'token')).toBe('step,users\n')
  expect(new Headers(asked[0]?.init.headers).get('accept')).toBe('text/csv')
})
