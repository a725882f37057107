import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Connection } from './connection.ts'

let isServerThere = true
let page: { visibilityState: 'visible' | 'hidden'; addEventListener: () => void }
let asked = 0

beforeEach(() => {
  isServerThere = true
  asked = 0
  page = { visibilityState: 'visible', addEventListener: () => undefined }
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('fetch', async () => {
    asked += 1
    if (!isServerThere) throw new TypeError('Failed to fetch')
    return new Response('ok')
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('says within five seconds that the server is gone, and that it is back', async () => {
  const connection = new Connection()
  connection.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(connection.getSnapshot().status).toBe('live')
  isServerThere = false
  await vi.advanceTimersByTimeAsync(5000)
  expect(connection.getSnapshot().status).toBe('reconnecting')
  isServerThere = true
  await vi.advanceTimersByTimeAsync(5000)
  expect(connection.getSnapshot().status).toBe('live')
  expect(connection.getChanges().map(({ status }) => status)).toEqual(['live', 'reconnecting'])
})

it('leaves the server alone while nobody sees the page', async () => {
  const connection = new Connection()
  connection.subscribe(() => undefined)
  page.visibilityState = 'hidden'
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBe(0)
})
