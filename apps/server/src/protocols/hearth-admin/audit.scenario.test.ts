import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AuditEntry } from '../../audit/audit-entry.ts'
import { systemClock } from '../../lib/ambient.ts'
import { SqlitePersistence } from '../../persistence/sqlite/sqlite-persistence.ts'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { serviceToken } from '../../testing/service-credential.ts'
import { setTeam } from '../../testing/set-team.ts'
import { flagWords, runCommand } from '../../testing/run-command.ts'
import { TestServer } from '../../testing/test-server.ts'

const settings = { HEARTH_SIGN_UP: 'anyone' } as const
const RULES = "rules_version = '2'; service cloud.firestore { match /databases/{d}/documents {} }"

type Ask = (method: string, path: string, body?: object) => Promise<Record<string, string>>

function askerWith(server: TestServer, token: string): Ask {
  return async (method, path, body) => {
    const answer = await fetch(server.origin + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true)
    return (await answer.json()) as Record<string, string>
  }
}

async function auditOf(owner: ConsoleAccount, project: string): Promise<AuditEntry[]> {
  const answer = await owner.call('GET', `/projects/${project}/audit?pageSize=500`)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { entries: AuditEntry[] }).entries
}

test('what operators and programs do to a project is written down before it is answered, and no secret with it', async () => {
  await using server = await TestServer.start({ settings })
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
  const operator = askerWith(server, await owner.operatorToken('shop-app'))
  const program = askerWith(server, await serviceToken(owner, 'shop-app'))
  const users = '/v1/projects/shop-app/accounts'
  const { localId = '' } = await operator('POST', users, { email: 'ada@example.com', password: 'a secret of Ada' })
  await operator('POST', `${users}:update`, { localId, disableUser: true, password: 'another secret' })
  await program('POST', `${users}:delete`, { localId })
  await program('GET', `${users}:batchGet`)
  await operator('PATCH', '/v2/projects/shop-app/config?updateMask=signIn.anonymous.enabled', {
    signIn: { anonymous: { enabled: true } },
  })
  await operator('POST', '/v2/projects/shop-app/oauthIdpConfigs?oauthIdpConfigId=oidc.acme', {
    clientId: 'acme',
    issuer: 'https://acme.example.com',
    clientSecret: 'the secret of Acme',
    enabled: true,
    responseType: { code: true },
  })
  const files = [{ name: 'firestore.rules', content: RULES }]
  const { name: rulesetName } = await operator('POST', '/v1/projects/shop-app/rulesets', { source: { files } })
  const release = { name: 'projects/shop-app/releases/cloud.firestore', rulesetName }
  await operator('POST', '/v1/projects/shop-app/releases', release)
  await operator('POST', '/v1/projects/shop-app/databases?databaseId=archive', {})
  await owner.call('POST', '/projects/shop-app/apps', { name: 'Till' })
  await setTeam(server, 'shop-app', owner, { [nina.uid]: 'owner' })
  const ninasKey = await nina.call('POST', '/projects/shop-app/service-keys', { name: 'Till' })
  const { private_key_id: keyId, private_key: privateKey } = (await ninasKey.json()) as Record<string, string>
  await setTeam(server, 'shop-app', owner, {})
  await expect.poll(async () => (await auditOf(owner, 'shop-app'))[0]?.action).toBe('team.update')
  await expect
    .poll(async () => (await auditOf(owner, 'shop-app')).filter((e) => e.action === 'team.update'))
    .toHaveLength(4)
  expect((await owner.call('DELETE', `/projects/shop-app/service-keys/${keyId}`)).status).toBe(200)

  const entries = await auditOf(owner, 'shop-app')
  const person = { kind: 'person', uid: owner.uid }
  const key = { kind: 'service-key', id: expect.any(String) as string }
  const expected = [
    { action: 'project.create', actor: person, target: 'shop-app' },
    { action: 'session.enter', actor: person, target: 'owner' },
    { action: 'service-keys.create', actor: person, detail: { name: 'Test' } },
    { action: 'users.accounts', actor: person, target: localId, detail: { fields: 'email, password' } },
    { action: 'users.accounts:update', actor: person, target: localId },
    { action: 'users.accounts:delete', actor: key, target: localId },
    { action: 'users.accounts:batchGet', actor: key },
    { action: 'users.config', actor: person },
    { action: 'users.oauthIdpConfigs', actor: person },
    { action: 'rules.create', actor: person, target: rulesetName },
    { action: 'rules.create', actor: person, target: release.name, detail: { ruleset: rulesetName } },
    { action: 'databases.create', actor: person },
    { action: 'apps.create', actor: person },
    { action: 'team.update', actor: { kind: 'server' }, target: nina.uid, detail: { [nina.uid]: 'none → viewer' } },
    { action: 'team.update', actor: person, target: nina.uid, detail: { [nina.uid]: 'viewer → owner' } },
    { action: 'service-keys.create', actor: { kind: 'person', uid: nina.uid }, target: keyId },
    { action: 'service-keys.delete', actor: person, target: keyId, detail: { name: 'Till' } },
    {
      action: 'team.update',
      actor: person,
      target: nina.uid,
      detail: { [nina.uid]: 'owner → none', keysStillValid: keyId },
    },
  ]
  for (const act of expected) expect(entries, act.action).toContainEqual(expect.objectContaining(act))
  for (const { address, requestId } of entries.filter(({ action }) => action !== 'team.update')) {
    expect(address).toBe('127.0.0.1')
    expect(requestId).not.toBe('')
  }
  const text = JSON.stringify(entries)
  for (const secret of ['secret of', 'another secret', privateKey?.slice(100, 140)]) expect(text).not.toContain(secret)
})

