import { expect, test } from 'vitest'
import type { AuditEntry } from '../../audit/audit-entry.ts'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { setTeam } from '../../testing/set-team.ts'
import { TestServer } from '../../testing/test-server.ts'

test('what members do with many at once is in the audit log, as far as their role lets them do it', async () => {
  await using server = await TestServer.start({ settings: { HEARTH_SIGN_UP: 'anyone' } })
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
  const stranger = await ConsoleAccount.signUp(server, 'stranger@example.com')
  await setTeam(server, 'shop-app', owner, { [nina.uid]: 'viewer' })
  const path = '/projects/shop-app/bulk-acts'
  const note = (who: ConsoleAccount, body: object) => who.call('POST', path, body)
  const begun = { act: 'documents.export', target: 'customers', database: '(default)', state: 'begun' }
  expect((await note(nina, begun)).status).toBe(200)
  expect((await note(nina, { ...begun, state: 'done', through: 3, refused: 0 })).status).toBe(200)
  expect((await note(owner, { ...begun, act: 'documents.delete-many', state: 'done', through: 200 })).status).toBe(200)
  const refused: readonly [ConsoleAccount, object, number][] = [
    [nina, { ...begun, act: 'documents.delete-many' }, 403],
    [stranger, begun, 403],
    [owner, { ...begun, act: 'users.accounts:delete' }, 400],
    [owner, { ...begun, target: 'x'.repeat(6145) }, 400],
    [owner, { ...begun, state: 'perhaps' }, 400],
    [owner, { ...begun, through: -1 }, 400],
    [owner, { ...begun, more: 'x' }, 400],
  ]
  for (const [who, body, status] of refused) {
    expect((await note(who, body)).status, JSON.stringify(body).slice(0, 200)).toBe(status)
  }
  const answer = await owner.call('GET', '/projects/shop-app/audit?action=documents.')
  const { entries } = (await answer.json()) as { entries: AuditEntry[] }
  expect(entries.map(({ actor, action, target, detail }) => ({ actor, action, target, detail }))).toEqual([
    {
      actor: { kind: 'person', uid: owner.uid },
      action: 'documents.delete-many',
      target: 'customers',
      detail: { state: 'done', database: '(default)', through: '200' },
    },
    {
      actor: { kind: 'person', uid: nina.uid },
      action: 'documents.export',
      target: 'customers',
      detail: { state: 'done', database: '(default)', through: '3', refused: '0' },
    },
    {
      actor: { kind: 'person', uid: nina.uid },
      action: 'documents.export',
      target: 'customers',
      detail: { state: 'begun', database: '(default)' },
    },
  ])
})

test('one member has so many written down in a minute, and no more', async () => {
  await using server = await TestServer.start({})
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  const body = { act: 'users.export', target: '', state: 'begun' }
  const statuses = await Promise.all(
    Array.from({ length: 250 }, async () => (await owner.call('POST', '/projects/shop-app/bulk-acts', body)).status),
  )
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect(statuses.filter((status) => status === 200)).toHaveLength(240)
})

test('what is done in a collection with a long path is told by the beginning of the path', async () => {
  await using server = await TestServer.start({})
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  const target = `shops/${'s'.repeat(1_490)}/orders/${'o'.repeat(1_490)}/items`
  const body = { act: 'documents.export', target, state: 'begun' }
  expect((await owner.call('POST', '/projects/shop-app/bulk-acts', body)).status).toBe(200)
  const answer = await owner.call('GET', '/projects/shop-app/audit?action=documents.')
  const { entries } = (await answer.json()) as { entries: AuditEntry[] }
  expect(entries.map((entry) => entry.target)).toEqual([`${target.slice(0, 1_500)}…`])
})

test('a viewer has far fewer written down, and ends what was begun without a wait', async () => {
  let aheadMs = 0
  await using server = await TestServer.start({
    settings: { HEARTH_SIGN_UP: 'anyone' },
    clock: { nowMs: () => Date.now() + aheadMs },
  })
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
  await setTeam(server, 'shop-app', owner, { [nina.uid]: 'viewer' })
  const note = async (state: string): Promise<number> => {
    const body = { act: 'documents.export', target: 'customers', state }
    return (await nina.call('POST', '/projects/shop-app/bulk-acts', body)).status
  }
  const begun = await Promise.all(Array.from({ length: 130 }, () => note('begun')))
  expect(begun.filter((status) => status === 200)).toHaveLength(120)
  expect(begun.filter((status) => status === 429)).toHaveLength(10)
  aheadMs = 10 * 60_000
  expect(await note('begun')).toBe(429)
  expect(await note('done')).toBe(200)
  const answer = await owner.call('GET', '/projects/shop-app/audit?action=documents.&pageSize=200')
  const { entries } = (await answer.json()) as { entries: AuditEntry[] }
  expect(entries).toHaveLength(120)
  expect(entries.some(({ detail }) => detail?.['state'] === 'done')).toBe(false)
  aheadMs = 61 * 60_000
  const later = await ConsoleAccount.signIn(server, 'nina@example.com', 'correct horse')
  const body = { act: 'documents.export', target: 'customers', state: 'begun' }
  expect((await later.call('POST', '/projects/shop-app/bulk-acts', body)).status).toBe(200)
})
