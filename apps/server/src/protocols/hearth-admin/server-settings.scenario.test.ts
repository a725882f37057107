import type { AddressTest, ServerSettings } from '@hearth/api'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { MailReceiver } from '../../testing/mail-receiver.ts'
import { TestServer } from '../../testing/test-server.ts'

const PASSWORD = 'a-password-of-the-mail-server'
const URL_SET = 'https://backend.example.com'

function mailServerAt(port: number, more: object = {}) {
  return { host: '127.0.0.1', port, security: 'none', sender: 'Shop <shop@example.com>', ...more }
}

async function settingsOf(owner: ConsoleAccount): Promise<ServerSettings> {
  return (await (await owner.call('GET', '/server/settings')).json()) as ServerSettings
}

async function reasonOf(answer: Response): Promise<unknown> {
  return ((await answer.json()) as { error?: { reason: string } }).error?.reason
}

describe('what the server’s owner sets on screen', () => {
  it('counts at once, stays over a restart, and lies sealed on the disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hearth-settings-'))
    await using smtp = await MailReceiver.start()
    const wanted = mailServerAt(smtp.port)
    {
      await using server = await TestServer.start({ dataFolder: folder })
      const owner = await ConsoleAccount.claim(server)
      expect(await settingsOf(owner)).toMatchObject({ publicAddress: { from: 'unset' }, mailServer: { from: 'unset' } })
      expect(await reasonOf(await owner.call('PUT', '/server/mail-server', wanted))).toBe('MAILS_NEED_PUBLIC_ADDRESS')
      expect((await owner.call('PUT', '/server/public-address', { url: `${URL_SET}/` })).status).toBe(200)
      expect((await fetch(server.origin)).headers.get('strict-transport-security')).toBe('max-age=31536000')
      expect(await mailEnabled(server)).toBe(false)
      expect((await owner.call('PUT', '/server/mail-server', wanted)).status).toBe(200)
      expect(await mailEnabled(server)).toBe(true)
      await askForReset(server)
      expect((await smtp.next()).text).toContain(`${URL_SET}/action?mode=resetPassword`)
      expect(await reasonOf(await owner.call('DELETE', '/server/public-address'))).toBe('MAILS_NEED_PUBLIC_ADDRESS')
      const told = (await (await owner.call('GET', '/server')).json()) as { settings: { name: string }[] }
      expect(told.settings.filter(({ name }) => name === 'HEARTH_SMTP_URL')).toMatchObject([
        { from: 'stored', value: `127.0.0.1:${smtp.port}` },
      ])
      const audit = await (await owner.call('GET', '/projects/console/audit')).text()
      expect(audit).toContain('server.update')
    }
    await using server = await TestServer.start({ dataFolder: folder })
    expect(server.hearth.publicUrl).toBe(URL_SET)
    await askForReset(server)
    expect(await smtp.next()).toMatchObject({ from: 'Shop <shop@example.com>' })
    await server[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  it('is over when it is taken back: no mails are sent', async () => {
    await using smtp = await MailReceiver.start()
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    await owner.call('PUT', '/server/public-address', { url: URL_SET })
    await owner.call('PUT', '/server/mail-server', mailServerAt(smtp.port))
    expect((await owner.call('DELETE', '/server/mail-server')).status).toBe(200)
    expect(await mailEnabled(server)).toBe(false)
    expect((await owner.call('DELETE', '/server/public-address')).status).toBe(200)
    expect(await settingsOf(owner)).toMatchObject({ publicAddress: { url: null }, mailServer: { host: null } })
  })

  it('keeps a password to itself, and sends it nowhere but where it was given for', async () => {
    await using smtp = await MailReceiver.start()
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    await owner.call('PUT', '/server/public-address', { url: URL_SET })
    const withUser = mailServerAt(smtp.port, { user: 'shop' })
    expect(await reasonOf(await owner.call('PUT', '/server/mail-server', withUser))).toBe('PASSWORD_MISSING')
    expect((await owner.call('PUT', '/server/mail-server', { ...withUser, password: PASSWORD })).status).toBe(200)
    const settings = await settingsOf(owner)
    expect(settings.mailServer).toMatchObject({ user: 'shop', hasPassword: true })
    expect(JSON.stringify(settings)).not.toContain(PASSWORD)
    expect(await (await owner.call('GET', '/projects/console/audit')).text()).not.toContain(PASSWORD)
    // Another sender by the same connection keeps it; another host must be given one.
    expect((await owner.call('PUT', '/server/mail-server', { ...withUser, sender: 'a@example.com' })).status).toBe(200)
    const elsewhere = { ...withUser, host: 'localhost' }
    expect(await reasonOf(await owner.call('PUT', '/server/mail-server', elsewhere))).toBe('PASSWORD_MISSING')
    const tried = await owner.call('POST', '/server/mail-server:test', { to: 'a@example.com', mailServer: elsewhere })
    expect(await reasonOf(tried)).toBe('PASSWORD_MISSING')
    const stores = join(server.dataFolder, 'projects')
    for (const name of await readdir(stores)) {
      expect((await readFile(join(stores, name))).includes(PASSWORD), name).toBe(false)
    }
  })

  it('gives way to what the server was started with', async () => {
    await using smtp = await MailReceiver.start()
    await using server = await TestServer.start({ settings: smtp.settings })
    const owner = await ConsoleAccount.claim(server)
    expect(await settingsOf(owner)).toMatchObject({
      publicAddress: { from: 'variable', url: 'http://backend.example' },
      mailServer: { from: 'variable', host: '127.0.0.1', sender: 'Hearth <hearth@example.com>' },
    })
    for (const [method, path, body] of [
      ['PUT', '/server/public-address', { url: URL_SET }],
      ['DELETE', '/server/public-address', undefined],
      ['PUT', '/server/mail-server', mailServerAt(smtp.port)],
      ['DELETE', '/server/mail-server', undefined],
    ] as const) {
      expect(await reasonOf(await owner.call(method, path, body)), path).toBe('SET_BY_VARIABLE')
    }
  })

  it('is the owner’s, soon after they signed in, and not for hearth dev', async () => {
    let aheadMs = 0
    await using server = await TestServer.start({
      clock: { nowMs: () => Date.now() + aheadMs },
      settings: { HEARTH_SIGN_UP: 'anyone' },
    })
    const owner = await ConsoleAccount.claim(server)
    const ed = await ConsoleAccount.signUp(server, 'ed@example.com')
    const acts = [
      ['PUT', '/server/public-address', { url: URL_SET }],
      ['POST', '/server/public-address:test', { url: URL_SET }],
      ['PUT', '/server/mail-server', mailServerAt(25)],
      ['POST', '/server/mail-server:test', { to: 'a@example.com' }],
      ['DELETE', '/server/mail-server', undefined],
      ['DELETE', '/server/public-address', undefined],
    ] as const
    for (const [method, path, body] of acts) {
      expect(await reasonOf(await ed.call(method, path, body)), path).toBe('SERVER_OWNER_ONLY')
    }
    expect(await reasonOf(await ed.call('GET', '/server/settings'))).toBe('SERVER_OWNER_ONLY')
    aheadMs = 6 * 60_000
    for (const [method, path, body] of acts) {
      expect(await reasonOf(await owner.call(method, path, body)), path).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    }
    await using dev = await TestServer.start({ mode: 'dev' })
    const own = await ConsoleAccount.claim(dev)
    expect(await reasonOf(await own.call('PUT', '/server/public-address', { url: URL_SET }))).toBe('NOT_UNDER_DEV')
    expect(await reasonOf(await own.call('POST', '/server/mail-server:test', { to: 'a@b.c' }))).toBe('NOT_UNDER_DEV')
  })

  it('is refused where it is none', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    for (const [path, body] of [
      ['/server/public-address', { url: 'backend.example.com' }],
      ['/server/public-address', { url: 'https://backend.example.com/console' }],
      ['/server/public-address', { url: 'https://user@backend.example.com' }],
      ['/server/public-address', { url: 'https://:0:0' }],
      ['/server/mail-server', mailServerAt(70_000)],
      ['/server/mail-server', mailServerAt(25, { host: 'mail.example.com/?x' })],
      ['/server/mail-server', mailServerAt(25, { host: 'user@mail.example.com' })],
      ['/server/mail-server', mailServerAt(25, { sender: 'Shop' })],
      ['/server/mail-server', mailServerAt(25, { sender: 'Shop <a@example.com>\r\nBcc: b@example.com' })],
      ['/server/mail-server', mailServerAt(25, { security: 'maybe' })],
    ] as const) {
      const answer = await owner.call('PUT', path, body)
      expect([body, answer.status, await reasonOf(answer)]).toEqual([body, 400, 'INVALID_REQUEST'])
    }
  })
})

