import { expect, test } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { serviceToken } from '../../testing/service-credential.ts'
import { TestServer } from '../../testing/test-server.ts'

test('tells the server’s owner how the server is set up and what there is', async () => {
  await using server = await TestServer.start({ settings: { HEARTH_BACKUP_TIME: '03:30', HEARTH_LOG_LEVEL: 'silent' } })
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app', 'Shop')
  const backup = await owner.call('POST', '/projects/shop-app/backups')
  expect(backup.status).toBe(202)
  await expect
    .poll(async () => ((await (await owner.call('GET', '/projects/shop-app/backups')).json()) as BackupList).backups)
    .toHaveLength(1)

  const answer = await owner.call('GET', '/server')
  expect(answer.status).toBe(200)
  const told = (await answer.json()) as Told
  expect(told).toMatchObject({
    mode: 'start',
    node: process.versions.node,
    listensAt: server.origin,
    publicUrl: null,
    mailEnabled: false,
    projectCount: 3,
    storage: { folder: server.dataFolder, contents: 'disk', fileBytes: expect.any(Number) as number },
  })
  expect(Date.parse(told.startedAt)).toBeLessThanOrEqual(Date.now())
  expect(told.storage.storeBytes).toBeGreaterThan(0)
  expect(told.storage.disk.totalBytes).toBeGreaterThan(told.storage.disk.freeBytes)
  const next = new Date(told.backups.nextAt ?? '')
  expect([next.getHours(), next.getMinutes(), next.getTime() > Date.now()]).toEqual([3, 30, true])
  // Those that have none come first.
  expect(told.backups.projects.map(({ projectId, lastAt }) => [projectId, lastAt !== null])).toEqual([
    ['console', false],
    ['demo-app', false],
    ['shop-app', true],
  ])
  const levels = told.settings.filter(({ name }) => name === 'HEARTH_LOG_LEVEL')
  expect(levels).toMatchObject([{ from: 'environment', value: 'silent', defaultText: 'info' }])
})

test('nobody else is told: visitors, members, operators, server credentials, sessions that are over', async () => {
  let later = 0
  await using server = await TestServer.start({
    clock: { nowMs: () => Date.now() + later },
    settings: { HEARTH_SIGN_UP: 'anyone', HEARTH_CREATE_PROJECTS: 'anyone' },
  })
  const owner = await ConsoleAccount.claim(server)
  const vera = await ConsoleAccount.signUp(server, 'vera@example.com')
  await vera.createProject('shop-app', 'Shop')
  expect((await vera.call('GET', '/server')).status).toBe(403)

  const ask = async (token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const answer = await fetch(`${server.origin}/hearth/v1/server`, { headers })
    expect(await answer.text()).not.toContain('settings')
    return answer.status
  }
  expect(await ask()).toBe(401)
  expect(await ask('owner')).toBe(401)
  expect(await ask(await vera.operatorToken('shop-app'))).toBe(401)
  // The owner's own, which belong to projects and not to the person.
  expect(await ask(await owner.operatorToken('demo-app'))).toBe(401)
  expect(await ask(await owner.operatorToken('console'))).toBe(401)
  expect(await ask(await serviceToken(owner, 'console'))).toBe(401)

  const after = await owner.changePassword('a new horse')
  expect(await ask(owner.idToken)).toBe(401)
  expect((await after.call('GET', '/server')).status).toBe(200)
  later = 61 * 60_000
  expect(await ask(after.idToken)).toBe(401)
})

interface BackupList {
  readonly backups: readonly unknown[]
}

interface Told {
  readonly startedAt: string
  readonly storage: {
    readonly storeBytes: number
    readonly disk: { readonly freeBytes: number; readonly totalBytes: number }
  }
  readonly backups: {
    readonly nextAt: string | null
    readonly projects: readonly { readonly projectId: string; readonly lastAt: string | null }[]
  }
  readonly settings: readonly { readonly name: string }[]
}
