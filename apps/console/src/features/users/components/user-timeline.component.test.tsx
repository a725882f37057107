import { type Role, readUserTimeline, type TimelineEntry } from '@hearth/api'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { enterProject } from '../../../testing/enter-project.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { renderComponent } from '../../../testing/render-component.tsx'
import { UserTimeline } from './user-timeline.tsx'

const user = { localId: 'uid-ada', email: 'ada@example.com', displayName: 'Ada' }
const noon = new Date(2026, 10, 20, 12).getTime()
const at = (minutes: number): string => new Date(noon - minutes * 60_000).toISOString()

function reported(minutes: number, name: string): TimelineEntry {
  return {
    kind: 'reported',
    time: at(minutes),
    events: { names: [name], screen: '/cart', clientId: 'c', appId: 'web', platform: 'web' },
  }
}

const denied: TimelineEntry = {
  kind: 'denied',
  time: at(3),
  request: {
    id: '17',
    time: at(3),
    service: 'documents',
    operation: 'update',
    path: 'orders/15161',
    verdict: 'denied',
    caller: { kind: 'user', uid: 'uid-ada' },
    rule: { fileName: '/rules/firestore.rules', line: 22, column: 1 },
  },
}

const act = {
  number: 7,
  at: noon,
  actor: { kind: 'person', uid: 'lena' },
  action: 'users.accounts:update',
  target: 'uid-ada',
  detail: { change: 'disabled' },
  previous: '',
  hash: '',
}

async function openTimeline(role: Role) {
  const server = FakeServer.start()
  const project = await enterProject(server, role)
  server.answer(readUserTimeline, ({ path }) =>
    path.includes('pageToken')
      ? { entries: [{ kind: 'joined' as const, time: at(2_000) }], hasAudit: true, people: {} }
      : {
          entries: [reported(1, 'checkout'), reported(2, 'view'), denied, { kind: 'team' as const, time: at(4), act }],
          hasAudit: true,
          people: { lena: { name: 'Lena Vogt' } },
          nextPageToken: '1',
        },
  )
  const screen = await renderComponent(<UserTimeline user={user} />, {
    project,
    path: '/projects/demo-app/users/uid-ada',
  })
  const lines = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await expect.element(lines.first()).toBeVisible()
  return { server, screen, lines: () => lines.elements().map(({ textContent }) => textContent) }
}

test('tells in sentences what happened, the same in a row once, and goes on to what was before', async () => {
  const { lines } = await openTimeline('owner')
  expect(lines()).toEqual([
    expect.stringMatching(/^2 events, last checkouton \/cart, web/),
    expect.stringMatching(/^Denied: change orders\/15161firestore\.rules, line 22/),
    expect.stringMatching(/^Disabled the user Adaby Lena Vogt/),
  ])
  const why = page.getByRole('link', { name: 'firestore.rules, line 22' }).element().getAttribute('href')
  expect(why).toMatch(/\/requests\?.*request=/)
  await page.getByRole('button', { name: 'Show earlier' }).click()
  await expect.poll(lines).toContainEqual(expect.stringMatching(/^Account created/))
  await expect.element(page.getByRole('heading', { name: '19 November' })).toBeVisible()
})

test('is narrowed to a part, which the address keeps; what the team did is for owners', async () => {
  const { server, screen } = await openTimeline('viewer')
  await expect.element(page.getByRole('button', { name: 'Team' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Denied' }).click()
  await expect.poll(() => server.asked.at(-1)?.path).toContain('part=denials')
  expect(screen.router.state.location.search).toEqual({ part: 'denials' })
  await page.getByRole('button', { name: 'All' }).click()
  await expect.poll(() => screen.router.state.location.search).toEqual({})
})
