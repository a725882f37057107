import { expect, it } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { setTeam } from '../../testing/set-team.ts'
import { TestServer } from '../../testing/test-server.ts'

const report = { dateRanges: [{ startDate: 'today', endDate: 'today' }], metrics: [{ name: 'activeUsers' }] }
const calls: readonly [call: string, body: object | undefined][] = [
  [':runReport', report],
  [':batchRunReports', { requests: [report] }],
  [':runRealtimeReport', { metrics: [{ name: 'activeUsers' }] }],
  ['/metadata', undefined],
]

it('reports are for console accounts in the team of the project, whatever their role, and for nobody else', async () => {
  await using server = await TestServer.start({ mode: 'start', settings: { HEARTH_SIGN_UP: 'anyone' } })
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  const [member, stranger] = [
    await ConsoleAccount.signUp(server, 'vera@example.com'),
    await ConsoleAccount.signUp(server, 'eve@example.com'),
  ]
  await setTeam(server, 'shop-app', owner, { [member.uid]: 'viewer' })
  const ask = async (
    account: ConsoleAccount,
    project: string,
    [call, body]: (typeof calls)[number],
  ): Promise<number> => {
    const response = await fetch(`${server.origin}/v1beta/properties/${project}${call}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${account.idToken}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    await response.arrayBuffer()
    return response.status
  }
  for (const call of calls) {
    const statuses = [
      await ask(owner, 'shop-app', call),
      await ask(member, 'shop-app', call),
      await ask(stranger, 'shop-app', call),
      // Nobody outside of its team learns whether there is a project.
      await ask(stranger, 'nothing-there', call),
    ]
    expect(statuses, call[0]).toEqual([200, 200, 403, 403])
  }
  await setTeam(server, 'shop-app', owner, {})
  expect(await ask(member, 'shop-app', [':runReport', report])).toBe(403)
})
