import { describe, expect, it } from 'vitest'
import { ConsoleAccount } from '../testing/console-account.ts'
import { IdentityWorld } from '../testing/identity-world.ts'
import { MailReceiver } from '../testing/mail-receiver.ts'
import { serviceToken } from '../testing/service-credential.ts'
import { setTeam } from '../testing/set-team.ts'
import { TestServer, type TestServerOptions } from '../testing/test-server.ts'
import { MailTemplates } from './mail-templates.ts'

const EMAIL = 'ada@example.com'

/** A server that sends by a mail server of the test, with a project `shop-app`, its owner and a user. */
class MailWorld implements AsyncDisposable {
  readonly smtp: MailReceiver
  readonly server: TestServer
  readonly owner: ConsoleAccount
  readonly #apiKey: string
  readonly #stack: AsyncDisposableStack

  private constructor(parts: {
    smtp: MailReceiver
    server: TestServer
    owner: ConsoleAccount
    apiKey: string
    stack: AsyncDisposableStack
  }) {
    this.smtp = parts.smtp
    this.server = parts.server
    this.owner = parts.owner
    this.#apiKey = parts.apiKey
    this.#stack = parts.stack
  }

  static async start(options: TestServerOptions = {}): Promise<MailWorld> {
    const stack = new AsyncDisposableStack()
    const smtp = stack.use(await MailReceiver.start())
    const server = stack.use(
      await TestServer.start({ ...options, settings: { ...smtp.settings, ...options.settings } }),
    )
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app', 'Corner Shop')
    const { app } = await owner.enter('shop-app')
    const world = new MailWorld({ smtp, server, owner, apiKey: app.apiKey, stack })
    await world.identity('accounts:signUp', { email: EMAIL, password: 'correct horse', displayName: 'Ada' })
    return world
  }

