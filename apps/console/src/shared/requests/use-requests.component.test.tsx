import { type ListedRequest, listRequests } from '@hearth/api'
import { expect, test } from 'vitest'
import { enterProject } from '../../testing/enter-project.ts'
import { FakeServer } from '../../testing/fake-server.ts'
import { renderComponent } from '../../testing/render-component.tsx'
import type { LiveList } from '../use-live-list.ts'
import { useRequests } from './use-requests.ts'

const began = Date.parse('2026-11-23T08:40:00Z')

function requestAt(at: number, path: string): ListedRequest {
  return {
    id: String(at * 1000),
    time: new Date(at).toISOString(),
    service: 'documents',
    operation: 'get',
    database: '(default)',
    path,
    caller: { kind: 'visitor' },
    verdict: 'denied',
  }
}

test('a burst of requests is listed whole, and of more than a list has the newest without a hole', async () => {
  const server = FakeServer.start()
  const project = await enterProject(server, 'owner')
  const kept = [requestAt(began, 'orders/before')]
  const come = (name: string, count: number): void => {
    for (let at = 0; at < count; at += 1) kept.unshift(requestAt(began + kept.length, `${name}/${at}`))
  }
  // In pages as the server has them: those before a token that came after an id.
  server.answer(listRequests, ({ path }) => {
    const query = new URL(path, location.origin).searchParams
    const [after, before] = [Number(query.get('after') ?? 0), Number(query.get('pageToken') ?? Infinity)]
    const found = kept.filter(({ id }) => Number(id) > after && Number(id) < before)
    const requests = found.slice(0, Number(query.get('pageSize')))
    return { requests, ...(requests.length < found.length && { nextPageToken: requests.at(-1)?.id ?? '' }) }
  })
  let list: LiveList<ListedRequest> | undefined
  function Listed() {
    list = useRequests({}, false)
    return null
  }
  await renderComponent(<Listed />, { project, path: '/projects/demo-app/requests' })
  const paths = (): readonly string[] | undefined => list?.rows?.map(({ path }) => path)
  const newest = (name: string, count: number): readonly string[] =>
    Array.from({ length: count }, (_, at) => `${name}/${count - 1 - at}`)
  await expect.poll(paths).toEqual(['orders/before'])

  come('secret', 250)
  list?.retry()
  await expect.poll(paths).toEqual([...newest('secret', 250), 'orders/before'])
  expect(list?.isFull).toBe(false)

  come('later', 1050)
  list?.retry()
  await expect.poll(() => list?.isFull).toBe(true)
  expect(paths()).toEqual(newest('later', 1050).slice(0, 1000))
  expect(list?.hasMore).toBe(false)
})