test('an entry says whose link it was, what changed and which setting; owners find entries by who, what and to what', async () => {
  await using server = await TestServer.start({ settings })
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  const operator = askerWith(server, await owner.operatorToken('shop-app'))
  const program = askerWith(server, await serviceToken(owner, 'shop-app'))
  const users = '/v1/projects/shop-app/accounts'
  const { localId = '' } = await operator('POST', users, { email: 'ada@example.com', password: 'a secret of Ada' })
  const reset = { requestType: 'PASSWORD_RESET', email: 'ada@example.com', returnOobLink: true }
  await program('POST', `${users}:sendOobCode`, reset)
  await operator('POST', `${users}:update`, { localId, customAttributes: '{"plan":"gold"}', disableUser: true })
  await operator('PATCH', '/v2/projects/shop-app/config?updateMask=signIn.anonymous.enabled', {
    signIn: { anonymous: { enabled: true } },
  })
  const find = async (query: string) => {
    const answer = await owner.call('GET', `/projects/shop-app/audit?${query}`)
    return (await answer.json()) as { entries: AuditEntry[]; people: Record<string, unknown>; nextPageToken?: string }
  }
  const { entries, people } = await find('')
  expect(people).toMatchObject({ [owner.uid]: { name: 'Olga', email: 'olga@example.com' } })
  expect(Object.values(people)).toContainEqual({ name: 'Test' })
  expect(JSON.stringify(entries)).not.toContain('gold')
  for (const act of [
    { target: 'ada@example.com', detail: { link: 'PASSWORD_RESET', given: 'to the caller' } },
    { target: localId, detail: { change: 'claims, disabled' } },
    { action: 'users.config', detail: { settings: 'signIn.anonymous.enabled on' } },
  ]) {
    expect(entries).toContainEqual(expect.objectContaining({ ...act, detail: expect.objectContaining(act.detail) }))
  }

  const actions = async (query: string) => (await find(query)).entries.map(({ action }) => action)
  // The log has the uid alone; the address is the user's of today.
  expect(await actions('target=ADA%40')).toEqual([
    'users.accounts:update',
    'users.accounts:sendOobCode',
    'users.accounts',
  ])
  expect(await actions('target=ADA%40&action=claims')).toEqual(['users.accounts:update'])
  expect(await actions('target=bob%40')).toEqual([])
  expect(await actions('action=anonymous')).toEqual(['users.config'])
  expect(await actions('actor=test')).toEqual(['users.accounts:sendOobCode'])
  expect(await actions('actor=olga%40&action=claims')).toEqual(['users.accounts:update'])
  expect(await find('actor=nobody')).toMatchObject({ entries: [] })
  const first = await find('actor=olga&action=users&pageSize=2')
  const rest = await find(`actor=olga&action=users&pageSize=2&pageToken=${first.nextPageToken}`)
  expect([...first.entries, ...rest.entries].map(({ action }) => action)).toEqual([
    'users.config',
    'users.accounts:update',
    'users.accounts',
  ])
})

