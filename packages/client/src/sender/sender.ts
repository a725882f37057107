import type { Device } from './batch.ts'
import { isName } from './clean-event.ts'
import { ownClientId, randomHex } from './client-id.ts'
import { Consent } from './consent.ts'
import { Engagement } from './engagement.ts'
import { Outbox } from './outbox.ts'
import { isSwitchedOff, type Page } from './page.ts'
import { PageViews, type PageView } from './page-views.ts'
import { findSession, touchSession, type TouchedSession } from './session.ts'
import { PageStorage } from './storage.ts'
import { fieldsOf, type Stream, Streams } from './streams.ts'
import { Unsent } from './unsent.ts'

/** Below this nobody has looked at the page. */
const engagementMsMin = 1_000
const heldMax = 100

type Params = Readonly<Record<string, unknown>>

/**
 * Reports what a page says through its data layer (`config`, `event`, `set`, `consent`, `get`) and what happens by itself: page views,
 * first visits, sessions, the time somebody looked at the page. Where the vendor's tag would speak to its own host, this speaks to
 * `<origin>/hearth/v1/collect`.
 */
export class Sender {
  readonly #page: Page
  readonly #storage: PageStorage
  readonly #streams = new Streams()
  readonly #consent: Consent
  readonly #engagement: Engagement
  readonly #pageViews: PageViews
  readonly #address: string
  /** Made with the first report: without consent the storage isn't touched. */
  #outbox: Outbox | undefined
  /** Reports that wait for an answer about consent. */
  #held: (() => void)[] = []

  constructor(page: Page, origin: string) {
    this.#page = page
    this.#address = `${origin}/hearth/v1/collect`
    this.#storage = new PageStorage(page)
    this.#consent = new Consent(page, () => this.#answered())
    this.#engagement = new Engagement(page)
    this.#pageViews = new PageViews(page, (view) => this.#viewed(view))
    page.document.addEventListener('visibilitychange', () => {
      if (page.document.visibilityState === 'hidden') this.#leave()
    })
    page.addEventListener('pagehide', () => this.#leave())
  }

  /** One command, as it was pushed onto the data layer; one that nobody knows does nothing. */
  run([name, ...given]: readonly unknown[]): void {
    switch (name) {
      case 'config':
        return this.#config(given[0], given[1])
      case 'event':
        return this.#event(given[0], fieldsOf(given[1]))
      case 'set':
        return this.#streams.set(given[0], given[1])
      case 'consent':
        return this.#consent.command(given[0], given[1])
      case 'get':
        return this.#get(given[0], given[1], given[2])
      default:
        return undefined
    }
  }

  #config(measurementId: unknown, settings: unknown): void {
    const isNew = this.#streams.configure(measurementId, settings)
    const stream = this.#streams.find(measurementId)
    if (isNew && stream !== undefined && reportsViews(stream)) {
      this.#report(stream, 'page_view', { ...this.#pageViews.current })
    }
  }

