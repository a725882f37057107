import type { Device, SentEvent } from './batch.ts'
import { isName } from './clean-event.ts'
import { ownClientId, randomHex } from './client-id.ts'
import { Consent } from './consent.ts'
import { Outbox } from './outbox.ts'
import { isSwitchedOff, type Page } from './page.ts'
import { PageViews } from './page-views.ts'
import { findSession, type StoredSession, touchSession } from './session.ts'
import { installationCommand, resetCommand } from './commands.ts'
import { PageStorage } from './storage.ts'
import { type Fields, fieldsOf, type Stream, Streams } from './streams.ts'
import { Unsent } from './unsent.ts'

/** Below this nobody has looked at the page. */
const engagementMsMin = 1_000
const heldMax = 100
/** A day; the server takes no more for one event. */
const msMax = 24 * 60 * 60 * 1000

/** What happened, whole at that moment. */
interface Happening extends Omit<SentEvent, 'id'> {
  /** Where it happened, and what is said of all events. */
  readonly place: SentEvent['params']
  readonly userId: string | undefined
}

interface KnownClient {
  readonly clientId: string
  readonly session: StoredSession
}

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
  /** Of each stream, for a page that had to forget what it kept: the same client goes on with it. */
  readonly #sessions = new Map<string, KnownClient>()

  constructor(page: Page, origin: string) {
    this.#page = page
    this.#address = `${origin}/hearth/v1/collect`
    this.#storage = new PageStorage(page)
    this.#consent = new Consent(page, () => this.#answered())
    this.#engagement = new Engagement(page)
    this.#pageViews = new PageViews(page, { left: () => this.#left(), viewed: () => this.#viewed() })
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
      case installationCommand:
        return this.#streams.identify(given[0], given[1])
      case resetCommand:
        return this.#reset()
      default:
        return undefined
    }
  }

  /** What was gathered goes out as theirs, or not at all, and nothing of them stays here. */
  #reset(): void {
    this.#outbox?.leave()
    this.#outbox?.drop(() => true)
    this.#held = []
    this.#sessions.clear()
    this.#streams.forgetUser()
    this.#storage.clear()
  }

  #config(measurementId: unknown, settings: unknown): void {
    const page = this.#pageViews.current
    const known = this.#streams.find(measurementId)
    if (known !== undefined && this.#streams.isElsewhere(known, 'screen_view', fieldsOf(settings), page)) {
      this.#reportEngagement(known)
    }
    const isNew = this.#streams.configure(measurementId, settings)
    const stream = this.#streams.find(measurementId)
    if (stream === undefined) return
    this.#streams.noteScreen(stream, fieldsOf(settings), page)
    if (isNew && reportsViews(stream)) this.#report(stream, 'page_view', {})
  }

  #event(name: unknown, params: Fields): void {
    const { send_to: sendTo, event_callback: callback } = params
    for (const id of sendTo === undefined ? this.#streams.ids : [sendTo].flat()) {
      const stream = this.#streams.find(id)
      if (stream === undefined || !isName(name)) continue
      const page = this.#pageViews.current
      if (this.#streams.isElsewhere(stream, name, params, page)) this.#reportEngagement(stream)
      if (name === 'screen_view') this.#streams.noteScreen(stream, params, page)
      if (name === 'page_view') this.#streams.noteView(stream, params, page)
      this.#report(stream, name, params)
    }
    if (typeof callback === 'function') this.#page.setTimeout(() => callback(), 0)
  }

  #get(measurementId: unknown, field: unknown, callback: unknown): void {
    if (typeof callback !== 'function') return
    const stream = this.#streams.find(measurementId)
    const isGranted = this.#consent.state === 'granted'
    const session = isGranted ? findSession(this.#storage, String(measurementId)) : undefined
    const values: Readonly<Record<string, () => unknown>> = {
      client_id: () =>
        stream && (givenIdOf(stream) ?? (isGranted ? ownClientId(this.#page, this.#storage) : undefined)),
      session_id: () => session?.id,
      session_number: () => session?.number,
    }
    const name = String(field)
    const value = Object.hasOwn(values, name) ? values[name]?.() : stream?.settings[name]
    this.#page.setTimeout(() => callback(value), 0)
  }

  /** The time that somebody looked at a page is that page's. */
  #left(): void {
    for (const stream of this.#streams.all) {
      this.#reportEngagement(stream)
      this.#streams.leavePage(stream.measurementId, { withScreen: reportsViews(stream) })
    }
  }

  #viewed(): void {
    for (const stream of this.#streams.all) if (reportsViews(stream)) this.#report(stream, 'page_view', {})
  }

  /** What is too short for an event is nobody's: it must not count for the page that follows. */
  #reportEngagement(stream: Stream): void {
    if (this.#engagement.peek(stream.measurementId) >= engagementMsMin) this.#report(stream, 'user_engagement', {})
    else this.#engagement.take(stream.measurementId)
  }

  #report({ measurementId }: Stream, name: string, params: Fields): void {
    const stream = this.#streams.find(measurementId)
    if (stream === undefined) return
    const page = this.#pageViews.current
    this.#pass(measurementId, {
      name,
      params: this.#streams.paramsOf(stream, params, page),
      place: this.#streams.paramsOf(stream, {}, page),
      userId: this.#streams.userIdOf(stream, params),
      engagementMs: this.#engagement.take(measurementId),
      time: this.#page.Date.now(),
    })
  }

  /** Events are what they were when they happened, also those that wait for consent. */
  #pass(measurementId: string, happening: Happening): void {
    const stream = this.#streams.find(measurementId)
    if (stream === undefined || isSwitchedOff(this.#page, measurementId)) return
    const { state } = this.#consent
    if (state === 'waiting' && this.#held.length < heldMax) this.#held.push(() => this.#pass(measurementId, happening))
    if (state !== 'granted') return
    const { place, userId, ...event } = happening
    const clientId = givenIdOf(stream) ?? ownClientId(this.#page, this.#storage)
    const last = this.#sessions.get(measurementId)
    const { isFirst, isNew, ...session } = touchSession(this.#storage, measurementId, {
      now: event.time,
      engagedMs: event.engagementMs,
      remembered: last?.clientId === clientId ? last.session : undefined,
    })
    this.#sessions.set(measurementId, { clientId, session })
    const put = (one: Omit<SentEvent, 'id'>): void => this.#put(stream, { clientId, session, userId }, one)
    if (isFirst) put({ ...event, name: 'first_visit', params: place, engagementMs: 0 })
    if (isNew) put({ ...event, name: 'session_start', params: place, engagementMs: 0 })
    put(event)
  }

  #put(
    stream: Stream,
    { clientId, session, userId }: KnownClient & Pick<Happening, 'userId'>,
    event: Omit<SentEvent, 'id'>,
  ): void {
    this.#outbox ??= new Outbox(this.#page, this.#address, new Unsent(this.#page, this.#storage), () =>
      this.#dropUnwanted(),
    )
    this.#outbox.add(
      {
        measurementId: stream.measurementId,
        clientId,
        ...(userId !== undefined && { userId }),
        userProperties: this.#streams.userPropertiesOf(stream),
        sessionId: session.id,
        sessionNumber: session.number,
        device: deviceOf(this.#page, stream),
      },
      { id: randomHex(this.#page, 8), ...event },
    )
  }

  /** Without consent nothing goes out, and nothing stays here of a page that was told no. */
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
    if (this.#consent.isRefused) this.#storage.clear()
  }

  #leave(): void {
    this.#pageViews.settle()
    for (const stream of this.#streams.all) {
      if (this.#engagement.peek(stream.measurementId) >= engagementMsMin) this.#report(stream, 'user_engagement', {})
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

/** Counts the milliseconds in which the page is seen and has the focus. */
class Engagement {
  readonly #page: Page
  #engagedMs = 0
  /** How much of it each stream has reported. */
  readonly #taken = new Map<string, number>()
  #since: number | undefined

  constructor(page: Page) {
    this.#page = page
    this.#update()
    const update = (): void => this.#update()
    page.document.addEventListener('visibilitychange', update)
    page.addEventListener('focus', update)
    page.addEventListener('blur', update)
    page.addEventListener('pagehide', update)
  }

  /** What came together for a stream since its last `take`. */
  peek(measurementId: string): number {
    this.#update()
    return this.#engagedMs - (this.#taken.get(measurementId) ?? 0)
  }

  /** The same in whole milliseconds, which counts from zero again then. */
  take(measurementId: string): number {
    const taken = this.peek(measurementId)
    this.#taken.set(measurementId, this.#engagedMs)
    return Math.min(Math.round(taken), msMax)
  }

  #update(): void {
    const { document, performance } = this.#page
    const now = performance.now()
    if (this.#since !== undefined) this.#engagedMs += now - this.#since
    this.#since = document.visibilityState === 'visible' && document.hasFocus() ? now : undefined
  }
}
