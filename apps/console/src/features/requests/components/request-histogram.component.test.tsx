import { countRequests } from '@hearth/api'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { enterProject } from '../../../testing/enter-project.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { renderComponent } from '../../../testing/render-component.tsx'
import type { RequestFilter } from '../../../shared/requests/request-filter.ts'
import { RequestHistogram } from './request-histogram.tsx'

const begin = Date.parse('2026-11-23T08:15:00Z')
const minute = 60_000

test('requests over time are read, narrow the list, and say what is not kept any more', async () => {
  const server = FakeServer.start()
  const project = await enterProject(server, 'viewer')
  server.answer(countRequests, {
    begin: new Date(begin).toISOString(),
    stepSeconds: 60,
    allowed: Array.from({ length: 60 }, (_, at) => 40 + at),
    denied: Array.from({ length: 60 }, (_, at) => (at < 25 ? 0 : 7)),
    isCut: true,
    missed: 0,
  })
  const ruleset = {
    name: 'projects/demo-app/rulesets/v14',
    createTime: new Date(begin + 25 * minute).toISOString(),
    metadata: { services: ['cloud.firestore'] },
    releasedAs: ['cloud.firestore'],
  }
  server.answerPath('GET', /\/rulesets$/, () => Response.json({ rulesets: [ruleset] }))
  const onChange = vi.fn<(filter: RequestFilter) => void>()
  await renderComponent(<RequestHistogram filter={{ service: 'documents' }} isLive={false} onChange={onChange} />, {
    project,
  })
  const chart = page.getByRole('application', { name: 'Requests over time' })
  await expect.element(chart).toBeVisible()
  expect(server.asked.find(({ path }) => path.includes('request-counts'))?.path).toContain('service=documents')
  await expect
    .element(page.getByRole('link', { name: /^Rules published/ }))
    .toHaveAttribute('href', '/projects/demo-app/rules?version=v14')
  await expect.element(page.getByText(/^The last 10,000 requests are kept/)).toBeVisible()

  ;(chart.element() as HTMLElement).focus()
  await expect.poll(() => page.getByRole('status').element().textContent).toMatch(/, so far: Allowed 99, Denied 7$/)
  await userEvent.keyboard('{Home}{Enter}')
  expect(onChange).toHaveBeenLastCalledWith({ service: 'documents', begin, end: begin + minute })
  await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}{Enter}')
  expect(onChange).toHaveBeenLastCalledWith({
    service: 'documents',
    begin: begin + minute,
    end: begin + 4 * minute,
  })
})