  #event(name: unknown, params: Params): void {
    const { send_to: sendTo, event_callback: callback } = params
    for (const id of sendTo === undefined ? this.#streams.ids : [sendTo].flat()) {
      const stream = this.#streams.find(id)
      if (stream === undefined || !isName(name)) continue
      if (name === 'screen_view') this.#streams.noteScreen(stream, params)
      this.#report(stream, name, params)
    }
    if (typeof callback === 'function') this.#page.setTimeout(() => callback(), 0)
  }

  #get(measurementId: unknown, field: unknown, callback: unknown): void {
    if (typeof callback !== 'function') return
    const stream = this.#streams.find(measurementId)
    const session = findSession(this.#storage, String(measurementId))
    const values: Readonly<Record<string, () => unknown>> = {
      client_id: () => stream && (givenIdOf(stream) ?? this.#ownIdIfGranted()),
      session_id: () => session?.id,
      session_number: () => session?.number,
    }
    const name = String(field)
    const value = Object.hasOwn(values, name) ? values[name]?.() : stream?.settings[name]
    this.#page.setTimeout(() => callback(value), 0)
  }

  #viewed(view: PageView): void {
    for (const id of this.#streams.ids) {
      const stream = this.#streams.find(id)
      if (stream !== undefined && reportsViews(stream)) this.#report(stream, 'page_view', { ...view })
    }
  }

  /** Events are what they were when they happened, also those that wait for consent. */
  #report(stream: Stream, name: string, params: Params, time = this.#page.Date.now()): void {
    if (isSwitchedOff(this.#page, stream.measurementId)) return
    const { state } = this.#consent
    if (state === 'waiting' && this.#held.length < heldMax) {
      this.#held.push(() => this.#report(stream, name, params, time))
    }
    if (state !== 'granted') return
    const session = touchSession(this.#storage, stream.measurementId, time, this.#engagement.peek())
    const put = (event: string, own: Params): void => this.#put(stream, session, { name: event, params: own, time })
    if (session.isFirst) put('first_visit', {})
    if (session.isNew) put('session_start', {})
    put(name, params)
  }

  #put(
    { measurementId }: Stream,
    session: TouchedSession,
    { name, params, time }: { name: string; params: Params; time: number },
  ): void {
    const stream = this.#streams.find(measurementId)
    if (stream === undefined) return
    const userId = this.#streams.userIdOf(stream, params)
    this.#outbox ??= new Outbox(this.#page, this.#address, new Unsent(this.#page, this.#storage), () =>
      this.#dropUnwanted(),
    )
    this.#outbox.add(
      {
        measurementId,
        clientId: givenIdOf(stream) ?? ownClientId(this.#page, this.#storage),
        ...(userId !== undefined && { userId }),
        userProperties: this.#streams.userPropertiesOf(stream),
        sessionId: session.id,
        sessionNumber: session.number,
        device: deviceOf(this.#page, stream),
      },
      {
        id: randomHex(this.#page, 8),
        name,
        params: this.#streams.paramsOf(stream, params),
        engagementMs: this.#engagement.take(),
        time,
      },
    )
  }

  /** One that isn't known yet is made and kept, for which consent is needed. */
  #ownIdIfGranted(): string | undefined {
    return this.#consent.state === 'granted' ? ownClientId(this.#page, this.#storage) : undefined
  }

  /** Without consent nothing stays here and nothing goes out. */
  #answered(): void {
    const { state } = this.#consent
    if (state === 'waiting') return
    const held = this.#held
    this.#held = []
    if (state === 'granted') for (const report of held) report()
    else this.#dropUnwanted()
  }

  /** The switch and the browser's wish tell nobody when they change: what waits hears of it here. */
  #dropUnwanted(): void {
    const isDenied = this.#consent.state === 'denied'
    this.#outbox?.drop((measurementId) => isDenied || isSwitchedOff(this.#page, measurementId))
    if (isDenied) this.#storage.clear()
  }

  #leave(): void {
    this.#pageViews.settle()
    if (this.#engagement.peek() >= engagementMsMin) {
      for (const id of this.#streams.ids) {
        const stream = this.#streams.find(id)
        if (stream !== undefined) this.#report(stream, 'user_engagement', {})
      }
    }
    this.#outbox?.leave()
  }
}

/** The installation's id, or one that the page chose. */
function givenIdOf({ settings }: Stream): string | undefined {
  const given = settings['firebase_id'] ?? settings['client_id']
  return typeof given === 'string' && given !== '' ? given.slice(0, 128) : undefined
}

function deviceOf({ navigator }: Page, { settings }: Stream): Device {
  const { app_version: appVersion } = settings
  return {
    language: navigator.language.slice(0, 64),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone.slice(0, 64),
    ...(typeof appVersion === 'string' && appVersion !== '' && { appVersion: appVersion.slice(0, 64) }),
  }
}

function reportsViews({ settings }: Stream): boolean {
  return settings['send_page_view'] !== false
}
