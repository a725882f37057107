import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { invite as writeInvitation, type Invitee, tryToInvite } from '../../testing/invite.ts'
import { setTeam, writeAsServer } from '../../testing/set-team.ts'
import { MailReceiver } from '../../testing/mail-receiver.ts'
import { TestServer } from '../../testing/test-server.ts'

const DAY = 86_400_000
const DOCUMENTS = '/v1/projects/console/databases/(default)/documents'

async function invite(
  server: TestServer,
  owner: ConsoleAccount,
  { email = 'nina@example.com', role = 'editor' }: Partial<Invitee> = {},
): Promise<string> {
  return await writeInvitation(server, 'shop-app', owner, { email, role })
}

/** One whose time has come: owners write none that ends before it begins. */
async function inviteTooLate(server: TestServer, owner: ConsoleAccount): Promise<string> {
  const id = await invite(server, owner)
  const expiresAt = { timestampValue: new Date(Date.now() - 1000).toISOString() }
  await writeAsServer(server, owner, `projects/shop-app/invitations/${id}`, { expiresAt })
  return id
}

async function open(settings = {}): Promise<{ server: TestServer; owner: ConsoleAccount }> {
  const server = await TestServer.start({ settings })
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app', 'Shop')
  return { server, owner }
}

async function link(owner: ConsoleAccount, id: string): Promise<string> {
  const answer = await owner.call('POST', `/projects/shop-app/invitations/${id}/link`)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { code: string }).code
}

