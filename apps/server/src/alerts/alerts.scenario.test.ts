import type { Incident, Incidents as ShownIncidents } from '@hearth/api'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteApp, initializeApp } from 'firebase/app'
import { doc, getDoc, initializeFirestore, setLogLevel } from 'firebase/firestore/lite'
import { describe, expect, it } from 'vitest'
import { ConsoleAccount } from '../testing/console-account.ts'
import { MailReceiver } from '../testing/mail-receiver.ts'
import { setTeam } from '../testing/set-team.ts'
import { TestServer, type TestServerOptions } from '../testing/test-server.ts'
import { isSigned, WebhookReceiver } from '../testing/webhook-receiver.ts'

setLogLevel('silent')

const SHOP = 'shop-app'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /open/{id} { allow read; }
  }
}`

/** A shop with a mail server, a receiver of webhooks, and a clock that the test moves. */
class World implements AsyncDisposable {
  readonly smtp: MailReceiver
  readonly receiver: WebhookReceiver
  now = Date.now()
  readonly #folder: string
  #server: TestServer | undefined
  owner!: ConsoleAccount

  private constructor(folder: string, smtp: MailReceiver, receiver: WebhookReceiver) {
    this.#folder = folder
    this.smtp = smtp
    this.receiver = receiver
  }

  static async open(): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), 'hearth-alerts-'))
    const world = new World(folder, await MailReceiver.start(), await WebhookReceiver.start())
    await world.start()
    world.owner = await ConsoleAccount.claim(world.server)
    await world.owner.createProject(SHOP, 'Shop')
    const token = await world.owner.operatorToken(SHOP)
    const post = async (path: string, body: unknown): Promise<{ name: string }> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const options = { method: 'POST', headers, body: JSON.stringify(body) }
      return (await (await fetch(`${world.server.origin}/v1/projects/${SHOP}/${path}`, options)).json()) as {
        name: string
      }
    }
    const { name } = await post('rulesets', { source: { files: [{ name: 'firestore.rules', content: RULES }] } })
    await post('releases', { name: `projects/${SHOP}/releases/cloud.firestore`, rulesetName: name })
    return world
  }

  get server(): TestServer {
    if (this.#server === undefined) throw new Error('The server is not running.')
    return this.#server
  }

  async start(more: TestServerOptions = {}): Promise<void> {
    this.#server = await TestServer.start({
      dataFolder: this.#folder,
      clock: { nowMs: () => this.now },
      settings: { ...this.smtp.settings, HEARTH_PRIVATE_WEBHOOKS: 'true', HEARTH_SIGN_UP: 'anyone' },
      alertRoundMs: 10,
      ...more,
    })
  }

  async stop(): Promise<void> {
    await this.#server?.[Symbol.asyncDispose]()
    this.#server = undefined
  }

  /** Signs the owner in again: tokens are good for an hour, and the clock goes on. */
  async signIn(): Promise<void> {
    this.owner = await ConsoleAccount.signIn(this.server, 'olga@example.com', 'correct horse')
  }

  /** As an app reads, with the vendor's SDK. */
  async read(path: string, times: number): Promise<void> {
    const { app } = await this.owner.enter(SHOP)
    const client = initializeApp({ ...app }, `alerts-${Math.random()}`)
    const firestore = initializeFirestore(client, { host: `127.0.0.1:${this.server.port}`, ssl: false })
    for (let count = 0; count < times; count++) await getDoc(doc(firestore, path)).catch(() => undefined)
    await deleteApp(client)
  }

  /** A day of a shop that is doing well, and then the next one. */
  async beUsual(): Promise<void> {
    await this.read('open/1', 110)
    this.now += DAY_MS
    await this.signIn()
  }

  async incidents(path = `/projects/${SHOP}`): Promise<ShownIncidents> {
    const answer = await this.owner.call('GET', `${path}/alerts`)
    expect(answer.status).toBe(200)
    return (await answer.json()) as ShownIncidents
  }

  /** Waits for the one incident that is open. */
  async opened(): Promise<Incident> {
    await expect.poll(async () => (await this.incidents()).open.length).toBe(1)
    const [incident] = (await this.incidents()).open
    if (incident === undefined) throw new Error('There is no incident.')
    return incident
  }

  async put(path: string, body: unknown): Promise<{ secret?: string }> {
    const answer = await this.owner.call('PUT', `/projects/${SHOP}/alerts/${path}`, body)
    expect([path, answer.status]).toEqual([path, 200])
    return (await answer.json()) as { secret?: string }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    await this.smtp[Symbol.asyncDispose]()
    await this.receiver[Symbol.asyncDispose]()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

const settings = { kinds: ['denial-spike', 'failed-backup'], team: 'owners', addresses: [], language: 'en' }

async function reasonOf(answer: Response): Promise<unknown> {
  return ((await answer.json()) as { error?: { reason: string } }).error?.reason
}

describe('a spike of denials', () => {
  it('is told once by mail and webhook, also over a restart, and once when it is over', async () => {
    await using world = await World.open()
    const { smtp, receiver } = world
    await world.put('settings', { ...settings, addresses: ['ops@example.com', 'OLGA@example.com'], language: 'de' })
    await world.put('webhook', { url: receiver.url })
    await world.beUsual()
    await world.read('closed/1', 60)
    const incident = await world.opened()
    expect(incident).toMatchObject({ kind: 'denial-spike', endedAt: null })
    const { denied = 0 } = incident.figures
    expect(denied).toBeGreaterThanOrEqual(50)

    const mails = [await smtp.next(), await smtp.next()]
    expect(mails.map(({ to }) => to.toLowerCase()).toSorted()).toEqual(['olga@example.com', 'ops@example.com'])
    expect(mails[0]?.subject).toBe('Shop: viel mehr Anfragen werden abgelehnt als üblich')
    expect(mails[0]?.text).toContain(`${denied} von ${denied} Anfragen`)
    expect(mails[0]?.text).toContain(`http://backend.example/projects/${SHOP}/settings?section=alerts`)
    await expect.poll(() => receiver.calls.length).toBe(1)
    const [call] = receiver.calls
    expect(call && call.headers['webhook-id']).toBe(call?.content['id'])
    expect(call?.content).toMatchObject({ type: 'alert', project: SHOP, event: 'opened', kind: 'denial-spike' })
    expect(call?.content).toMatchObject({ incident: incident.id, figures: { denied } })
    // What was handed over twice is the outbox's to tell; here all of it has arrived.
    await expect
      .poll(async () => (await world.opened()).messages)
      .toMatchObject([{ mails: { waiting: 0, delivered: 2 }, webhook: { state: 'delivered' } }])

    await world.stop()
    world.now += 2 * MINUTE_MS
    await world.start()
    await world.signIn()
    expect((await world.incidents()).open).toMatchObject([{ id: incident.id, messages: [{ event: 'opened' }] }])
    // It ends when all was fine for a quarter of an hour, as far as this process knows.
    const ended = async (): Promise<number> => {
      world.now += MINUTE_MS
      return (await world.incidents()).ended.length
    }
    await expect.poll(ended, { timeout: 5_000 }).toBe(1)
    expect((await smtp.next()).subject).toBe('Vorbei: Shop: viel mehr Anfragen werden abgelehnt als üblich')
    await expect.poll(() => receiver.calls.length).toBe(2)
    expect(receiver.calls[1]?.content).toMatchObject({ event: 'ended', incident: incident.id })
    await expect
      .poll(async () => (await world.incidents()).ended[0]?.messages)
      .toMatchObject([
        {
          event: 'opened',
          mails: { waiting: 0, delivered: 2, failed: 0 },
          webhook: { state: 'delivered', status: 200 },
        },
        {
          event: 'ended',
          mails: { waiting: 0, delivered: 2, failed: 0 },
          webhook: { state: 'delivered', attempts: 1 },
        },
      ])
    expect((await world.incidents()).open).toEqual([])
  })

  it('is forgotten when nobody wants to hear of it any more', async () => {
    await using world = await World.open()
    await world.beUsual()
    await world.read('closed/1', 60)
    expect((await world.opened()).kind).toBe('denial-spike')
    await world.put('settings', { ...settings, kinds: [] })
    await expect.poll(async () => (await world.incidents()).open).toEqual([])
    expect((await world.incidents()).ended).toEqual([])
  })
})

