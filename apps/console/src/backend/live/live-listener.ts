import { connection, type Connection } from './connection.ts'
import { liveStateOf, type Heard, type Live } from './live-state.ts'

export interface Listening<Snapshot> {
  /** Starts to listen; returns what stops it. After an error the listener is dead. */
  readonly start: (
    heard: (snapshot: Snapshot, isFromCache: boolean, isEmpty?: boolean) => void,
    failed: (error: unknown) => void,
  ) => () => void
}

/** What a listener needs to know of the connection. */
export type WayToServer = Pick<Connection, 'getSnapshot' | 'subscribe' | 'probe'>

/** How long a listener outlives the last screen that reads it: coming back within this time shows the data at once. */
const lingerMs = 10_000

/**
 * A listener that the server doesn't speak to for this long, though it can be reached, went quiet without an error (the SDK's issue
 * 10247) and is started again; then after twice the time, up to the longest.
 */
const quietMs = 15_000
const quietMsMax = 240_000

/**
 * A listener that was served and is then refused is started once more after this long: a session that was renewed meanwhile, such as
 * with another role, may read on.
 */
const onceMoreMs = 1500

/** One subscription at the SDK, shared by all screens that read it, with the states of `Live`. */
export class LiveListener<Snapshot> {
  readonly #listening: Listening<Snapshot>
  readonly #onReleased: () => void
  readonly #way: WayToServer
  readonly #readers = new Set<() => void>()
  #heard: Heard<Snapshot>
  #state: Live<Snapshot>
  #stop: (() => void) | undefined
  #stopConnection: (() => void) | undefined
  #linger: ReturnType<typeof setTimeout> | undefined
  #watchdog: ReturnType<typeof setTimeout> | undefined
  #patienceMs = quietMs
  #isTriedOnceMore = false

  constructor(listening: Listening<Snapshot>, onReleased: () => void, way: WayToServer = connection) {
    this.#way = way
    this.#listening = listening
    this.#onReleased = onReleased
    this.#heard = {
      snapshot: undefined,
      isFromCache: true,
      isEmpty: true,
      serverHeardAt: undefined,
      error: undefined,
      retry: () => this.#retry(),
    }
    this.#state = liveStateOf(this.#heard, this.#way.getSnapshot())
    // One that a render made and no screen ever subscribed to goes away as well.
    this.#lingerOn()
  }

  subscribe = (reader: () => void): (() => void) => {
    this.#readers.add(reader)
    clearTimeout(this.#linger)
    if (this.#stop === undefined && this.#heard.error === undefined) this.#start()
    else this.#watch()
    this.#stopConnection ??= this.#way.subscribe(() => {
      this.#watch()
      this.#publish()
    })
    return () => {
      this.#readers.delete(reader)
      if (this.#readers.size > 0) return
      clearTimeout(this.#watchdog)
      this.#lingerOn()
    }
  }

  getSnapshot = (): Live<Snapshot> => this.#state

  /** Stops at once when nobody reads it, for a reader that knows that it won't come back soon. */
  releaseUnread(): void {
    if (this.#readers.size === 0) this.release()
  }

  /** Stops at once, whoever reads. */
  release(): void {
    clearTimeout(this.#linger)
    clearTimeout(this.#watchdog)
    this.#stop?.()
    this.#stop = undefined
    this.#stopConnection?.()
    this.#stopConnection = undefined
    this.#onReleased()
  }

  #start(): void {
    this.#stop = this.#listening.start(
      (snapshot, isFromCache, isEmpty = false) => {
        const serverHeardAt = isFromCache ? this.#heard.serverHeardAt : Date.now()
        if (isFromCache && !this.#heard.isFromCache) void this.#way.probe()
        this.#heard = { ...this.#heard, snapshot, isFromCache, isEmpty, serverHeardAt }
        if (!isFromCache) {
          this.#patienceMs = quietMs
          this.#isTriedOnceMore = false
        }
        this.#watch()
        this.#publish()
      },
      (error) => {
        this.#stop = undefined
        clearTimeout(this.#watchdog)
        if (this.#heard.serverHeardAt === undefined || this.#isTriedOnceMore) {
          this.#heard = { ...this.#heard, error }
        } else {
          this.#isTriedOnceMore = true
          this.#heard = { ...this.#heard, isFromCache: true }
          this.#watchdog = setTimeout(() => {
            if (this.#stop === undefined) this.#start()
          }, onceMoreMs)
        }
        this.#publish()
      },
    )
    this.#watch()
  }

  /** Waits for the server's word, anew from each change of the connection. */
  #watch(): void {
    clearTimeout(this.#watchdog)
    const isServed = !this.#heard.isFromCache
    if (this.#stop === undefined || this.#readers.size === 0 || isServed || this.#way.getSnapshot().status !== 'live')
      return
    this.#watchdog = setTimeout(() => {
      this.#patienceMs = Math.min(this.#patienceMs * 2, quietMsMax)
      this.#stop?.()
      this.#start()
    }, this.#patienceMs)
  }

  /** Starts again after an error; does nothing to one that listens. */
  retry(): void {
    if (this.#heard.error !== undefined) this.#retry()
  }

  #retry(): void {
    if (this.#stop !== undefined) return
    this.#heard = {
      ...this.#heard,
      error: undefined,
      snapshot: undefined,
      isFromCache: true,
      isEmpty: true,
      serverHeardAt: undefined,
    }
    this.#start()
    this.#publish()
  }

  #publish(): void {
    this.#state = liveStateOf(this.#heard, this.#way.getSnapshot())
    for (const reader of this.#readers) reader()
  }

  #lingerOn(): void {
    clearTimeout(this.#linger)
    this.#linger = setTimeout(() => this.release(), lingerMs)
  }
}