/** Asks as somebody who has no account. */
async function ask(server: TestServer, id: string, what: string, body: unknown): Promise<Response> {
  return await fetch(`${server.origin}/hearth/v1/projects/shop-app/invitations/${id}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function reasonOf(answer: Response): Promise<string | undefined> {
  return ((await answer.json()) as { error?: { reason?: string } }).error?.reason
}

async function rolesIn(owner: ConsoleAccount): Promise<Readonly<Record<string, string>>> {
  const answer = await owner.call('GET', '/projects/shop-app/members')
  const { members } = (await answer.json()) as { members: { email: string; role: string }[] }
  return Object.fromEntries(members.map(({ email, role }) => [email, role]))
}

const joining = { displayName: 'Nina', password: 'correct horse' }

describe('an invitation', () => {
  test('lets somebody without an account in by its link, once, where sign-up is closed', async () => {
    const { server, owner } = await open()
    await using _server = server
    const id = await invite(server, owner)
    const code = await link(owner, id)

    const described = await ask(server, id, 'describe', { code })
    expect(await described.json()).toMatchObject({ projectName: 'Shop', role: 'editor', hasAccount: false })
    const joined = await ask(server, id, 'join', { code, ...joining })
    expect(await joined.json()).toEqual({ role: 'editor' })
    expect(await rolesIn(owner)).toEqual({ 'olga@example.com': 'owner', 'nina@example.com': 'editor' })

    const nina = await ConsoleAccount.signIn(server, 'nina@example.com', 'correct horse')
    expect((await nina.enter('shop-app')).role).toBe('editor')
    expect(await reasonOf(await ask(server, id, 'join', { code, ...joining }))).toBe('INVITATION_OVER')
  })

  test('opens nothing by a guessed code, an older link, or after it was revoked', async () => {
    const { server, owner } = await open()
    await using _server = server
    const id = await invite(server, owner)
    expect(await reasonOf(await ask(server, id, 'describe', { code: 'guessed' }))).toBe('INVITATION_INVALID')
    expect(await reasonOf(await ask(server, 'nosuch', 'describe', { code: 'guessed' }))).toBe('INVITATION_INVALID')
    const older = await link(owner, id)
    const code = await link(owner, id)
    expect(await reasonOf(await ask(server, id, 'join', { code: older, ...joining }))).toBe('INVITATION_INVALID')

    await fetch(`${server.origin}${DOCUMENTS}/projects/shop-app/invitations/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${owner.idToken}` },
    })
    expect(await reasonOf(await ask(server, id, 'join', { code, ...joining }))).toBe('INVITATION_INVALID')
    expect(await rolesIn(owner)).toEqual({ 'olga@example.com': 'owner' })
  })

  test('is for its address alone: others with the link, and the address without it, are turned away', async () => {
    const { server, owner } = await open({ HEARTH_SIGN_UP: 'anyone' })
    await using _server = server
    const id = await invite(server, owner)
    const code = await link(owner, id)
    const mallory = await ConsoleAccount.signUp(server, 'mallory@example.com')
    const path = `/projects/shop-app/invitations/${id}/accept`
    expect(await reasonOf(await mallory.call('POST', path, { code }))).toBe('INVITATION_INVALID')
    // The address is Nina's, and nobody has shown that it is this account's.
    const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
    expect(await reasonOf(await nina.call('POST', path, {}))).toBe('INVITATION_INVALID')
    expect(await (await nina.call('POST', path, { code })).json()).toEqual({ role: 'editor' })
  })

  test('ends with its time', async () => {
    const { server, owner } = await open()
    await using _server = server
    const id = await inviteTooLate(server, owner)
    const answer = await owner.call('POST', `/projects/shop-app/invitations/${id}/link`)
    expect([answer.status, await reasonOf(answer)]).toEqual([400, 'INVITATION_OVER'])
  })

  test('lasts eight days at most, by the server’s clock, also when its document says otherwise', async () => {
    let aheadMs = 0
    await using server = await TestServer.start({ clock: { nowMs: () => Date.now() + aheadMs } })
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app', 'Shop')
    const nina = { email: 'nina@example.com', role: 'editor' } as const
    for (const inMs of [9 * DAY, -1000]) {
      expect((await tryToInvite(server, 'shop-app', owner, { ...nina, inMs })).answer.status).toBe(403)
    }
    const id = await invite(server, owner)
    const expiresAt = { timestampValue: new Date(Date.now() + 30 * DAY).toISOString() }
    await writeAsServer(server, owner, `projects/shop-app/invitations/${id}`, { expiresAt })
    const code = await link(owner, id)
    aheadMs = 8 * DAY + 1000
    expect(await reasonOf(await ask(server, id, 'join', { code, ...joining }))).toBe('INVITATION_OVER')
  })

  test('into a team that is full leaves no account behind', async () => {
    const { server, owner } = await open()
    await using _server = server
    const id = await invite(server, owner)
    const code = await link(owner, id)
    const values = Array.from({ length: 200 }, (_, at) => ({ stringValue: at === 0 ? owner.uid : `member${at}` }))
    await writeAsServer(server, owner, 'projects/shop-app', { memberIds: { arrayValue: { values } } })
    expect(await reasonOf(await ask(server, id, 'join', { code, ...joining }))).toBe('TEAM_FULL')
    await expect(ConsoleAccount.signIn(server, 'nina@example.com', 'correct horse')).rejects.toThrow()
    const described = await ask(server, id, 'describe', { code })
    expect(await described.json()).toMatchObject({ hasAccount: false })
  })

  test('gets a link from owners alone', async () => {
    const { server, owner } = await open({ HEARTH_SIGN_UP: 'anyone' })
    await using _server = server
    const id = await invite(server, owner)
    const editor = await ConsoleAccount.signUp(server, 'eddy@example.com')
    await setTeam(server, 'shop-app', owner, { [editor.uid]: 'editor' })
    const answer = await editor.call('POST', `/projects/shop-app/invitations/${id}/link`)
    expect([answer.status, await reasonOf(answer)]).toEqual([403, 'ROLE_TOO_LOW'])
  })

  test('takes no role away from somebody who has a higher one', async () => {
    const { server, owner } = await open({ HEARTH_SIGN_UP: 'anyone' })
    await using _server = server
    const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
    await setTeam(server, 'shop-app', owner, { [nina.uid]: 'owner' })
    const id = await invite(server, owner, { role: 'viewer' })
    const code = await link(owner, id)
    await nina.call('POST', `/projects/shop-app/invitations/${id}/accept`, { code })
    expect((await rolesIn(owner))['nina@example.com']).toBe('owner')
  })
})

describe('leaving a project', () => {
  test('takes the member out, and is not for the only owner', async () => {
    const { server, owner } = await open({ HEARTH_SIGN_UP: 'anyone' })
    await using _server = server
    const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
    await setTeam(server, 'shop-app', owner, { [nina.uid]: 'editor' })
    expect(await reasonOf(await owner.call('POST', '/projects/shop-app/leave'))).toBe('LAST_OWNER')
    expect((await nina.call('POST', '/projects/shop-app/leave')).status).toBe(200)
    expect(await rolesIn(owner)).toEqual({ 'olga@example.com': 'owner' })
    expect(await reasonOf(await nina.call('POST', '/projects/shop-app/leave'))).toBe('NOT_A_MEMBER')
  })

  test('hands the project of whoever made it to another owner', async () => {
    const { server, owner } = await open({ HEARTH_SIGN_UP: 'anyone' })
    await using _server = server
    const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
    await setTeam(server, 'shop-app', owner, { [nina.uid]: 'owner' })
    expect((await owner.call('POST', '/projects/shop-app/leave')).status).toBe(200)
    expect(await rolesIn(nina)).toEqual({ 'nina@example.com': 'owner' })
    expect(await reasonOf(await nina.call('POST', '/projects/shop-app/leave'))).toBe('LAST_OWNER')
  })
})

describe('a team', () => {
  const readTeam = async (server: TestServer, owner: ConsoleAccount) => {
    const headers = { authorization: `Bearer ${owner.idToken}` }
    const answer = await fetch(`${server.origin}${DOCUMENTS}/projects/shop-app`, { headers })
    return await answer.text()
  }

  test('counts nobody as an owner who has no account or is disabled', async () => {
    const { server, owner } = await open({ HEARTH_SIGN_UP: 'anyone' })
    await using _server = server
    const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
    await setTeam(server, 'shop-app', owner, { nobody: 'owner', [nina.uid]: 'owner' })
    const disabled = await fetch(`${server.origin}/v1/projects/console/accounts:update`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.idToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ localId: nina.uid, disableUser: true }),
    })
    expect(disabled.status).toBe(200)
    expect(await reasonOf(await owner.call('POST', '/projects/shop-app/leave'))).toBe('LAST_OWNER')
  })

  test('is without whoever’s account is deleted, by the owner of the server or by themselves', async () => {
    const { server, owner } = await open({ HEARTH_SIGN_UP: 'anyone', HEARTH_CREATE_PROJECTS: 'anyone' })
    await using _server = server
    const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
    const eve = await ConsoleAccount.signUp(server, 'eve@example.com')
    await setTeam(server, 'shop-app', owner, { [nina.uid]: 'owner', [eve.uid]: 'editor' })
    await nina.createProject('nina-app', 'Nina')
    const { app } = await owner.enter('console')
    const own = `${server.origin}/v1/accounts:delete?key=${app.apiKey}`
    const deletions: [string, string, object][] = [
      [own, '', { idToken: nina.idToken }],
      [`${server.origin}/v1/projects/console/accounts:delete`, owner.idToken, { localId: eve.uid }],
    ]
    for (const [address, token, body] of deletions) {
      const headers = { 'content-type': 'application/json', ...(token !== '' && { authorization: `Bearer ${token}` }) }
      expect((await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(200)
    }
    await expect
      .poll(() => readTeam(server, owner), { timeout: 10_000 })
      .not.toMatch(new RegExp(`${nina.uid}|${eve.uid}`))
    // What they made goes to the owner of the server.
    const left = async () =>
      (await (await owner.call('GET', '/projects/nina-app/members')).json()) as { members: object[] }
    await expect
      .poll(async () => (await left()).members)
      .toMatchObject([{ uid: owner.uid, role: 'owner', isFounder: true }])
  })

  test('is freed at a start of people who went before', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-gone-'))
    try {
      {
        await using server = await TestServer.start({ dataFolder })
        const owner = await ConsoleAccount.claim(server)
        await owner.createProject('shop-app', 'Shop')
        await setTeam(server, 'shop-app', owner, { nobody: 'owner' })
      }
      await using server = await TestServer.start({ dataFolder })
      const owner = await ConsoleAccount.signIn(server, 'olga@example.com', 'correct horse')
      await expect.poll(() => readTeam(server, owner), { timeout: 10_000 }).not.toContain('nobody')
    } finally {
      await rm(dataFolder, { recursive: true })
    }
  })
})

describe('an invitation by mail', () => {
  test('brings a link in the asked language, which lets somebody join and takes the place of the one before', async () => {
    await using receiver = await MailReceiver.start()
    const { server, owner } = await open(receiver.settings)
    await using _ = server
    const id = await invite(server, owner)
    const before = await link(owner, id)
    const sent = await owner.call('POST', `/projects/shop-app/invitations/${id}/mail`, { language: 'de-AT' })
    expect(sent.status).toBe(200)
    const mail = await receiver.next()
    expect(mail).toMatchObject({ to: 'nina@example.com', subject: 'Sie sind zu Shop eingeladen' })
    const address = new URL(/http:\S+/.exec(mail.text)?.[0] ?? '')
    expect(`${address.origin}${address.pathname}`).toBe('http://backend.example/invitation')
    expect(address.searchParams.get('id')).toBe(id)
    const code = new URLSearchParams(address.hash.slice(1)).get('code')
    expect(await reasonOf(await ask(server, id, 'describe', { code: before }))).toBe('INVITATION_INVALID')
    const joined = await ask(server, id, 'join', { code, displayName: 'Nina', password: 'correct horse' })
    expect(await joined.json()).toEqual({ role: 'editor' })
  })

  test('is refused where the server sends none, to all but owners, and for an invitation that is over', async () => {
    const { server, owner } = await open({ HEARTH_SIGN_UP: 'anyone' })
    await using _ = server
    const id = await invite(server, owner)
    const path = `/projects/shop-app/invitations/${id}/mail`
    expect(await reasonOf(await owner.call('POST', path, {}))).toBe('OPERATION_NOT_ALLOWED')
    const eve = await ConsoleAccount.signUp(server, 'eve@example.com')
    await setTeam(server, 'shop-app', owner, { [eve.uid]: 'editor' })
    expect(await reasonOf(await eve.call('POST', path, {}))).toBe('ROLE_TOO_LOW')
    const over = await inviteTooLate(server, owner)
    const late = await owner.call('POST', `/projects/shop-app/invitations/${over}/mail`, {})
    expect(await reasonOf(late)).toBe('INVITATION_OVER')
  })
})
