import { describe, expect, it } from 'vitest'
import { ConsoleAccount } from '../testing/console-account.ts'
import { TestServer, type TestServerOptions } from '../testing/test-server.ts'
import { isSigned, WebhookReceiver } from '../testing/webhook-receiver.ts'

const PHONE_NUMBER = '+14155550123'

interface AppAnswer {
  readonly status: number
  readonly body: {
    readonly sessionInfo?: string
    readonly phoneNumber?: string
    readonly error?: { readonly message: string }
  }
}

/** `hearth start` with a project whose owner has switched sign-in by phone on, and a receiver of webhooks beside it. */
class SmsWorld implements AsyncDisposable {
  readonly receiver: WebhookReceiver
  readonly owner: ConsoleAccount
  readonly #origin: string
  readonly #apiKey: string
  readonly #stack: AsyncDisposableStack
  readonly #logged: unknown[]

  private constructor(parts: {
    receiver: WebhookReceiver
    owner: ConsoleAccount
    origin: string
    apiKey: string
    stack: AsyncDisposableStack
    logged: unknown[]
  }) {
    this.receiver = parts.receiver
    this.owner = parts.owner
    this.#origin = parts.origin
    this.#apiKey = parts.apiKey
    this.#stack = parts.stack
    this.#logged = parts.logged
  }

