import { describe, expect, it } from 'vitest'
import { ok, openShop, SHOP_PROJECT as project } from '../../testing/open-shop.ts'
import { serviceToken } from '../../testing/service-credential.ts'
import { TestServer } from '../../testing/test-server.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

async function openHearthServer() {
  const server = await TestServer.start()
  const shop = await openShop(server)
  const { app } = await shop.owner.enter(project)
  const json = { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' }
  const identity = `${server.origin}/identitytoolkit.googleapis.com`
  const files = `${server.origin}/v0/b/${project}.firebasestorage.app/o`
  const config = `${identity}/v2/projects/${project}/config`
  return {
    server,
    shop,
    async signIn(email: string, password: string, tenantId?: string): Promise<string> {
      const address = `${identity}/v1/accounts:signInWithPassword?key=${app.apiKey}`
      const body = JSON.stringify({ email, password, tenantId, returnSecureToken: true })
      const headers = { 'content-type': 'application/json' }
      const answer = (await (await fetch(address, { method: 'POST', headers, body })).json()) as {
        idToken?: string
        mfaPendingCredential?: string
        error?: { message: string }
      }
      if (answer.mfaPendingCredential !== undefined) return 'second factor'
      return answer.error?.message.split(' ')[0] ?? 'signed in'
    },
    async lookUp(idToken: string): Promise<number> {
      const address = `${identity}/v1/accounts:lookup?key=${app.apiKey}`
      const headers = { 'content-type': 'application/json' }
      return (await fetch(address, { method: 'POST', headers, body: JSON.stringify({ idToken }) })).status
    },
    async account(localId: string): Promise<Readonly<Record<string, unknown>>> {
      const address = `${identity}/v1/projects/${project}/accounts:lookup`
      const { users = [] } = await ok<{ users?: Record<string, unknown>[] }>(
        fetch(address, { method: 'POST', headers: json, body: JSON.stringify({ localId: [localId] }) }),
      )
      return users[0] ?? {}
    },
    async deleteAccount(localId: string): Promise<void> {
      const address = `${identity}/v1/projects/${project}/accounts:delete`
      await ok(fetch(address, { method: 'POST', headers: json, body: JSON.stringify({ localId }) }))
    },
    async linkOf(name: string): Promise<string> {
      const headers = { authorization: `Firebase ${shop.token}` }
      const { downloadTokens } = await ok<{ downloadTokens: string }>(fetch(`${files}/${name}`, { headers }))
      return `${files}/${name}?alt=media&token=${downloadTokens}`
    },
    async revokeLink(link: string): Promise<void> {
      const [file = '', token = ''] = link.split('?alt=media&token=')
      const headers = { authorization: `Firebase ${shop.token}` }
      await ok(fetch(`${file}?delete_token=${token}`, { method: 'POST', headers }))
    },
    async configure(mask: string, body: object): Promise<void> {
      await ok(fetch(`${config}?updateMask=${mask}`, { method: 'PATCH', headers: json, body: JSON.stringify(body) }))
    },
    async configuration(): Promise<{ signIn: { email: { enabled: boolean } } }> {
      return await ok(fetch(config, { headers: json }))
    },
    async publish(condition: string): Promise<void> {
      const base = `${server.origin}/v1/projects/${project}`
      const content = `service cloud.firestore { match /databases/{d}/documents { match /{p=**} { allow read: if ${condition}; } } }`
      const source = { files: [{ name: 'firestore.rules', content }] }
      const { name } = await ok<{ name: string }>(
        fetch(`${base}/rulesets`, { method: 'POST', headers: json, body: JSON.stringify({ source }) }),
      )
      const release = { name: `projects/${project}/releases/cloud.firestore`, rulesetName: name }
      const patched = await fetch(`${base}/releases/cloud.firestore`, {
        method: 'PATCH',
        headers: json,
        body: JSON.stringify({ release }),
      })
      if (patched.status === 404) {
        await ok(fetch(`${base}/releases`, { method: 'POST', headers: json, body: JSON.stringify(release) }))
      } else await ok(patched)
    },
    async resetCode(email: string): Promise<string> {
      const address = `${identity}/v1/projects/${project}/accounts:sendOobCode`
      const body = JSON.stringify({ requestType: 'PASSWORD_RESET', email, returnOobLink: true })
      const { oobCode } = await ok<{ oobCode: string }>(fetch(address, { method: 'POST', headers: json, body }))
      return oobCode
    },
    async useCode(oobCode: string): Promise<number> {
      const address = `${identity}/v1/accounts:resetPassword?key=${app.apiKey}`
      const headers = { 'content-type': 'application/json' }
      return (await fetch(address, { method: 'POST', headers, body: JSON.stringify({ oobCode }) })).status
    },
    async readAsVisitor(path: string): Promise<number> {
      return (await fetch(`${server.origin}/v1/projects/${project}/databases/(default)/documents/${path}`)).status
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await server[Symbol.asyncDispose]()
    },
  }
}

const status = async (address: string): Promise<number> => (await fetch(address)).status

/** What was open at the time of the backup and is closed now. */
async function closeEverything(world: Awaited<ReturnType<typeof openHearthServer>>, shop: Shop) {
  const { shop: _, ...asked } = world
  await asked.configure('signIn.email.enabled', { signIn: { email: { enabled: true } } })
  const anna = await shop.signUp('anna@example.com')
  const ben = await shop.signUp('ben@example.com')
  const carl = await shop.signUp('carl@example.com')
  const dora = await shop.signUp('dora@example.com')
  await shop.changeAccount({ localId: ben.localId, customAttributes: '{"admin":true}', displayName: 'Ben' })
  await shop.changeAccount({ localId: dora.localId, customAttributes: '{"admin":true}' })
  await shop.upload('shared.txt', 'shared')
  await shop.upload('leaked.txt', 'leaked')
  await shop.write('orders/one', 'one')
  await asked.publish('true')
  const [shared, leaked] = [await asked.linkOf('shared.txt'), await asked.linkOf('leaked.txt')]
  const backup = await shop.backups.make()

  await asked.revokeLink(leaked)
  await shop.changeAccount({ localId: anna.localId, disableUser: true })
  await shop.changeAccount({
    localId: ben.localId,
    password: 'another horse',
    email: 'ben.new@example.com',
    customAttributes: '{}',
    displayName: 'Vandalised',
  })
  await shop.changeAccount({
    localId: carl.localId,
    mfa: { enrollments: [{ phoneInfo: '+4915112345678', displayName: 'Phone' }] },
  })
  const { validSince: doraSince } = await asked.account(dora.localId)
  await asked.deleteAccount(dora.localId)
  await asked.publish('false')
  await asked.configure('signIn.email.enabled,client.permissions.disabledUserSignup', {
    signIn: { email: { enabled: true } },
    client: { permissions: { disabledUserSignup: true } },
  })
  return { backup, shared, leaked, anna, ben, dora, doraSince }
}

describe('a restore', () => {
  it('leaves closed what was closed since the backup', async () => {
    await using world = await openHearthServer()
    const { shop } = world
    const { backup, shared, leaked, anna, ben, dora, doraSince } = await closeEverything(world, shop)
    await shop.backups.restore(backup)

    expect(await status(shared)).toBe(200)
    expect(await status(leaked)).toBe(403)
    expect(await shop.download('leaked.txt')).toBe('leaked')
    expect(await world.signIn('anna@example.com', 'correct horse')).toBe('USER_DISABLED')
    expect(await world.signIn('ben@example.com', 'correct horse')).not.toBe('signed in')
    expect(await world.signIn('ben.new@example.com', 'correct horse')).not.toBe('signed in')
    expect(await world.signIn('ben.new@example.com', 'another horse')).toBe('signed in')
    expect(await world.account(ben.localId)).toMatchObject({ displayName: 'Ben' })
    expect((await world.account(ben.localId))['customAttributes']).not.toBe('{"admin":true}')
    expect((await world.account(anna.localId))['disabled']).toBe(true)
    expect(await world.signIn('carl@example.com', 'correct horse')).toBe('second factor')
    expect(await world.readAsVisitor('orders/one')).toBe(403)
    expect(await shop.signUp('eve@example.com').catch(String)).toMatch(/OPERATION_NOT_ALLOWED|ADMIN_ONLY/)
    // Who was deleted is back, signed in nowhere, and comes in and may what it may when somebody says so.
    expect(await world.lookUp(dora.idToken)).toBe(400)
    expect(await shop.refresh(dora.refreshToken)).toBe(400)
    expect(Number((await world.account(dora.localId))['validSince'])).toBeGreaterThan(Number(doraSince))
    expect(await world.signIn('dora@example.com', 'correct horse')).toBe('USER_DISABLED')
    expect(await world.account(dora.localId)).toMatchObject({ disabled: true })
    expect(await world.account(dora.localId)).not.toHaveProperty('customAttributes')
    await shop.changeAccount({ localId: dora.localId, disableUser: false })
    expect(await world.signIn('dora@example.com', 'correct horse')).toBe('signed in')
    expect(await shop.emails()).toEqual([
      'anna@example.com',
      'ben.new@example.com',
      'carl@example.com',
      'dora@example.com',
    ])
  })

  it('opens it again where that is asked for, but for sessions', async () => {
    await using world = await openHearthServer()
    const { shop } = world
    const { backup, leaked, dora } = await closeEverything(world, shop)
    await shop.backups.restore(backup, { exactly: true })

    expect(await status(leaked)).toBe(200)
    expect(await world.signIn('anna@example.com', 'correct horse')).toBe('signed in')
    expect(await world.signIn('ben@example.com', 'correct horse')).toBe('signed in')
    expect(await world.signIn('carl@example.com', 'correct horse')).toBe('signed in')
    expect(await world.readAsVisitor('orders/one')).toBe(200)
    expect(await world.lookUp(dora.idToken)).toBe(400)
    expect(await world.signIn('dora@example.com', 'correct horse')).toBe('signed in')
    expect(await world.account(dora.localId)).toMatchObject({ customAttributes: '{"admin":true}' })
    const { entries } = await ok<{ entries: { action: string; detail?: object }[] }>(
      shop.owner.call('GET', `/projects/${project}/audit`),
    )
    expect(entries.find(({ action }) => action === 'backups.restore')).toMatchObject({ detail: { exactly: 'true' } })
  })

  it.each([
    { exactly: false, answers: ['PASSWORD_LOGIN_DISABLED', 'ENABLED', 'ENABLED'] },
    { exactly: true, answers: ['signed in', undefined, undefined] },
  ])('with exactly: $exactly brings a deleted tenant and the protection of databases', async ({ exactly, answers }) => {
    await using world = await openHearthServer()
    const { shop } = world
    const token = await serviceToken(shop.owner, project, ['project', 'sign-in'])
    const ask = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const sent = body === undefined ? null : JSON.stringify(body)
      return await ok(fetch(world.server.origin + path, { method, headers, body: sent }))
    }
    const base = `/v1/projects/${project}/databases`
    const protectionOf = async (database: string): Promise<unknown> => {
      const { deleteProtectionState } = await ask('GET', `${base}/${database}`)
      return deleteProtectionState === 'DELETE_PROTECTION_ENABLED' ? 'ENABLED' : undefined
    }
    const tenants = `/v2/projects/${project}/tenants`
    const { name } = await ask('POST', tenants, { displayName: 'acme', allowPasswordSignup: true })
    const tenantId = String(name).split('/').at(-1) ?? ''
    const tina = { email: 'tina@example.com', password: 'correct horse' }
    await ask('POST', `/v1/projects/${project}/tenants/${tenantId}/accounts`, tina)
    await ask('POST', `${base}?databaseId=archive`, { type: 'FIRESTORE_NATIVE' })
    const backup = await shop.backups.make()

    await ask('DELETE', `${tenants}/${tenantId}`)
    for (const database of ['archive', '(default)']) {
      await ask('PATCH', `${base}/${database}`, { deleteProtectionState: 'DELETE_PROTECTION_ENABLED' })
    }
    expect(await world.signIn(tina.email, tina.password, tenantId)).not.toBe('signed in')
    await shop.backups.restore(backup, { exactly })

    const found = [await world.signIn(tina.email, tina.password, tenantId)]
    for (const database of ['archive', '(default)']) found.push(String(await protectionOf(database)))
    expect(found).toEqual(answers.map(String))
    if (exactly) return
    // Open again, it has only whom somebody enables.
    await ask('PATCH', `${tenants}/${tenantId}?updateMask=allowPasswordSignup`, { allowPasswordSignup: true })
    expect(await world.signIn(tina.email, tina.password, tenantId)).toBe('USER_DISABLED')
  })

  it('makes no file public that is not so any more, and leaves it at what the owner says of all', async () => {
    await using world = await openHearthServer()
    const { shop, server } = world
    const bucket = `${project}.firebasestorage.app`
    const allow = (publicFiles: boolean) =>
      ok(shop.owner.call('PATCH', `/projects/${project}/files/settings`, { publicFiles }))
    const token = await shop.owner.operatorToken(project)
    const patch = (name: string, predefinedAcl: string) =>
      ok(
        fetch(`${server.origin}/storage/v1/b/${bucket}/o/${name}?predefinedAcl=${predefinedAcl}`, {
          method: 'PATCH',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: '{}',
        }),
      )
    await allow(true)
    for (const name of ['still.txt', 'withdrawn.txt']) {
      await shop.upload(name, name)
      await patch(name, 'publicRead')
    }
    const backup = await shop.backups.make()
    await patch('withdrawn.txt', 'projectPrivate')
    await allow(false)
    await shop.backups.restore(backup)
    expect(await status(`${server.origin}/${bucket}/still.txt`)).toBe(403)
    await allow(true)
    expect(await status(`${server.origin}/${bucket}/still.txt`)).toBe(200)
    expect(await status(`${server.origin}/${bucket}/withdrawn.txt`)).toBe(403)
  })

  it('gives a file that was deleted since no link that worked before, and no address to two accounts', async () => {
    await using world = await openHearthServer()
    const { shop } = world
    const first = await shop.signUp('first@example.com')
    const second = await shop.signUp('second@example.com')
    await shop.upload('gone.txt', 'gone')
    const link = await world.linkOf('gone.txt')
    const backup = await shop.backups.make()
    await shop.drop('gone.txt')
    await world.deleteAccount(first.localId)
    await shop.changeAccount({ localId: second.localId, email: 'first@example.com' })
    await shop.backups.restore(backup)

    expect(await shop.download('gone.txt')).toBe('gone')
    expect(await status(link)).toBe(403)
    expect(await shop.emails()).toEqual(['first@example.com'])
    expect((await world.account(second.localId))['email']).toBe('first@example.com')
    expect(await world.account(first.localId)).toEqual({})
    expect((await shop.signUp('second@example.com')).localId).not.toBe(second.localId)
  })

  it('leaves codes in mails as they are: a new one still ends the one before', async () => {
    await using world = await openHearthServer()
    const { shop } = world
    await shop.signUp('anna@example.com')
    const backup = await shop.backups.make()
    const first = await world.resetCode('anna@example.com')
    await shop.backups.restore(backup)
    expect(await world.useCode(first)).toBe(200)
    const second = await world.resetCode('anna@example.com')
    expect(await world.useCode(first)).toBe(400)
    expect(await world.useCode(second)).toBe(200)
  })
})
