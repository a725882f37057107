import { keep, readKept } from '../firebase/kept-storage.ts'

/** What is known of the way to the server. */
export type ConnectionState =
  | { readonly status: 'live' }
  /** The server doesn't answer; asked again at `retryAt` (milliseconds since the epoch). */
  | (Interrupted & { readonly status: 'reconnecting'; readonly retryAt: number })
  /** The machine itself says that it has no network. */
  | (Interrupted & { readonly status: 'offline' })

/** Milliseconds since the epoch. */
interface Interrupted {
  readonly since: number
  /** When the server was heard before the page was opened, if the page has not heard it. */
  readonly heardAt?: number | undefined
}

export interface ConnectionChange {
  readonly at: number
  readonly status: ConnectionState['status']
}

const firstRetryMs = 1000
const maxRetryMs = 30_000
/** While all is well the server is asked this often, when the page can be seen: what shows “live” for longer is believed. */
const beatMs = 4000
/** A server under load may be slow to answer; one that is gone refuses at once. */
const probeTimeoutMs = 8000
const keptChanges = 20

/**
 * The truth about the connection. It asks `/healthz` from time to time, at once when something failed, and with growing pauses
 * while nothing answers.
 */
export class Connection {
  #state: ConnectionState = { status: 'live' }
  #changes: readonly ConnectionChange[] = []
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #probing: Promise<void> | undefined
  #isStarted = false
  readonly #listeners = new Set<() => void>()

  subscribe = (listener: () => void): (() => void) => {
    this.#start()
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getSnapshot = (): ConnectionState => this.#state

  /** The latest changes, newest first. */
  getChanges = (): readonly ConnectionChange[] => this.#changes

  /** Asks now: somebody pressed "Try now", or a call of the application failed. */
  probe = (): Promise<void> => {
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = undefined
    })
    return this.#probing
  }

  /** Resolves as soon as the server answers. */
  whenLive(): Promise<void> {
    if (this.#state.status === 'live') return Promise.resolve()
    return new Promise((resolve) => {
      const stop = this.subscribe(() => {
        if (this.#state.status !== 'live') return
        stop()
        resolve()
      })
    })
  }

  #start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    addEventListener('online', () => void this.probe())
    addEventListener('offline', () => this.#setOffline())
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void this.probe()
    })
    if (navigator.onLine) this.#probeLater(beatMs)
    else this.#setOffline()
  }

  async #probe(): Promise<void> {
    clearTimeout(this.#timer)
    const isAnswered = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(probeTimeoutMs) }).then(
      (response) => response.ok,
      () => false,
    )
    if (isAnswered) {
      this.#failures = 0
      noteHeard()
      this.#set({ status: 'live' })
      this.#probeLater(beatMs)
      return
    }
    if (!navigator.onLine) {
      this.#setOffline()
      return
    }
    const retryInMs = Math.min(firstRetryMs * 2 ** this.#failures, maxRetryMs)
    this.#failures += 1
    const since = this.#state.status === 'live' ? Date.now() : this.#state.since
    this.#set({ status: 'reconnecting', since, retryAt: Date.now() + retryInMs, heardAt: readHeardAt() })
    this.#probeLater(retryInMs)
  }

  #setOffline(): void {
    clearTimeout(this.#timer)
    this.#failures = 0
    if (this.#state.status !== 'offline') this.#set({ status: 'offline', since: Date.now(), heardAt: readHeardAt() })
  }

  #probeLater(inMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (this.#state.status === 'live' && document.visibilityState === 'hidden') return
      void this.probe()
    }, inMs)
  }

  #set(state: ConnectionState): void {
    if (state.status === 'live' && this.#state.status === 'live') return
    if (state.status !== this.#state.status) {
      this.#changes = [{ at: Date.now(), status: state.status }, ...this.#changes].slice(0, keptChanges)
    }
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

const heardKey = 'hearth.heard'

/** When any page of this browser heard the server. */
function readHeardAt(): number | undefined {
  const at = Number(readKept(heardKey))
  return at > 0 ? at : undefined
}

function noteHeard(): void {
  keep(heardKey, String(Date.now()))
}

/** The page has one way to the server. */
export const connection = new Connection()
