import { countRequests, getRequest, groupRequests, listApps, listMembers, listRequests } from '@hearth/api'
import type { ListedRequest } from '@hearth/api'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { enterProject } from '../../../testing/enter-project.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { renderComponent } from '../../../testing/render-component.tsx'
import { RequestsPage } from './requests-page.tsx'

const published = Date.parse('2026-11-23T08:40:00Z')
const minuteMs = 60_000

function requestAt(at: number, changes: Partial<ListedRequest> = {}): ListedRequest {
  return {
    id: String(at * 1000),
    time: new Date(at).toISOString(),
    service: 'documents',
    operation: 'update',
    database: '(default)',
    path: `orders/${at / minuteMs}`,
    caller: { kind: 'visitor' },
    verdict: 'denied',
    rule: {
      fileName: 'firestore.rules',
      line: 22,
      column: 5,
      text: "allow update: if resource.data.status == 'open';",
      nth: 1,
    },
    reason: 'The condition is false.',
    from: { address: '127.0.0.1', requestId: 'r1', app: '1:1:web:1', sdk: 'js/12.4.0' },
    stages: { beforeMs: 1, rulesMs: 3, lookupsMs: 2 },
    ...changes,
  }
}

async function openPage(search: string) {
  const server = FakeServer.start()
  const project = await enterProject(server, 'owner')
  const [first, second] = [requestAt(published + 3 * minuteMs), requestAt(published + 2 * minuteMs)]
  server.answer(countRequests, {
    begin: new Date(published - 30 * minuteMs).toISOString(),
    stepSeconds: 60,
    allowed: Array.from({ length: 60 }, () => 50),
    denied: Array.from({ length: 60 }, (_, at) => (at < 30 ? 0 : 5)),
    isCut: false,
    missed: 3,
  })
  server.answer(listRequests, ({ path }) => ({ requests: path.includes('after=') ? [] : [first, second] }))
  server.answer(groupRequests, {
    groups: [
      { key: 'one', allowed: 0, denied: 281, people: 64, newest: first, first: second.time, slowestMs: 9 },
      {
        key: 'two',
        allowed: 40,
        denied: 2,
        people: 1,
        newest: requestAt(published, {
          rule: { fileName: 'firestore.rules', line: 31, column: 1, text: 'allow get: if mine();', nth: 1 },
        }),
        first: new Date(published - 20 * minuteMs).toISOString(),
      },
    ],
    more: 4,
    oldest: new Date(published - 60 * minuteMs).toISOString(),
  })
  server.answer(getRequest, ({ path }) => ({
    request: path.includes(first.id) ? first : second,
    unknown: [],
    why: {
      expression: "resource.data.status == 'open'",
      value: 'false',
      parts: [{ expression: 'resource.data.status', value: "'paid'" }],
    },
    excerpt: {
      fileName: 'firestore.rules',
      begin: 21,
      lines: ['match /orders/{order} {', "  allow update: if resource.data.status == 'open';", '}'],
    },
  }))
  server.answer(listApps, {
    apps: [],
  })
  server.answer(listMembers, { members: [] })
  server.answerPath('GET', /\/databases$/, () => Response.json({ databases: [] }))
  server.answerPath('GET', /\/rulesets$/, () =>
    Response.json({
      rulesets: [
        {
          name: 'projects/demo-app/rulesets/v14',
          createTime: new Date(published).toISOString(),
          metadata: { services: ['cloud.firestore'] },
          releasedAs: ['cloud.firestore'],
        },
      ],
    }),
  )
  const screen = await renderComponent(<RequestsPage />, { project, path: `/projects/demo-app/requests${search}` })
  return { server, screen, ids: [first.id, second.id] as const }
}

test('a request opens beside the list, j and k go through it, and Escape leaves it where it was', async () => {
  const { screen, ids } = await openPage('')
  const rows = page.getByRole('table', { name: 'Requests' }).getByRole('button', { name: /^Open update/ })
  await expect.element(rows.first()).toBeVisible()
  await expect.element(page.getByText(/^3,150 in the last hour/)).toBeVisible()
  await expect.element(page.getByText(/^3 requests came faster than they could be kept/)).toBeVisible()

  await rows.first().click()
  const panel = page.getByRole('complementary', { name: 'Request' })
  await expect.element(panel.getByText('1 of 2')).toBeVisible()
  const deciding = (): string | undefined => panel.element().querySelector('[data-deciding]')?.textContent
  await expect.poll(deciding).toContain("resource.data.status == 'open'")
  expect(deciding()).toContain('false')
  expect(panel.getByRole('link', { name: 'Open line 22' }).element().getAttribute('href')).toMatch(/request=.*&at=line/)
  await expect.element(panel.getByText(/^6\.00 ms/)).toBeVisible()

  await userEvent.keyboard('j')
  await expect.element(panel.getByText('2 of 2')).toBeVisible()
  expect(screen.router.state.location.search).toEqual({ request: ids[1] })
  await expect.element(panel.getByRole('button', { name: 'Next row' })).toBeDisabled()
  await userEvent.keyboard('k')
  await expect.element(panel.getByText('1 of 2')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(rows.first()).toHaveFocus()
})

test('requests are put together by the line of the rules, and say what is new since these were published', async () => {
  const { server, screen } = await openPage('?by=rule')
  const first = page.getByRole('button', { name: /^281 denied allow update: if resource\.data\.status/ })
  await expect.element(first).toHaveAttribute('aria-expanded', 'true')
  await expect
    .poll(() => first.element().textContent)
    .toMatch(/firestore\.rules, line 22new since .*up to 9\.00 ms64 people$/)
  const other = page.getByRole('button', { name: /^2 denied 40 allowed allow get: if mine\(\);/ })
  await expect.element(other).toHaveAttribute('aria-expanded', 'false')
  expect(other.element().textContent).not.toContain('new since')
  await expect.element(page.getByText('And 4 more groups. Filters find them.')).toBeVisible()

  const more = page.getByRole('button', { name: '279 more' })
  await more.click()
  await expect
    .poll(() => server.asked.filter(({ path }) => path.includes('group=one') && path.includes('pageSize=110')).length)
    .toBe(1)
  await other.click()
  await expect.poll(() => server.asked.some(({ path }) => path.includes('group=two'))).toBe(true)
  await page.getByRole('button', { name: /Arranged/ }).click()
  await page.getByRole('option', { name: 'Slowest first' }).click()
  expect(screen.router.state.location.search).toEqual({ by: 'slowest' })
  await expect.poll(() => server.asked.some(({ path }) => path.includes('order=slowest'))).toBe(true)
})