describe('a message', () => {
  it('that is refused is made again, ever later, by the same id, and everybody can see how it stands', async () => {
    await using world = await World.open()
    const { smtp, receiver } = world
    await world.put('webhook', { url: receiver.url })
    receiver.answer = () => ({ status: 500 })
    smtp.refusal = '550 no such user'
    await world.beUsual()
    await world.read('closed/1', 60)
    await world.opened()
    // The spike may be over when it is looked at later.
    const first = async () => {
      const { open, ended } = await world.incidents()
      return [...open, ...ended][0]?.messages[0]
    }
    await expect.poll(first).toMatchObject({ webhook: { state: 'waiting', attempts: 1, status: 500 } })
    expect(await first()).toMatchObject({ mails: { waiting: 1, delivered: 0, failed: 0 } })
    for (let attempts = 2; attempts <= 5; attempts++) {
      if (attempts === 5) receiver.answer = () => ({})
      world.now += 61 * MINUTE_MS
      await world.signIn()
      await expect.poll(first).toMatchObject({ webhook: { attempts, status: attempts === 5 ? 200 : 500 } })
    }
    expect(await first()).toMatchObject({ webhook: { state: 'delivered' } })
    const ids = receiver.calls
      .filter(({ content }) => content['event'] === 'opened')
      .map(({ content }) => content['id'])
    expect([ids.length, new Set(ids).size]).toEqual([5, 1])
  })
})

