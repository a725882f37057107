import type { Page } from '../page.ts'
import { takeOver } from '../take-over.ts'

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
    readonly sentAt: number
    readonly device: { language: string; timeZone: string; appVersion?: string }
    readonly events: { id: string; name: string; params: Record<string, unknown>; engagementMs: number; time: number }[]
  }
}

/** What outlives a page: its browser. */
export class FakeBrowser {
  now = 1_800_000_000_000
  /** What the server answers; 0 stands for no connection. */
  status = 204
  retryAfter: string | null = null
  isBeaconTaken = true
  readonly sent: SentBatch[] = []
  readonly localStorage: Record<string, unknown> = storageOf(this)
  navigator: Record<string, unknown> = { language: 'en', onLine: true }
  isStorageFull = false

  get names(): string[] {
    return this.sent.flatMap(({ body }) => body.events.map(({ name }) => name))
  }
}

/** Things of the browser in which time and network are in the hands of the test. */
export class FakePage {
  readonly browser: FakeBrowser
  readonly window: Record<string, unknown>
  /** As `addEventListener`; what captures is called first. */
  readonly listen: (type: string, listener: (event: unknown) => void, options?: { capture?: boolean }) => void
  #isHidden = false
  #hasFocus = true
  #timers: { at: number; run: () => void }[] = []
  readonly #listeners = new Map<string, ((event: unknown) => void)[]>()

  /** A page of a tab that was reloaded gets the tab of the page before. */
  constructor(browser = new FakeBrowser(), tab?: FakePage) {
    this.browser = browser
    const listen = (type: string, listener: (event: unknown) => void, options?: { capture?: boolean }): void => {
      const others = this.#listeners.get(type) ?? []
      this.#listeners.set(type, options?.capture === true ? [listener, ...others] : [...others, listener])
    }
    this.listen = listen
    const location = { href: 'https://shop.example/cart?step=2#secret' }
    const move = (_state: unknown, _title: string, address?: string): void => {
      if (address !== undefined) location.href = new URL(address, location.href).href
    }
    const isHidden = (): boolean => this.#isHidden
    const hasFocus = (): boolean => this.#hasFocus && !this.#isHidden
    this.window = {
      Date: { now: () => browser.now },
      performance: { now: () => browser.now },
      console: { warn() {} },
      crypto: { getRandomValues: (bytes: Uint8Array) => bytes.map(() => Math.floor(Math.random() * 256)) },
      localStorage: browser.localStorage,
      sessionStorage: tab === undefined ? storageOf(browser) : tab.window['sessionStorage'],
      location,
      history: { pushState: move, replaceState: move },
      navigator: new Proxy(browser.navigator, {
        get: (_target, name) =>
          name === 'sendBeacon'
            ? (address: string, body: string) => browser.isBeaconTaken && this.#take('beacon', address, body)
            : browser.navigator[String(name)],
      }),
      document: {
        title: 'Cart',
        referrer: 'https://search.example/',
        get visibilityState() {
          return isHidden() ? 'hidden' : 'visible'
        },
        hasFocus,
        addEventListener: listen,
      },
      addEventListener: listen,
      setTimeout: (run: () => void, ms: number) => {
        const timer = { at: browser.now + ms, run }
        this.#timers.push(timer)
        return timer
      },
      clearTimeout: (timer: unknown) => {
        this.#timers = this.#timers.filter((one) => one !== timer)
      },
      fetch: async (address: string, init: { body: string }) => {
        const { status, retryAfter } = browser
        if (status === 0) throw new Error('no connection')
        if (status < 300) this.#take('fetch', address, init.body)
        return { ok: status < 300, status, headers: { get: () => retryAfter } }
      },
      dataLayer: [],
    }
  }

  /** The sender begins. */
  load(): this {
    takeOver(this.window as unknown as Page, 'https://hearth.example', 'dataLayer')
    return this
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
    const until = this.browser.now + ms
    for (;;) {
      const due = this.#timers.filter(({ at }) => at <= until).toSorted((one, other) => one.at - other.at)[0]
      if (due === undefined) break
      this.#timers = this.#timers.filter((timer) => timer !== due)
      this.browser.now = Math.max(this.browser.now, due.at)
      due.run()
      // What the timer began runs on in microtasks, some deep.
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
    this.browser.now = until
  }

  hide(): void {
    this.#isHidden = true
    this.emit('visibilitychange')
  }

  show(): void {
    this.#isHidden = false
    this.emit('visibilitychange')
  }

  setFocus(hasFocus: boolean): void {
    this.#hasFocus = hasFocus
    this.emit(hasFocus ? 'focus' : 'blur')
  }

  /** As a router does it. */
  goTo(address: string, title = 'Cart'): void {
    const history = this.window['history'] as { pushState(state: unknown, title: string, address: string): void }
    history.pushState({}, '', address)
    Object.assign(this.window['document'] as object, { title })
  }

  emit(type: string, event: unknown = {}): void {
    for (const listener of this.#listeners.get(type) ?? []) listener(event)
  }

  get sent(): SentBatch[] {
    return this.browser.sent
  }

  get events(): { id: string; name: string; params: Record<string, unknown>; engagementMs: number; time: number }[] {
    return this.sent.flatMap(({ body }) => body.events)
  }

  get names(): string[] {
    return this.events.map(({ name }) => name)
  }

  #take(by: SentBatch['by'], address: string, body: string): boolean {
    this.browser.sent.push({ by, address, body: JSON.parse(body) as SentBatch['body'] })
    return true
  }
}

/** Its keys are its own enumerable properties, as those of a browser's storage. */
function storageOf(browser: { isStorageFull: boolean }): Record<string, unknown> {
  const storage: Record<string, unknown> = {}
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => {
      if (browser.isStorageFull) throw new Error('QuotaExceededError')
      storage[key] = value
    },
    removeItem: (key: string) => void delete storage[key],
  }
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(storage, name, { value })
  return storage
}
