import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'
import { ServerCalls } from './server-calls.ts'

const statuses: string[] = []
const server = createServer((_request, response) => {
  const status = statuses.shift()
  response.statusCode = status === undefined ? 200 : 409
  response.end(JSON.stringify(status === undefined ? { done: true } : { error: { status, message: 'Taken.' } }))
})

afterEach(() => {
  statuses.length = 0
  server.close()
})

it('asks again after a conflict that passes by itself, and not where something is there for good', async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const calls = new ServerCalls({ origin, token: async () => 'owner' })
  statuses.push('ABORTED')
  expect(await calls.call('GET', '/')).toEqual({ done: true })
  statuses.push('ALREADY_EXISTS', 'ALREADY_EXISTS')
  await expect(calls.call('GET', '/')).rejects.toMatchObject({ code: 'already-exists', message: 'Taken.' })
  expect(statuses).toHaveLength(1)
})

it('asks a port where nothing ever answered once alone', async () => {
  const gone = await TestServer.start({ mode: 'dev' })
  const { origin } = gone
  await gone[Symbol.asyncDispose]()
  let attempts = 0
  const token = async (): Promise<string> => {
    attempts++
    return 'owner'
  }
  const calls = new ServerCalls({ origin, token })
  await expect(calls.call('GET', '/')).rejects.toMatchObject({ reason: 'SERVER_UNREACHABLE' })
  expect(attempts).toBe(1)
})
