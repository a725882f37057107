import { describe, expect, it } from 'vitest'
import type { Route } from '../http/route.ts'
import { ConsoleAccount } from '../testing/console-account.ts'
import { addressOf, bodyOf } from '../testing/route-requests.ts'
import { serviceToken } from '../testing/service-credential.ts'
import { TestServer } from '../testing/test-server.ts'
import { type KeyScope, keyScopes } from './key-scopes.ts'

const PROJECT = 'shop-app'

async function openShop(): Promise<{ server: TestServer; owner: ConsoleAccount } & AsyncDisposable> {
  const server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject(PROJECT)
  return { server, owner, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

async function callWith(
  token: string,
  { server, route, of }: { server: TestServer; route: Route; of: string },
): Promise<{ status: number; text: string }> {
  const parameters = { project: of, property: of, database: '(default)' }
  const answer = await fetch(server.origin + addressOf(route, parameters), {
    method: route.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: route.method === 'DELETE' ? null : JSON.stringify(bodyOf(route, `projects/${of}/databases/(default)`)),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Why a call with a service key is refused for what the key is; undefined where it is not. */
async function refusalOf(server: TestServer, route: Route, token: string): Promise<string | undefined> {
  const { text } = await callWith(token, { server, route, of: PROJECT })
  return /made without the scope \\?"([a-z-]+)/.exec(text)?.[1]
}

function changingRoutes(server: TestServer): Route[] {
  return server.hearth.protocols
    .flatMap(({ routes }) => routes)
    .filter(({ guard, method }) => guard === 'admin' && method !== 'GET')
}

/** What it is, without the vendor's host, which only repeats it. */
const nameOf = ({ method, path }: Route): string => `${method} ${path.replace('/identitytoolkit.googleapis.com', '')}`

/**
 * Written down a second time on purpose: whoever adds a route that changes something says here that every service key may call it, or which scope it
 * takes.
 */
const needing: Readonly<Record<KeyScope, readonly string[]>> = {
  backups: [
    'DELETE /hearth/v1/projects/:project/backups/:backup',
    'DELETE /hearth/v1/projects/:project/deleted-backups/:backup',
    'POST /hearth/v1/projects/:project/backups/:backup/restore',
  ],
  keys: [
    'DELETE /hearth/v1/projects/:project/analytics/secrets/:secret',
    'DELETE /hearth/v1/projects/:project/api-keys/:key',
    'DELETE /hearth/v1/projects/:project/service-keys/:key',
    'PATCH /hearth/v1/projects/:project/api-keys/:key',
    'POST /hearth/v1/projects/:project/analytics/secrets',
    'POST /hearth/v1/projects/:project/api-keys',
    'POST /hearth/v1/projects/:project/api-keys/:key/rotate',
    'POST /hearth/v1/projects/:project/service-keys',
    'POST /hearth/v1/projects/:project/signing-keys:rotate',
  ],
  project: [
    'DELETE /hearth/v1/projects/:project',
    'DELETE /hearth/v1/projects/:project/apps/:app',
    'DELETE /v1/projects/:project/databases/:database',
    'PATCH /hearth/v1/projects/:project/apps/:app',
    'PATCH /v1/projects/:project/databases/:database',
    'POST /hearth/v1/projects/:project/apps',
    'POST /hearth/v1/projects/:project/invitations/:invitation/link',
    'POST /hearth/v1/projects/:project/invitations/:invitation/mail',
    'POST /v1/projects/:project/databases',
  ],
  'sign-in': [
    'DELETE /hearth/v1/projects/:project/mail-templates/:kind/:language',
    'DELETE /v2/projects/:project/defaultSupportedIdpConfigs/:id',
    'DELETE /v2/projects/:project/inboundSamlConfigs/:id',
    'DELETE /v2/projects/:project/oauthIdpConfigs/:id',
    'DELETE /v2/projects/:project/tenants/:id',
    'DELETE /v2/projects/:project/tenants/:tenant/defaultSupportedIdpConfigs/:id',
    'DELETE /v2/projects/:project/tenants/:tenant/inboundSamlConfigs/:id',
    'DELETE /v2/projects/:project/tenants/:tenant/oauthIdpConfigs/:id',
    'PATCH /hearth/v1/projects/:project/mail-templates',
    'PATCH /v2/projects/:project/config',
    'PATCH /v2/projects/:project/defaultSupportedIdpConfigs/:id',
    'PATCH /v2/projects/:project/inboundSamlConfigs/:id',
    'PATCH /v2/projects/:project/oauthIdpConfigs/:id',
    'PATCH /v2/projects/:project/passkeyConfig',
    'PATCH /v2/projects/:project/tenants/:id',
    'PATCH /v2/projects/:project/tenants/:tenant/defaultSupportedIdpConfigs/:id',
    'PATCH /v2/projects/:project/tenants/:tenant/inboundSamlConfigs/:id',
    'PATCH /v2/projects/:project/tenants/:tenant/oauthIdpConfigs/:id',
    'PATCH /v2/projects/:project/tenants/:tenant/passkeyConfig',
    'POST /hearth/v1/projects/:project/test-mail',
    'POST /v2/projects/:project/defaultSupportedIdpConfigs',
    'POST /v2/projects/:project/inboundSamlConfigs',
    'POST /v2/projects/:project/oauthIdpConfigs',
    'POST /v2/projects/:project/tenants',
    'POST /v2/projects/:project/tenants/:tenant/defaultSupportedIdpConfigs',
    'POST /v2/projects/:project/tenants/:tenant/inboundSamlConfigs',
    'POST /v2/projects/:project/tenants/:tenant/oauthIdpConfigs',
    'PUT /hearth/v1/projects/:project/mail-templates/:kind/:language',
  ],
  webhooks: [
    'DELETE /hearth/v1/projects/:project/alerts/webhook',
    'POST /hearth/v1/projects/:project/alerts/mail:test',
    'POST /hearth/v1/projects/:project/alerts/webhook:test',
    'PUT /hearth/v1/projects/:project/alerts/settings',
    'PUT /hearth/v1/projects/:project/alerts/webhook',
    'DELETE /hearth/v1/projects/:project/webhooks/blocking',
    'DELETE /hearth/v1/projects/:project/webhooks/sms',
    'PUT /hearth/v1/projects/:project/webhooks/blocking',
    'PUT /hearth/v1/projects/:project/webhooks/sms',
  ],
}

/** Of the routes that are no GET, those that a key of the console without `PROJECT` may call there: they only read, or are not supported. */
const readingInConsole: readonly string[] = [
  'POST /cloudresourcemanager.googleapis.com/v1/projects/:project:testIamPermissions',
  'POST /identitytoolkit/v3/relyingparty/downloadAccount',
  'POST /v1/projects/:project/accounts:lookup',
  'POST /v1/projects/:project/accounts:query',
  'POST /v1/projects/:project/tenants/:tenant/accounts:lookup',
  'POST /v1/projects/:project/tenants/:tenant/accounts:query',
  'POST /v1/projects/:project:test',
  'POST /v1/projects/:project:testIamPermissions',
  'POST /v1beta/properties/:property:batchRunReports',
  'POST /v1beta/properties/:property:runRealtimeReport',
  'POST /v1beta/properties/:property:runReport',
  'POST /www.googleapis.com/identitytoolkit/v3/relyingparty/downloadAccount',
]

describe('a service key', () => {
  it('is refused what it has no scope for, on every route, and says which', async () => {
    await using shop = await openShop()
    const { server, owner } = shop
    const token = await serviceToken(owner, PROJECT)
    const refused = new Map<string, Set<string>>(keyScopes.map((scope) => [scope, new Set()]))
    for (const route of changingRoutes(server)) {
      const scope = await refusalOf(server, route, token)
      if (scope !== undefined) refused.get(scope)?.add(nameOf(route))
    }
    for (const scope of keyScopes) {
      expect([...(refused.get(scope) ?? [])].toSorted(), scope).toEqual(needing[scope].toSorted())
    }
  })

  it('may what an owner gave it scopes for, and nothing else', async () => {
    await using shop = await openShop()
    const { server, owner } = shop
    const routes = new Map(changingRoutes(server).map((route) => [nameOf(route), route]))
    for (const scope of keyScopes) {
      const token = await serviceToken(owner, PROJECT, [scope])
      for (const other of keyScopes) {
        for (const name of needing[other]) {
          const route = routes.get(name)
          // That one works, and then there is nothing left to ask.
          if (route === undefined || (scope === other && name === 'DELETE /hearth/v1/projects/:project')) continue
          expect(await refusalOf(server, route, token), `${name} with ${scope}`).toBe(
            scope === other ? undefined : other,
          )
        }
      }
    }
  })

  it('gives no key a scope: people do', async () => {
    await using shop = await openShop()
    const { server, owner } = shop
    const token = await serviceToken(owner, PROJECT, ['keys'])
    const make = async (body: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const address = `${server.origin}/hearth/v1/projects/${PROJECT}/service-keys`
      return await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
    }
    const asked = await make({ name: 'More', scopes: ['backups'] })
    expect(asked.status).toBe(403)
    expect(await asked.json()).toMatchObject({ error: { reason: 'PEOPLE_ONLY' } })
    expect((await make({ name: 'As it is' })).status).toBe(201)
    expect((await make({ name: 'Odd', scopes: ['everything'] })).status).toBe(400)
    const listed = (await (await owner.call('GET', `/projects/${PROJECT}/service-keys`)).json()) as {
      serviceKeys: { name: string; scopes: string[] }[]
    }
    const scopes = Object.fromEntries(listed.serviceKeys.map((key) => [key.name, key.scopes]))
    expect(scopes).toEqual({ Test: ['keys'], 'As it is': [] })
  })

  it('keeps events for a shorter time with a scope alone', async () => {
    await using shop = await openShop()
    const { server, owner } = shop
    const shorten = async (scopes: readonly KeyScope[]): Promise<number> => {
      const token = await serviceToken(owner, PROJECT, scopes)
      const address = `${server.origin}/hearth/v1/projects/${PROJECT}/analytics/settings`
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      return (await fetch(address, { method: 'PATCH', headers, body: '{"retentionMonths":2}' })).status
    }
    expect(await shorten([])).toBe(403)
    expect(await shorten(['project'])).toBe(200)
  })

  it('of the console reads there, and makes nobody the owner of anything', async () => {
    await using shop = await openShop()
    const { server, owner } = shop
    const token = await serviceToken(owner, 'console')
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const ask = async (method: string, path: string, body?: object): Promise<number> =>
      (
        await fetch(server.origin + path, {
          method,
          headers,
          body: body === undefined ? null : JSON.stringify(body),
        })
      ).status
    const team = `/v1/projects/console/databases/(default)/documents/projects/${PROJECT}`
    expect(await ask('GET', team)).toBe(200)
    expect(await ask('GET', '/hearth/v1/projects/console/audit')).toBe(200)
    expect(await ask('PATCH', team, { fields: {} })).toBe(403)
    const account = { localId: owner.uid, customAttributes: '{}' }
    expect(await ask('POST', '/v1/projects/console/accounts:update', account)).toBe(403)
    const link = { requestType: 'PASSWORD_RESET', email: 'olga@example.com', returnOobLink: true }
    expect(await ask('POST', '/v1/projects/console/accounts:sendOobCode', link)).toBe(403)
    expect(await ask('DELETE', `/hearth/v1/projects/console/users/${owner.uid}/sessions/x`)).toBe(403)
    const upload = '/upload/storage/v1/b/console.firebasestorage.app/o?name=x&uploadType='
    expect(await ask('POST', `${upload}resumable`, {})).toBe(403)
    expect(await ask('POST', `${upload}media`, {})).toBe(403)
  })
  it('of the console is refused every change there, on every route', async () => {
    await using shop = await openShop()
    const { server, owner } = shop
    const token = await serviceToken(owner, 'console')
    const open = new Set<string>()
    for (const route of changingRoutes(server)) {
      const { status } = await callWith(token, { server, route, of: 'console' })
      // Refused, for people alone, or not there.
      if (![401, 403, 501].includes(status)) open.add(nameOf(route))
    }
    expect([...open].toSorted()).toEqual(readingInConsole)
  })

  it('of the console is given what its accounts sign in with for the scope "project" alone', async () => {
    await using shop = await openShop()
    const { server, owner } = shop
    const usersOf = async (token: string, method: string, path: string): Promise<Record<string, unknown>[]> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = method === 'GET' ? null : JSON.stringify({ targetProjectId: 'console' })
      const answer = await fetch(server.origin + path, { method, headers, body })
      return ((await answer.json()) as { users: Record<string, unknown>[] }).users
    }
    const readable = (user?: Record<string, unknown>): string =>
      Buffer.from(String(user?.['passwordHash']), 'base64').toString()
    const lists = [
      ['GET', '/v1/projects/console/accounts:batchGet'],
      ['POST', '/identitytoolkit/v3/relyingparty/downloadAccount'],
    ] as const
    const [plain, trusted] = [await serviceToken(owner, 'console'), await serviceToken(owner, 'console', ['project'])]
    for (const [method, path] of lists) {
      const [reader] = await usersOf(plain, method, path)
      expect(reader).toMatchObject({ localId: owner.uid })
      expect(readable(reader)).toBe('REDACTED')
      expect(readable((await usersOf(trusted, method, path))[0])).toMatch(/^\$argon2id\$/)
    }
  })

  it('publishes no rules of the console, and neither does anybody else: they are built in', async () => {
    await using shop = await openShop()
    const { server, owner } = shop
    const token = await serviceToken(owner, 'console', ['project'])
    for (const credential of [token, owner.idToken]) {
      const answer = await fetch(`${server.origin}/v1/projects/console/rulesets`, {
        method: 'POST',
        headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          source: { files: [{ name: 'firestore.rules', content: 'service cloud.firestore {}' }] },
        }),
      })
      expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('built in')])
    }
  })
})
