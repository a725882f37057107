import { expect, it } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { setTeam } from '../../testing/set-team.ts'
import { TestServer } from '../../testing/test-server.ts'

it('a project’s days have its requests, its writes and what there is now', async () => {
  await using server = await TestServer.start({ clock: { nowMs: () => Date.parse('2026-11-20T10:00:00Z') } })
  const owner = await ConsoleAccount.claim(server)
  const before = await daysOf(owner, '?days=1')
  const denied = await fetch(`${server.origin}/v1/projects/demo-app/databases/(default)/documents/secrets/one`)
  expect(denied.status).toBe(403)

  const days = await daysOf(owner, '?days=3')
  expect(days.map(({ day }) => day)).toEqual(['2026-11-18', '2026-11-19', '2026-11-20'])
  const today = days[2]
  expect(today?.requestsDenied).toBe((before[0]?.requestsDenied ?? 0) + 1)
  expect(today?.documentsWritten).toBeGreaterThan(0)
  expect(today?.levels?.documents).toBeGreaterThan(0)
})

it('only members see them, and the number of days is bounded', async () => {
  await using server = await TestServer.start({ settings: { HEARTH_SIGN_UP: 'anyone' } })
  const owner = await ConsoleAccount.claim(server)
  for (const days of ['0', '63', '-1', 'x', '1e1', '']) {
    expect((await owner.call('GET', `/projects/demo-app/trends?days=${days}`)).status, days).toBe(400)
  }
  const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
  expect((await nina.call('GET', '/projects/demo-app/trends')).status).toBe(403)
  await setTeam(server, 'demo-app', owner, { [nina.uid]: 'viewer' })
  expect(await daysOf(nina, '')).toHaveLength(28)
})

interface Day {
  readonly day: string
  readonly requestsDenied: number
  readonly documentsWritten: number
  readonly levels?: { readonly documents: number }
}

async function daysOf(caller: ConsoleAccount, query: string): Promise<Day[]> {
  const answer = await caller.call('GET', `/projects/demo-app/trends${query}`)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { days: Day[] }).days
}