test('failed sign-ins and those who have to wait are written down once, with how often they came', async () => {
  let aheadMs = 0
  await using server = await TestServer.start({ clock: { nowMs: () => Date.now() + aheadMs } })
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  const { app } = await owner.enter('shop-app')
  const guess = async (email: string) =>
    await fetch(`${server.origin}/v1/accounts:signInWithPassword?key=${app.apiKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'a wrong guess' }),
    })
  for (let n = 0; n < 12; n++) await guess('ada@example.com')
  aheadMs = 11 * 60_000
  await guess('bob@example.com')
  const failed = { operation: 'accounts:signInWithPassword', reason: 'INVALID_LOGIN_CREDENTIALS' }
  const waiting = { operation: 'accounts:signInWithPassword', reason: 'TOO_MANY_ATTEMPTS_TRY_LATER' }
  const ofAda = { actor: { kind: 'visitor' }, target: 'ada@example.com', address: '127.0.0.1' }
  await expect
    .poll(async () => (await auditOf(owner, 'shop-app')).filter(({ action }) => action.startsWith('account.')))
    .toMatchObject([
      { action: 'account.sign-in-failed', target: 'bob@example.com' },
      { action: 'account.locked-out', ...ofAda, detail: { ...waiting, repeats: '1' } },
      { action: 'account.sign-in-failed', ...ofAda, detail: { ...failed, repeats: '9' } },
      { action: 'account.locked-out', ...ofAda, detail: waiting },
      { action: 'account.sign-in-failed', ...ofAda, detail: failed },
    ])
})

test('sign-ins to the console and changes of accounts there are written down for the server’s owner', async () => {
  await using server = await TestServer.start({ settings })
  const owner = await ConsoleAccount.claim(server)
  const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
  const { app } = (await (await fetch(`${server.origin}/hearth/v1/console`)).json()) as { app: { apiKey: string } }
  const update = `/v1/accounts:update?key=${app.apiKey}`
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ idToken: nina.idToken, password: 'battery staple' })
  expect((await fetch(server.origin + update, { method: 'POST', headers, body })).status).toBe(200)
  const entries = await auditOf(owner, 'console')
  for (const act of [
    { action: 'server.claim', actor: { kind: 'visitor' }, target: 'olga@example.com' },
    { action: 'account.accounts:signInWithPassword', actor: { kind: 'person', uid: owner.uid } },
    { action: 'account.accounts:signUp', actor: { kind: 'person', uid: nina.uid } },
    { action: 'account.accounts:update', actor: { kind: 'person', uid: nina.uid } },
  ]) {
    expect(entries, act.action).toContainEqual(expect.objectContaining(act))
  }
  expect(JSON.stringify(entries)).not.toContain('battery staple')
  const again = await ConsoleAccount.signIn(server, 'nina@example.com', 'battery staple')
  expect((await again.call('GET', '/projects/console/audit')).status).toBe(403)
})

test('editors and strangers don’t read the audit log', async () => {
  await using server = await TestServer.start({ settings })
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
  expect((await nina.call('GET', '/projects/shop-app/audit')).status).toBe(403)
  await setTeam(server, 'shop-app', owner, { [nina.uid]: 'editor' })
  expect((await nina.call('GET', '/projects/shop-app/audit')).status).toBe(403)
  expect((await owner.call('GET', '/projects/shop-app/audit?pageToken=x')).status).toBe(400)
})

test('hearth audit verify finds a log unbroken, and notices what was changed on the disk', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-audited-'))
  let told: readonly string[] = []
  const run = async (server: TestServer, token: string, seen?: string): Promise<number> => {
    const flags = { project: 'shop-app', url: server.origin, token, ...(seen !== undefined && { seen }) }
    const end = await runCommand(['audit', 'verify', ...flagWords(flags)])
    told = end.told
    return end.status
  }
  try {
    let newest = ''
    {
      await using server = await TestServer.start({ dataFolder })
      const owner = await ConsoleAccount.claim(server)
      await owner.createProject('shop-app')
      for (const name of ['One', 'Two', 'Three']) await owner.call('POST', '/projects/shop-app/apps', { name })
      // The project, its team and three apps.
      await expect.poll(() => auditOf(owner, 'shop-app')).toHaveLength(5)
      expect(await run(server, owner.idToken)).toBe(0)
      expect(told[0]).toBe('5 entries, unbroken.')
      newest = /\d+:[0-9a-f]{64}/.exec(told[1] ?? '')?.[0] ?? ''
      expect(await run(server, owner.idToken, newest)).toBe(0)
      expect(
        await run(
          server,
          owner.idToken,
          newest.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        ),
      ).toBe(1)
      expect(told).toEqual(['Entry 5 is not the one that was seen.'])
    }
    const persistence = await SqlitePersistence.open({ folder: dataFolder, clock: systemClock })
    const store = await persistence.openProject('shop-app')
    const value = (await store.getRecord('audit', '0000000000000003'))?.value.replace('127.0.0.1', '192.0.2.1')
    await store.commit({ records: [{ space: 'audit', key: '0000000000000003', value }] })
    await store.commit({ records: [{ space: 'audit', key: '0000000000000004', value: undefined }] })
    await persistence.close()
    await using server = await TestServer.start({ dataFolder })
    const owner = await ConsoleAccount.signIn(server, 'olga@example.com', 'correct horse')
    expect(await run(server, owner.idToken, newest)).toBe(1)
    expect(told).toEqual(['Entry 4 is missing.', 'Entry 3 is not what was written.'])
    expect(await run(server, 'x.y.z')).toBe(1)
  } finally {
    await rm(dataFolder, { recursive: true })
  }
})
