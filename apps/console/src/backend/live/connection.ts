import { isHealthy } from '../api/server-time.ts'
import { mayReachServer } from '../../browser/may-reach-server.ts'
import { useSyncExternalStore } from 'react'

/** What is known of the way to the server. */
export type ConnectionState =
  | { readonly status: 'live' }
  /**
   * The server doesn't answer, or something else does in its place (`isForeign`), such as the page that a network shows before it lets
   * anybody through; asked again at `retryAt` (milliseconds since the epoch).
   */
  | (Interrupted & { readonly status: 'reconnecting'; readonly retryAt: number; readonly isForeign: boolean })
  /** The machine itself says that it has no network. A server on the same machine doesn't answer either, and is asked again all the same. */
  | (Interrupted & { readonly status: 'offline' })

interface Interrupted {
  /** Milliseconds since the epoch. */
  readonly since: number
}

interface ConnectionChange {
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
/** An interruption that was of another kind for less than this was never of that kind: browsers hear late that their network is gone, or back. */
const passingMs = 2000

interface Probe {
  /** Settles once it has said what it found, or was given up. */
  readonly done: Promise<void>
  readonly giveUp: () => void
}

/**
 * The truth about the connection. It asks `/healthz` from time to time, at once when something failed, and with growing pauses
 * while nothing answers.
 */
export class Connection {
  #state: ConnectionState = { status: 'live' }
  #changes: readonly ConnectionChange[] = []
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #probing: Probe | undefined
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
    this.#probing ??= this.#begin()
    return this.#probing.done
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
    addEventListener('online', () => {
      this.#probeAnew()
    })
    addEventListener('offline', () => {
      if (mayReachServer()) this.#probeAnew()
      else this.#setOffline()
    })
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void this.probe()
    })
    if (navigator.onLine) this.#probeLater(beatMs)
    else if (mayReachServer()) void this.probe()
    else this.#setOffline()
  }

  /** One that began with another network, or without any, says nothing about what is there now. */
  #probeAnew(): void {
    this.#giveUp()
    void this.probe()
  }

  #begin(): Probe {
    const giving = new AbortController()
    const done = this.#probe(giving.signal).finally(() => {
      if (this.#probing?.done === done) this.#probing = undefined
    })
    return { done, giveUp: () => giving.abort() }
  }

  #giveUp(): void {
    this.#probing?.giveUp()
    this.#probing = undefined
  }

  async #probe(givenUp: AbortSignal): Promise<void> {
    clearTimeout(this.#timer)
    const found = await lookForServer(AbortSignal.any([givenUp, AbortSignal.timeout(probeTimeoutMs)]))
    if (givenUp.aborted) return
    if (found === 'server') {
      this.#failures = 0
      this.#set({ status: 'live' })
      this.#probeLater(beatMs)
      return
    }
    if (!mayReachServer()) {
      this.#setOffline()
      return
    }
    const retryInMs = Math.min(firstRetryMs * 2 ** this.#failures, maxRetryMs)
    this.#failures += 1
    if (!navigator.onLine) {
      this.#tellOffline()
      this.#probeLater(retryInMs)
      return
    }
    this.#set({
      status: 'reconnecting',
      since: this.#since(),
      retryAt: Date.now() + retryInMs,
      isForeign: found === 'other',
    })
    this.#probeLater(retryInMs)
  }

  #setOffline(): void {
    clearTimeout(this.#timer)
    this.#giveUp()
    this.#failures = 0
    this.#tellOffline()
  }

  #tellOffline(): void {
    if (this.#state.status !== 'offline') this.#set({ status: 'offline', since: this.#since() })
  }

  /** One interruption goes on when it becomes one of another kind. */
  #since(): number {
    return this.#state.status === 'live' ? Date.now() : this.#state.since
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
    if (state.status !== this.#state.status) this.#changes = withChange(this.#changes, state.status)
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** What happened with one more change, the newest first, without what was only on the way to it. */
function withChange(
  changes: readonly ConnectionChange[],
  status: ConnectionState['status'],
): readonly ConnectionChange[] {
  const at = Date.now()
  const [latest, before] = changes
  const isPassing = latest !== undefined && latest.status !== 'live' && at - latest.at < passingMs
  // That there was an interruption is told, however short it was.
  const isToldOtherwise = status !== 'live' || (before !== undefined && before.status !== 'live')
  if (!isPassing || !isToldOtherwise) return [{ at, status }, ...changes].slice(0, keptChanges)
  return [{ at: status === 'live' ? at : latest.at, status }, ...changes.slice(1)]
}

/** What answers at the address of the server. */
async function lookForServer(signal: AbortSignal): Promise<'server' | 'other' | 'nobody'> {
  try {
    const response = await fetch('/healthz', { cache: 'no-store', signal })
    if (await isHealthy(response)) return 'server'
    // A proxy says with these that there is nobody behind it.
    return response.status >= 500 ? 'nobody' : 'other'
  } catch {
    return 'nobody'
  }
}

/** The page has one way to the server. */
export const connection = new Connection()

export function useConnection(): ConnectionState {
  return useSyncExternalStore(connection.subscribe, connection.getSnapshot)
}

export function useConnectionChanges(): readonly ConnectionChange[] {
  return useSyncExternalStore(connection.subscribe, connection.getChanges)
}
