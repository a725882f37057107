import { describe, expect, it } from 'vitest'
import type { MailMessage } from './mail-transport.ts'
import { MailOutbox } from './mail-outbox.ts'
import { IdentityWorld } from '../testing/identity-world.ts'
import { ConsoleAccount } from '../testing/console-account.ts'
import { MailReceiver } from '../testing/mail-receiver.ts'
import { TestServer } from '../testing/test-server.ts'
import { systemRandom } from '../lib/ambient.ts'
import { MailTemplates } from './mail-templates.ts'

const EMAIL = 'ada@example.com'
const MINUTE_MS = 60_000
const mail = { kind: 'PASSWORD_RESET', email: EMAIL, origin: 'https://x.example', apiKey: 'k' } as const

function outboxOf(world: IdentityWorld, send: (message: MailMessage) => Promise<void>): MailOutbox {
  const outbox = new MailOutbox({
    storeOf: (project) => world.projects.store(project),
    listProjects: () => world.projects.list(),
    transport: { send, close() {} },
    isSet: () => true,
    templates: new MailTemplates({
      storeOf: (project) => world.projects.store(project),
      nameOf: async () => 'Shop',
      sender: 'project',
    }),
    clock: world.clock,
    random: systemRandom,
    log: { info() {}, warn() {}, error() {} },
  })
  outbox.writeWith((realm, order) => world.identity.mails.write(realm, order))
  return outbox
}

describe('the outbox', () => {
  it('sends again, ever later, what the mail server did not take', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    let refusals = 2
    const sent: MailMessage[] = []
    const outbox = outboxOf(world, async (message) => {
      if (refusals-- > 0) throw new Error('the mail server is away')
      sent.push(message)
    })
    await outbox.send(world.project, mail)
    await outbox.deliverDue()
    world.clock.advance(MINUTE_MS)
    await outbox.deliverDue()
    expect(sent).toEqual([])
    await outbox.deliverDue()
    expect(sent).toEqual([])
    world.clock.advance(5 * MINUTE_MS)
    await outbox.deliverDue()
    expect(sent).toMatchObject([
      { to: EMAIL, text: expect.stringContaining('https://x.example/action?mode=resetPassword') as string },
    ])
    world.clock.advance(60 * MINUTE_MS)
    await outbox.deliverDue()
    expect(sent).toHaveLength(1)
  })

  it('gives up after five attempts', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    let attempts = 0
    const outbox = outboxOf(world, async () => {
      attempts++
      throw new Error('never')
    })
    await outbox.send(world.project, mail)
    for (let hour = 0; hour < 10; hour++) {
      await outbox.deliverDue()
      world.clock.advance(60 * MINUTE_MS)
    }
    expect(attempts).toBe(5)
  })

  it('keeps what became of a notice in one commit with its end: when it is taken, and when it is given up', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    let isTaken = true
    const outbox = outboxOf(world, async () => {
      if (!isTaken) throw new Error('never')
    })
    const store = await world.projects.store(world.project)
    const outcomes: [about: string, isDelivered: boolean][] = []
    outbox.keepOutcomesBy(async ({ about, isDelivered }, records) => {
      outcomes.push([about, isDelivered])
      await store.commit({ records })
    })
    const notice = { language: 'en', subject: 'The disk is <full>', paragraphs: ['Make room.'] }
    const order = { kind: 'NOTICE', to: EMAIL, notice } as const
    await outbox.sendNotices(world.project, [{ ...order, about: 'one' }])
    await outbox.deliverDue()
    expect(outcomes).toEqual([['one', true]])
    isTaken = false
    await outbox.sendNotices(world.project, [{ ...order, about: 'two' }])
    for (let hour = 0; hour < 10; hour++) {
      await outbox.deliverDue()
      world.clock.advance(60 * MINUTE_MS)
    }
    expect(outcomes).toEqual([
      ['one', true],
      ['two', false],
    ])
  })

  it('sends what another process left, and never what was only pretended', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const broken = outboxOf(world, async () => {
      throw new Error('killed')
    })
    await broken.send(world.project, mail)
    await broken.pretend(world.project, { ...mail, email: 'nobody@example.com' })
    await broken.close()
    world.clock.advance(MINUTE_MS)
    const sent: string[] = []
    await outboxOf(world, async ({ to }) => void sent.push(to)).deliverDue()
    expect(sent).toEqual([EMAIL])
  })

  it('keeps no code while a mail waits, and sends one that is good, also with the last attempt', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const { body } = await world.call('accounts:signUp', { email: EMAIL, password: 'correct horse battery' })
    const codes: string[] = []
    const outbox = outboxOf(world, async ({ text }) => {
      codes.push(/oobCode=([\w-]+)/.exec(text)?.[1] ?? '')
      if (codes.length < 5) throw new Error('away')
    })
    await outbox.send(world.project, { ...mail, uid: body['localId'] })
    await outbox.deliverDue()
    const store = await world.projects.store(world.project)
    const [kept] = await store.read((snapshot) => snapshot.listRecords('mail-outbox', {}, { limit: 9, reverse: false }))
    expect(kept?.value).toContain(EMAIL)
    expect(kept?.value).not.toContain('oobCode')
    expect(kept?.value).not.toContain(codes[0])
    while (codes.length < 5) {
      world.clock.advance(60 * MINUTE_MS)
      await outbox.deliverDue()
    }
    const answer = await world.call('accounts:resetPassword', { oobCode: codes[4] })
    expect(answer).toMatchObject({ status: 200, body: { email: EMAIL, requestType: 'PASSWORD_RESET' } })
  })

  it('sends the mails of a project while the mail server is silent to those of another', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    await world.projects.create({ id: 'other-app', name: 'Other' })
    const arrived = Promise.withResolvers<void>()
    const outbox = outboxOf(world, async ({ to }) => {
      if (to === EMAIL) await new Promise(() => {})
      arrived.resolve()
    })
    await outbox.send(world.project, mail)
    await outbox.send('other-app', { ...mail, email: 'bob@example.com' })
    await arrived.promise
    await outbox.close()
  })

  it('stops while the mail server is silent, and the next process sends that mail', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const asked = Promise.withResolvers<void>()
    const silent = outboxOf(world, async () => {
      asked.resolve()
      await new Promise(() => {})
    })
    await silent.send(world.project, mail)
    await asked.promise
    await silent.close()
    const sent: string[] = []
    await outboxOf(world, async ({ to }) => void sent.push(to)).deliverDue()
    expect(sent).toEqual([EMAIL])
  })
})

it('a reset asked for under start arrives by SMTP, with a link to the public address', async () => {
  await using smtp = await MailReceiver.start()
  await using server = await TestServer.start({ settings: smtp.settings })
  await ConsoleAccount.claim(server, EMAIL)
  const { app } = (await (await fetch(`${server.origin}/hearth/v1/console`)).json()) as { app: { apiKey: string } }
  const answer = await fetch(`${server.origin}/v1/accounts:sendOobCode?key=${app.apiKey}`, {
    method: 'POST',
    body: JSON.stringify({ requestType: 'PASSWORD_RESET', email: EMAIL }),
  })
  expect(answer.status).toBe(200)
  const arrived = await smtp.next()
  expect(arrived).toMatchObject({ to: EMAIL, from: 'Hearth <hearth@example.com>' })
  expect(arrived.subject).toBe('Choose a new password for Hearth')
  expect(arrived.text).toContain('http://backend.example/action?mode=resetPassword')
  expect(arrived.source).toMatch(/^auto-submitted: auto-generated\r$/im)
})