  /** Calls the client API. */
  async identity(method: string, body: object, locale?: string): Promise<Response> {
    return await fetch(`${this.server.origin}/v1/${method}?key=${this.#apiKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(locale !== undefined && { 'x-firebase-locale': locale }) },
      body: JSON.stringify(body),
    })
  }

  async reset(locale?: string) {
    expect(
      (await this.identity('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: EMAIL }, locale)).status,
    ).toBe(200)
    return await this.smtp.next()
  }

  call(method: string, path: string, body?: object): Promise<Response> {
    return this.owner.call(method, `/projects/shop-app${path}`, body)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync()
  }
}

const template = {
  subject: 'Neues Passwort, %DISPLAY_NAME%?',
  body: '<p>Servus %DISPLAY_NAME%! <a href="%LINK%">Hier</a> geht es weiter bei %APP_NAME%.</p>',
  senderName: '%APP_NAME% Wien',
  replyTo: 'hilfe@example.com',
}

describe('mails', () => {
  it('are written in the language that the app wishes for, else in the project’s', async () => {
    await using world = await MailWorld.start()
    expect(await world.reset()).toMatchObject({ to: EMAIL, subject: 'Choose a new password for Corner Shop' })
    const german = await world.reset('de-AT')
    expect(german.subject).toBe('Neues Passwort für Corner Shop wählen')
    expect(german.text).toContain('Hallo Ada,')
    expect(german.html).toContain('<html lang="de">')
    expect((await world.call('PATCH', '/mail-templates', { defaultLanguage: 'fr' })).status).toBe(200)
    expect((await world.reset('ja')).subject).toBe('Choisissez un nouveau mot de passe pour Corner Shop')
  })

  it('are written by the project’s own template until it is taken back', async () => {
    await using world = await MailWorld.start()
    const set = await world.call('PUT', '/mail-templates/PASSWORD_RESET/de_at', template)
    expect(await set.json()).toEqual({ kind: 'PASSWORD_RESET', language: 'de-AT', isCustom: true, ...template })
    const own = await world.reset('de-AT')
    expect(own).toMatchObject({
      subject: 'Neues Passwort, Ada?',
      from: 'Corner Shop Wien <hearth@example.com>',
      replyTo: 'hilfe@example.com',
    })
    expect(own.text).toMatch(
      /^Servus Ada! Hier http:\/\/backend\.example\/action\?\S+ geht es weiter bei Corner Shop\./,
    )
    const listed = (await (await world.call('GET', '/mail-templates')).json()) as {
      defaultLanguage: string
      templates: { kind: string; language: string; isCustom: boolean }[]
    }
    expect(listed.defaultLanguage).toBe('en')
    expect(listed.templates.filter(({ isCustom }) => isCustom)).toMatchObject([{ language: 'de-AT' }])
    expect(listed.templates).toHaveLength(5 * 6 + 1)
    expect((await world.call('DELETE', '/mail-templates/PASSWORD_RESET/de-AT')).status).toBe(200)
    expect((await world.reset('de-AT')).subject).toBe('Neues Passwort für Corner Shop wählen')
  })

  it('to the old address tell of a change and take it back, in the language of who made it', async () => {
    await using world = await MailWorld.start()
    const signedIn = await world.identity('accounts:signInWithPassword', { email: EMAIL, password: 'correct horse' })
    const { idToken } = (await signedIn.json()) as { idToken: string }
    // Of an address that was never shown to be theirs nobody is told.
    await world.identity('accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
    const verification = new URL(/http\S+/.exec((await world.smtp.next()).text)?.[0] ?? '').searchParams.get('oobCode')
    expect((await world.identity('accounts:update', { oobCode: verification })).status).toBe(200)
    const change = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: 'new@example.com' }
    expect((await world.identity('accounts:sendOobCode', change, 'it')).status).toBe(200)
    const confirm = await world.smtp.next()
    expect(confirm).toMatchObject({ to: 'new@example.com', subject: expect.stringContaining('Conferma') as string })
    const oobCode = new URL(/http\S+/.exec(confirm.text)?.[0] ?? '').searchParams.get('oobCode')
    expect((await world.identity('accounts:update', { oobCode }, 'it')).status).toBe(200)
    const told = await world.smtp.next()
    expect(told).toMatchObject({ to: EMAIL, subject: expect.stringContaining('è stato modificato') as string })
    expect(told.text).toContain('new@example.com')
    const recover = new URL(/http\S+/.exec(told.text)?.[0] ?? '').searchParams.get('oobCode')
    expect((await world.identity('accounts:update', { oobCode: recover })).status).toBe(200)
    // Whoever changed the address may know the password, so it went with the change.
    expect(
      (await world.identity('accounts:signInWithPassword', { email: EMAIL, password: 'correct horse' })).status,
    ).toBe(400)
  })
})

describe('the templates of a project', () => {
  it('are shown as a draft would be sent', async () => {
    await using world = await MailWorld.start()
    const draft = { kind: 'PASSWORD_RESET', language: 'de', template: { ...template, body: '<b>%EMAIL%</b> %LINK%' } }
    const preview = (await (await world.call('POST', '/mail-templates:preview', draft)).json()) as object
    expect(preview).toMatchObject({
      language: 'de',
      subject: 'Neues Passwort, Ada?',
      senderName: 'Corner Shop Wien',
      html: expect.stringContaining('<b>ada@example.com</b> https://example.com/action') as string,
    })
    const existing = await world.call('POST', '/mail-templates:preview', { kind: 'VERIFY_EMAIL', language: 'nl-BE' })
    expect(await existing.json()).toMatchObject({ language: 'nl', subject: 'Bevestig uw e-mailadres voor Corner Shop' })
  })

  it.each([
    ['PUT', '/mail-templates/PASSWORD_RESET/de', { ...template, body: 'no link' }, 400, 'INVALID_MAIL_TEMPLATE'],
    ['PUT', '/mail-templates/PASSWORD_RESET/german!', template, 400, 'INVALID_LANGUAGE'],
    ['PUT', '/mail-templates/NEWSLETTER/de', template, 404, 'MAIL_KIND_NOT_FOUND'],
    ['PUT', '/mail-templates/PASSWORD_RESET/de', { ...template, colour: 'red' }, 400, 'INVALID_REQUEST'],
    ['POST', '/mail-templates:preview', { kind: 'NEWSLETTER', language: 'de' }, 400, 'INVALID_REQUEST'],
    ['PATCH', '/mail-templates', {}, 400, 'INVALID_REQUEST'],
  ])('refuse %s %s with %j', async (method, path, body, status, reason) => {
    await using world = await MailWorld.start()
    const answer = await world.call(method, path, body)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ error: { reason } })
  })
})

describe('A5 mails in another’s name: who mails are from', () => {
  it('is decided by owners of the project, soon after they signed in', async () => {
    let aheadMs = 0
    const clock = { nowMs: () => Date.now() + aheadMs }
    await using world = await MailWorld.start({ clock, settings: { HEARTH_SIGN_UP: 'anyone' } })
    const ed = await ConsoleAccount.signUp(world.server, 'ed@example.com')
    await setTeam(world.server, 'shop-app', world.owner, { [ed.uid]: 'editor' })
    const changes = [
      ['PUT', '/mail-templates/PASSWORD_RESET/de', template],
      ['DELETE', '/mail-templates/PASSWORD_RESET/de', undefined],
      ['PATCH', '/mail-templates', { defaultLanguage: 'fr' }],
    ] as const
    for (const [method, path, body] of changes) {
      const answer = await ed.call(method, `/projects/shop-app${path}`, body)
      expect(await answer.json(), method).toMatchObject({ error: { reason: 'ROLE_TOO_LOW' } })
    }
    expect((await ed.call('GET', '/projects/shop-app/mail-templates')).status).toBe(200)
    aheadMs = 6 * 60_000
    for (const [method, path, body] of changes) {
      const answer = await world.call(method, path, body)
      expect(await answer.json(), method).toMatchObject({ error: { reason: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' } })
    }
    aheadMs = 0
    for (const [method, path, body] of changes) expect((await world.call(method, path, body)).status).toBe(200)
  })

  it.each([
    { HEARTH_MAIL_SENDER: 'server', HEARTH_MAIL_REPLY_TO: 'help@example.com' },
    { HEARTH_CREATE_PROJECTS: 'anyone', HEARTH_MAIL_REPLY_TO: 'help@example.com' },
  ])('is the server’s operator’s to say with %j', async (settings) => {
    await using world = await MailWorld.start({ settings })
    const refused = await world.call('PUT', '/mail-templates/PASSWORD_RESET/de', template)
    expect(await refused.json()).toMatchObject({
      error: {
        reason: 'INVALID_MAIL_TEMPLATE',
        details: { fields: { senderName: expect.anything(), replyTo: expect.anything() } },
      },
    })
    const { senderName: _senderName, replyTo: _replyTo, ...texts } = template
    expect((await world.call('PUT', '/mail-templates/PASSWORD_RESET/de', texts)).status).toBe(200)
    expect(await world.reset('de')).toMatchObject({
      subject: 'Neues Passwort, Ada?',
      from: 'Hearth <hearth@example.com>',
      replyTo: 'help@example.com',
    })
    expect(await (await world.call('GET', '/mail-templates')).json()).toMatchObject({ sender: 'server' })
  })
})

describe('templates from before the operator of the server said who mails are from', () => {
  it('keep their texts and lose their sender', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const shared = { storeOf: (project: string) => world.projects.store(project), nameOf: async () => 'Shop' }
    await new MailTemplates({ ...shared, sender: 'project' }).set('demo-app', 'PASSWORD_RESET', 'de', template)
    const mail = await new MailTemplates({ ...shared, sender: 'server' }).preview('demo-app', 'PASSWORD_RESET', 'de')
    expect(mail).toMatchObject({ subject: 'Neues Passwort, Ada?', senderName: undefined, replyTo: undefined })
  })
})

describe('A5 mail bombing: the mails of a project', () => {
  it('of a program are at most 750 of a thousand an hour: the next is told when to come back, and users get theirs', async () => {
    let aheadMs = 0
    await using world = await MailWorld.start({ clock: { nowMs: () => Date.now() + aheadMs } })
    const key = await serviceToken(world.owner, 'shop-app')
    const mail = async () =>
      await fetch(`${world.server.origin}/v1/projects/shop-app/accounts:sendOobCode`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ requestType: 'PASSWORD_RESET', email: EMAIL }),
      })
    for (let sent = 0; sent < 750; sent += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => mail()))
      expect(answers.every(({ status }) => status === 200)).toBe(true)
    }
    const refused = await mail()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    expect(await refused.json()).toMatchObject({
      error: { message: expect.stringMatching(/^TOO_MANY_ATTEMPTS_TRY_LATER/) as string },
    })
    // The rest is for networks that asked for few.
    const asked = await world.identity('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: EMAIL })
    expect(asked.status).toBe(200)
    await world.owner.createProject('other-app')
    const { app } = await world.owner.enter('other-app')
    const other = { requestType: 'PASSWORD_RESET', email: EMAIL }
    const elsewhere = await fetch(`${world.server.origin}/v1/accounts:sendOobCode?key=${app.apiKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(other),
    })
    expect(elsewhere.status).toBe(200)
    aheadMs = 61 * 60_000
    const later = await world.identity('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: EMAIL })
    expect(later.status).toBe(200)
  }, 60_000)
})