describe('the settings of alerts', () => {
  it('are tried out by a mail and a call, which say what happened', async () => {
    await using world = await World.open()
    const { owner, smtp, receiver } = world
    const post = async (path: string, body?: unknown) =>
      await owner.call('POST', `/projects/${SHOP}/alerts/${path}`, body)
    expect((await post('mail:test', { to: 'ops@example.com', language: 'de' })).status).toBe(200)
    expect(await smtp.next()).toMatchObject({ to: 'ops@example.com', subject: 'Shop: ein Test der Alarme' })
    smtp.refusal = '550 no such user'
    expect(await reasonOf(await post('mail:test', { to: 'ops@example.com' }))).toBe('MAIL_NOT_SENT')
    expect(await reasonOf(await post('webhook:test'))).toBe('WEBHOOK_NOT_SET')
    const { secret = '' } = await world.put('webhook', { url: receiver.url })
    receiver.answer = () => ({ status: 418 })
    expect(await (await post('webhook:test')).json()).toMatchObject({ status: 418 })
    expect(receiver.calls[0]?.content).toMatchObject({ type: 'alert', event: 'test', project: SHOP })
    expect(receiver.calls.map((call) => isSigned(call, secret))).toEqual([true])
    expect((await owner.call('DELETE', `/projects/${SHOP}/alerts/webhook`)).status).toBe(200)
    const read = (await (await owner.call('GET', `/projects/${SHOP}/alerts/settings`)).json()) as object
    expect(read).toEqual({ ...settings, webhook: null, isMailEnabled: true })
    const audit = await (await owner.call('GET', `/projects/${SHOP}/audit`)).text()
    expect(audit).toContain('alerts.update')
  })

  it('are the owners’, and what is wrong is for everybody in the team', async () => {
    await using world = await World.open()
    const { owner, server } = world
    const vera = await ConsoleAccount.signUp(server, 'vera@example.com')
    expect(await reasonOf(await vera.call('GET', `/projects/${SHOP}/alerts`))).toBe('NOT_A_MEMBER')
    await setTeam(server, SHOP, owner, { [vera.uid]: 'editor' })
    expect((await vera.call('GET', `/projects/${SHOP}/alerts`)).status).toBe(200)
    expect(await reasonOf(await vera.call('GET', `/projects/${SHOP}/alerts/settings`))).toBe('ROLE_TOO_LOW')
    expect(await reasonOf(await vera.call('PUT', `/projects/${SHOP}/alerts/settings`, settings))).toBe('ROLE_TOO_LOW')
    expect(await reasonOf(await vera.call('GET', '/server/alerts'))).toBe('SERVER_OWNER_ONLY')
    expect(await reasonOf(await owner.call('GET', '/projects/console/alerts'))).toBe('ALERTS_OF_SERVER')
    const tooMany = { ...settings, addresses: Array.from({ length: 11 }, (_, index) => `a${index}@example.com`) }
    for (const wrong of [tooMany, { ...settings, addresses: ['nobody'] }, { ...settings, kinds: ['low-disk'] }]) {
      expect((await owner.call('PUT', `/projects/${SHOP}/alerts/settings`, wrong)).status).toBe(400)
    }
    expect((await owner.call('PUT', '/server/alerts/webhook', { url: 'ftp://x' })).status).toBe(400)
    const ofServer = { kinds: ['low-disk'], team: 'nobody', addresses: ['ops@example.com'], language: 'de' }
    expect((await owner.call('PUT', '/server/alerts/settings', ofServer)).status).toBe(200)
    expect(await (await owner.call('GET', '/server/alerts/settings')).json()).toMatchObject(ofServer)
    expect(await world.incidents('/server')).toMatchObject({ isWatched: true, ended: [] })
  })
})
