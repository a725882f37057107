import { runInNewContext } from 'node:vm'
import { buildTagScript } from './tag-script.ts'

export interface SentBatch {
  readonly address: string
  readonly by: 'fetch' | 'beacon'
  readonly body: {
    readonly measurementId: string
    readonly clientId: string
    readonly userId?: string
    readonly userProperties: Record<string, unknown>
    readonly sessionId: string
    readonly sessionNumber: number
    readonly events: { name: string; params: Record<string, unknown>; engagementMs: number; time: number }[]
  }
}

/** A page for the tag, with time and network in the hands of the test. */
export class FakePage {
  now = 1_800_000_000_000
  status = 204
  readonly sent: SentBatch[] = []
  readonly stored: Map<string, string>
  readonly window: Record<string, unknown>
  #isHidden = false
  #timers: { at: number; run: () => void }[] = []
  readonly #listeners = new Map<string, (() => void)[]>()

  constructor(stored = new Map<string, string>()) {
    this.stored = stored
    const listen = (type: string, listener: () => void) => {
      this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener])
    }
    this.window = {
      URL,
      Uint8Array,
      Date: { now: () => this.now },
      performance: { now: () => this.now },
      console: { warn() {} },
      crypto: { getRandomValues: (bytes: Uint8Array) => bytes.fill(7) },
      localStorage: {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, value: string) => void stored.set(key, value),
      },
      location: { href: 'https://shop.example/cart?step=2#secret' },
      navigator: {
        language: 'en',
        sendBeacon: (address: string, body: string) => this.#take('beacon', address, body),
      },
      document: {
        title: 'Cart',
        referrer: '',
        currentScript: { src: 'https://hearth.example/gtag.js?l=dataLayer' },
        visibilityState: 'visible',
        hasFocus: () => !this.#isHidden,
        addEventListener: listen,
      },
      addEventListener: listen,
      setTimeout: (run: () => void, ms: number) => {
        const timer = { at: this.now + ms, run }
        this.#timers.push(timer)
        return timer
      },
      fetch: async (address: string, init: { body: string }) => {
        if (this.status === 0) throw new Error('no connection')
        if (this.status < 300) this.#take('fetch', address, init.body)
        return { ok: this.status < 300, status: this.status }
      },
    }
    this.window['window'] = this.window
    this.window['dataLayer'] = []
  }

  load(): void {
    runInNewContext(buildTagScript().text, this.window)
  }

  /** As the SDK does it: the arguments object itself goes onto the data layer. */
  gtag(...command: unknown[]): void {
    const layer = this.window['dataLayer'] as unknown[]
    const asArguments = (function (..._command: unknown[]) {
      // eslint-disable-next-line prefer-rest-params
      return arguments
    })(...command)
    layer.push(asArguments)
  }

  async pass(ms: number): Promise<void> {
    const until = this.now + ms
    for (;;) {
      const due = this.#timers.filter(({ at }) => at <= until).toSorted((one, other) => one.at - other.at)[0]
      if (due === undefined) break
      this.#timers = this.#timers.filter((timer) => timer !== due)
      this.now = Math.max(this.now, due.at)
      due.run()
      // What the timer began runs on in microtasks, some deep.
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.now = until
  }

  hide(): void {
    this.#isHidden = true
    Object.assign(this.window['document'] as object, { visibilityState: 'hidden' })
    for (const listener of this.#listeners.get('visibilitychange') ?? []) listener()
  }

  get events(): { name: string; params: Record<string, unknown> }[] {
    return this.sent.flatMap(({ body }) => body.events)
  }

  get names(): string[] {
    return this.events.map(({ name }) => name)
  }

  #take(by: SentBatch['by'], address: string, body: string): boolean {
    this.sent.push({ by, address, body: JSON.parse(body) as SentBatch['body'] })
    return true
  }
}