describe('a test mail', () => {
  it('shows that mails go out', async () => {
    await using world = await MailWorld.start()
    expect((await world.call('POST', '/test-mail', { to: 'olga@example.com', language: 'de' })).status).toBe(200)
    const arrived = await world.smtp.next()
    expect(arrived).toMatchObject({ to: 'olga@example.com', subject: expect.stringContaining('Bestätigen') as string })
  })

  it('tells why they don’t', async () => {
    await using world = await MailWorld.start()
    world.smtp.refusal = '550 no such user'
    const refused = await world.call('POST', '/test-mail', { to: 'olga@example.com' })
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ error: { reason: 'MAIL_NOT_SENT', details: { smtpCode: 550 } } })
    await world.smtp[Symbol.asyncDispose]()
    const away = await world.call('POST', '/test-mail', { to: 'olga@example.com' })
    expect(await away.json()).toMatchObject({ error: { message: 'There is no connection to the mail server.' } })
  })

  it('is no way to send many', async () => {
    await using world = await MailWorld.start()
    const answers: number[] = []
    for (let n = 0; n < 11; n++) {
      answers.push((await world.call('POST', '/test-mail', { to: 'olga@example.com' })).status)
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })

  it('needs a mail server', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    const answer = await owner.call('POST', '/projects/demo-app/test-mail', { to: 'olga@example.com' })
    expect(await answer.json()).toMatchObject({ error: { reason: 'MAILS_NOT_SET_UP' } })
  })
})