  static async start(options: { allowsPrivate?: boolean } = {}): Promise<SmsWorld> {
    const stack = new AsyncDisposableStack()
    const receiver = stack.use(await WebhookReceiver.start())
    const logged: unknown[] = []
    const note = (...line: unknown[]): void => void logged.push(line)
    const settings: NonNullable<TestServerOptions['settings']> = {
      HEARTH_PRIVATE_WEBHOOKS: String(options.allowsPrivate ?? true),
    }
    const server = stack.use(await TestServer.start({ settings, log: { info: note, warn: note, error: note } }))
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app', 'Shop')
    const entered = await owner.enter('shop-app')
    const patched = await fetch(`${server.origin}/v2/projects/shop-app/config?updateMask=signIn.phoneNumber.enabled`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${await owner.operatorToken('shop-app')}` },
      body: JSON.stringify({ signIn: { phoneNumber: { enabled: true } } }),
    })
    expect(patched.status).toBe(200)
    const { origin } = server
    return new SmsWorld({ receiver, owner, origin, apiKey: entered.app.apiKey, stack, logged })
  }

  /** Asks for a code, as an app does. */
  send(number = PHONE_NUMBER, locale = 'en'): Promise<AppAnswer> {
    return this.call('sendVerificationCode', { phoneNumber: number, recaptchaToken: 'token' }, locale)
  }

  async call(method: string, body: object, locale = 'en'): Promise<AppAnswer> {
    const answer = await fetch(`${this.#origin}/v1/accounts:${method}?key=${this.#apiKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-firebase-locale': locale },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as AppAnswer['body'] }
  }

  get logText(): string {
    return JSON.stringify(this.#logged)
  }

  async configure(
    body: object = { url: this.receiver.url },
  ): Promise<{ status: number; body: Record<string, string> }> {
    const answer = await this.owner.call('PUT', '/projects/shop-app/webhooks/sms', body)
    return { status: answer.status, body: (await answer.json()) as Record<string, string> }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync()
  }
}

describe('sign-in by phone under start', () => {
  it('sends codes by the project’s webhook, signed, in the language of the app', async () => {
    await using world = await SmsWorld.start()
    const { receiver } = world
    const { body } = await world.configure()
    const { sessionInfo } = (await world.send(PHONE_NUMBER, 'de-AT')).body
    const [call] = receiver.calls
    expect(call?.content).toMatchObject({
      type: 'sms',
      project: 'shop-app',
      appName: 'Shop',
      phoneNumber: PHONE_NUMBER,
      locale: 'de-AT',
    })
    expect(call !== undefined && isSigned(call, body['secret'] ?? '')).toBe(true)
    const code = String(call?.content['code'])
    expect(code).toMatch(/^\d{6}$/)
    const wrong = { sessionInfo, code: code === '000000' ? '000001' : '000000' }
    expect((await world.call('signInWithPhoneNumber', wrong)).body.error?.message).toBe('INVALID_CODE')
    expect((await world.call('signInWithPhoneNumber', { sessionInfo, code })).body.phoneNumber).toBe(PHONE_NUMBER)
    expect(world.logText).not.toContain(code)
    expect(world.logText).not.toContain(PHONE_NUMBER)
  })

  it('says so when there is no webhook', async () => {
    await using world = await SmsWorld.start()
    expect((await world.send()).body.error?.message).toMatch(/^OPERATION_NOT_ALLOWED : .*no webhook/)
  })

  it('tries again, as the same message, when the receiver has a fault, and not when it says no', async () => {
    await using world = await SmsWorld.start()
    const { receiver } = world
    await world.configure()
    receiver.answer = () => ({ status: receiver.calls.length < 3 ? 503 : 200 })
    expect((await world.send()).status).toBe(200)
    expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(receiver.calls).toHaveLength(3)

    receiver.calls.length = 0
    receiver.answer = () => ({ status: 422 })
    expect((await world.send('+14155550124')).body.error?.message).toBe('SMS_NOT_SENT')
    expect(receiver.calls).toHaveLength(1)
  })

  it('fails when the receiver goes on failing, or leads elsewhere', async () => {
    await using world = await SmsWorld.start()
    await world.configure()
    world.receiver.answer = () => ({ status: 500 })
    expect((await world.send()).body.error?.message).toBe('SMS_NOT_SENT')
    expect(world.receiver.calls).toHaveLength(3)
    world.receiver.answer = () => ({ status: 302, location: 'http://169.254.169.254/' })
    expect((await world.send('+14155550124')).body.error?.message).toBe('SMS_NOT_SENT')
    await world.receiver[Symbol.asyncDispose]()
    expect((await world.send('+14155550125')).body.error?.message).toMatch(/^WEBHOOK_FAILED/)
  })
})

describe('the webhook for text messages', () => {
  it('is set by owners, and its secret is shown once', async () => {
    await using world = await SmsWorld.start()
    const { owner, receiver } = world
    expect((await world.configure()).body['secret']).toMatch(/^whsec_/)
    expect((await world.configure({ url: `${receiver.url}2` })).body).toEqual({})
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    expect((await world.configure({ url: receiver.url, secret })).body).toEqual({})
    const listed = await (await owner.call('GET', '/projects/shop-app/webhooks')).text()
    expect(JSON.parse(listed)).toEqual({ sms: { url: receiver.url }, blocking: null })
    expect(listed).not.toContain('whsec_')
    expect((await world.send()).status).toBe(200)
    expect(receiver.calls.every((call) => isSigned(call, secret))).toBe(true)
    expect((await owner.call('DELETE', '/projects/shop-app/webhooks/sms')).status).toBe(200)
    expect((await world.send()).body.error?.message).toMatch(/^OPERATION_NOT_ALLOWED/)
    const ofConsole = await owner.call('PUT', '/projects/console/webhooks/sms', { url: receiver.url })
    expect(ofConsole.status).toBe(400)
  })

  it('must not be in the server’s own network unless that is allowed', async () => {
    await using world = await SmsWorld.start({ allowsPrivate: false })
    expect((await world.configure()).status).toBe(400)
    for (const host of ['127.0.0.1', '169.254.169.254', '[::ffff:10.0.0.1]']) {
      expect((await world.configure({ url: `https://${host}:9/hook` })).status).toBe(400)
    }
    // A name is looked at when it is connected to.
    expect((await world.configure({ url: 'https://localhost:9/hook' })).status).toBe(200)
    expect((await world.send()).body.error?.message).toMatch(/^WEBHOOK_FAILED/)
    expect(world.receiver.calls).toEqual([])
    expect(world.logText).toContain('PrivateAddressError')
  })
})
