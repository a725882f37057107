import { listMembers, listRequestLog, type LoggedRequest } from '@hearth/api'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { enterProject } from '../../../testing/enter-project.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { renderComponent } from '../../../testing/render-component.tsx'
import { LogsPage } from './logs-page.tsx'

const at = Date.parse('2026-11-23T09:13:58Z')
const entryOf = (id: string, changes: Partial<LoggedRequest> = {}): LoggedRequest => ({
  id,
  time: new Date(at).toISOString(),
  method: 'GET',
  path: `/v1/projects/demo-app/databases/(default)/documents/orders/${id}`,
  status: 200,
  ms: 1.25,
  ...changes,
})
const kept = [entryOf('r-2', { status: 403, reason: 'PERMISSION_DENIED', uid: 'ada' }), entryOf('r-1')]
const later = entryOf('r-3', { status: 500, isCut: true })

async function openPage(search: string) {
  const server = FakeServer.start()
  const project = await enterProject(server, 'viewer')
  let hasNews = false
  server.answer(listRequestLog, ({ path }) => {
    const { searchParams } = new URL(path, location.href)
    if (searchParams.get('id') === 'gone') return { entries: [], newest: '1.90' }
    if (searchParams.get('after') === '1.90')
      return { entries: hasNews ? [later] : [], newest: hasNews ? '1.120' : '1.90' }
    if (searchParams.has('after')) return { entries: [], newest: '1.120' }
    return { entries: searchParams.get('status') === '5xx' ? [] : kept, newest: '1.90' }
  })
  server.answer(listMembers, { members: [] })
  server.answerPath('POST', /\/accounts:lookup$/, () =>
    Response.json({ users: [{ localId: 'ada', email: 'ada@example.com' }] }),
  )
  const screen = await renderComponent(<LogsPage />, { project, path: `/projects/demo-app/logs${search}` })
  return { server, screen, bringNews: () => (hasNews = true) }
}

const rows = page.getByRole('table', { name: 'Logs' }).getByRole('button', { name: /^Open GET/ })

test('requests are listed, new ones come by themselves, and one opens beside the list', async () => {
  const { screen, bringNews } = await openPage('')
  await expect.poll(() => rows.elements().length).toBe(2)
  bringNews()
  await expect.poll(() => rows.elements().length, { timeout: 15_000 }).toBe(3)
  await rows.first().click()
  const panel = page.getByRole('complementary', { name: 'Request' })
  await expect.element(panel.getByText('The answer didn’t reach the client whole.')).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(panel.getByText('PERMISSION_DENIED')).toBeVisible()
  await expect.element(panel.getByText('2 of 3')).toBeVisible()
  expect(screen.router.state.location.search).toEqual({ entry: 'r-2' })
  await panel.getByRole('button', { name: 'Only this person' }).click()
  await expect.poll(() => screen.router.state.location.search).toEqual({ uid: 'ada' })
})

test('what is sought is a path or the id of a request, and filters that fit nothing are cleared', async () => {
  const { server, screen } = await openPage('?entry=gone&id=gone')
  await expect.element(page.getByText('It is not in the log any more.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('No request matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect.poll(() => rows.elements().length).toBe(2)
  const search = page.getByRole('textbox', { name: 'Path or request id' })
  await search.fill('/v1/projects')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => screen.router.state.location.search).toEqual({ path: '/v1/projects' })
  await search.fill('r-1')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => screen.router.state.location.search).toEqual({ path: '/v1/projects', id: 'r-1' })
  await expect.poll(() => server.asked.some(({ path }) => path.includes('path=%2Fv1%2Fprojects&id=r-1'))).toBe(true)
  await page.getByRole('button', { name: 'Remove the filter r-1' }).click()
  await expect.poll(() => screen.router.state.location.search).toEqual({ path: '/v1/projects' })
})