describe('a test', () => {
  it('of the mail server sends a mail by it, and stores nothing', async () => {
    await using smtp = await MailReceiver.start()
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    const tested = { to: 'olga@example.com', language: 'de', mailServer: mailServerAt(smtp.port) }
    const answer = await owner.call('POST', '/server/mail-server:test', tested)
    expect([answer.status, await answer.json()]).toEqual([200, { ms: expect.any(Number) as number }])
    expect(await smtp.next()).toMatchObject({ to: 'olga@example.com', subject: 'Hearth kann Mails senden' })
    expect((await settingsOf(owner)).mailServer.from).toBe('unset')
    smtp.refusal = '550 no such user'
    const refused = await owner.call('POST', '/server/mail-server:test', tested)
    expect(await refused.json()).toMatchObject({ error: { reason: 'MAIL_NOT_SENT', details: { smtpCode: 550 } } })
    const unset = await owner.call('POST', '/server/mail-server:test', { to: 'olga@example.com' })
    expect(await reasonOf(unset)).toBe('MAILS_NOT_SET_UP')
    for (let calls = 2; calls < 10; calls++) await owner.call('POST', '/server/mail-server:test', tested)
    expect((await owner.call('POST', '/server/mail-server:test', tested)).status).toBe(429)
  })

  it('of an address tells this server from others, and follows nobody', async () => {
    await using server = await TestServer.start()
    await using other = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    const test = async (url: string): Promise<AddressTest> =>
      (await (await owner.call('POST', '/server/public-address:test', { url })).json()) as AddressTest
    expect(await test(server.origin)).toMatchObject({ result: 'answers', location: null })
    expect(await test(other.origin)).toMatchObject({ result: 'elsewhere' })
    expect(await test('http://127.0.0.1:1')).toMatchObject({ result: 'refused' })
    // Where clouds keep the credentials of their machines.
    expect(await test('http://169.254.169.254')).toMatchObject({
      result: 'unreachable',
      ms: expect.any(Number) as number,
    })
    expect(await test('http://nobody.invalid')).toMatchObject({ result: 'unknown-name' })
    const redirecting = createServer((_, response) => response.writeHead(308, { location: server.origin }).end())
    redirecting.listen(0, '127.0.0.1')
    await once(redirecting, 'listening')
    const { port } = redirecting.address() as AddressInfo
    expect(await test(`http://127.0.0.1:${port}`)).toMatchObject({ result: 'redirected', location: server.origin })
    expect(await test(`https://127.0.0.1:${port}`)).toMatchObject({ result: 'tls' })
    redirecting.close()
    expect((await settingsOf(owner)).publicAddress.from).toBe('unset')
  })
})

async function mailEnabled(server: TestServer): Promise<unknown> {
  const told = await (await fetch(`${server.origin}/hearth/v1/console`)).json()
  return (told as { mailEnabled: boolean }).mailEnabled
}

async function askForReset(server: TestServer): Promise<void> {
  const { app } = (await (await fetch(`${server.origin}/hearth/v1/console`)).json()) as { app: { apiKey: string } }
  const answer = await fetch(`${server.origin}/v1/accounts:sendOobCode?key=${app.apiKey}`, {
    method: 'POST',
    body: JSON.stringify({ requestType: 'PASSWORD_RESET', email: 'olga@example.com' }),
  })
  expect(answer.status).toBe(200)
}
