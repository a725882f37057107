import { StatusError } from '@hearth/model'
import type { Clock } from '../lib/ambient.ts'
import type { Caller } from './caller.ts'

/** The longest time a timer can be set for. */
const TIMER_MS_MAX = 2 ** 31 - 1

/** Endings that are remembered; a stream opens within milliseconds of its verification. */
const ENDINGS_KEPT_MAX = 10_000

/** When what was verified before stops to count. */
interface Ending {
  readonly number: number
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** `cause` is `unauthenticated`/`TOKEN_EXPIRED` or `CREDENTIAL_REVOKED`. */
export type OnCallerOver = (cause: StatusError) => void

/**
 * Tells those who hold on to a verified caller (live streams) when they may no longer: its token has expired, or its account was
 * deleted, disabled or had its sessions revoked, or left the team whose project it works in, or its service key was revoked. An honest
 * client comes back with a fresh token, or learns why it gets none.
 */
export class CallerWatch {
  readonly #clock: Clock
  readonly #consoleProject: string
  readonly #watchers = new Map<string, Set<OnCallerOver>>()
  /** By account or operator, in the order of their last endings. */
  readonly #ended = new Map<string, Ending>()
  #endings = 0
  #forgottenUpTo = 0

  /** The accounts of operators are those of the `consoleProject`. */
  constructor(options: { clock: Clock; consoleProject: string }) {
    this.#clock = options.clock
    this.#consoleProject = options.consoleProject
  }

  /** How many endings there were so far; whoever verifies a caller to be watched takes it before, as `verifiedAfter`. */
  get endings(): number {
    return this.#endings
  }

  /** `onOver` is called once at most, and not before this has returned. Returns what ends the watch. */
  watch(project: string, caller: Caller, onOver: OnCallerOver): () => void {
    const keys = this.#keysOf(project, caller)
    if (keys.length === 0 || caller.kind === 'visitor') return () => {}
    const over: OnCallerOver = (cause) => {
      stop()
      onOver(cause)
    }
    // A service key's token is for the call that opens a stream; the stream goes by the key.
    const leftMs = caller.kind === 'admin' ? Infinity : caller.expiresAt * 1000 - this.#clock.nowMs()
    const timer = leftMs > TIMER_MS_MAX ? undefined : setTimeout(() => over(expired()), Math.max(0, leftMs)).unref()
    const stop = (): void => {
      clearTimeout(timer)
      for (const key of keys) {
        const watchers = this.#watchers.get(key)
        if (watchers?.delete(over) === true && watchers.size === 0) this.#watchers.delete(key)
      }
    }
    for (const key of keys) {
      const watchers = this.#watchers.get(key)
      if (watchers === undefined) this.#watchers.set(key, new Set([over]))
      else watchers.add(over)
    }
    const missed = this.#endedSince(keys, caller.verifiedAfter)
    if (missed !== undefined) queueMicrotask(() => this.#endAt(missed, keys, [over]))
    return stop
  }

  /** By which endings `caller` is over; none for visitors, and for the server itself. */
  #keysOf(project: string, caller: Caller): string[] {
    switch (caller.kind) {
      case 'visitor':
        return []
      case 'user':
        return [accountKey(project, caller.uid), everybodyKey(project)]
      case 'operator':
        return [accountKey(this.#consoleProject, caller.uid), operatorKey(project, caller.uid), everybodyKey(project)]
      case 'admin':
        return caller.key === undefined ? [] : [serviceKey(project, caller.key), everybodyKey(project)]
    }
  }

  /**
   * What was verified for this account so far counts no more, `graceMs` from now: a client that changed its own password
   * must have the answer, with its new tokens, before the end of its streams makes it ask with the old ones.
   */
  revoke(project: string, uid: string, graceMs = 0): void {
    this.#end(accountKey(project, uid), graceMs)
  }

  /** Somebody left the team of a project, or may less in it: their operator sessions there are over. */
  revokeOperator(project: string, uid: string): void {
    this.#end(operatorKey(project, uid), 0)
  }

  /** A service key was revoked: what was opened with it is over. */
  revokeKey(project: string, key: string): void {
    this.#end(serviceKey(project, key), 0)
  }

  /** No token of the project counts any more, because it may be a thief who signed it. */
  revokeAll(project: string): void {
    this.#end(everybodyKey(project), 0)
  }

  #end(key: string, graceMs: number): void {
    const at = this.#clock.nowMs() + graceMs
    this.#ended.delete(key)
    this.#ended.set(key, { number: ++this.#endings, at })
    if (this.#ended.size > ENDINGS_KEPT_MAX) this.#forgetOldest()
    this.#endAt(at, [key], [...(this.#watchers.get(key) ?? [])])
  }

  /** Those who are still watching then. */
  #endAt(at: number, keys: readonly string[], watching: readonly OnCallerOver[]): void {
    const end = (): void => {
      for (const over of watching) if (keys.some((key) => this.#watchers.get(key)?.has(over))) over(revoked())
    }
    const leftMs = at - this.#clock.nowMs()
    if (leftMs > 0) setTimeout(end, leftMs).unref()
    else end()
  }

  /** The time of the first ending since a verification began; undefined when there was none. */
  #endedSince(keys: readonly string[], verifiedAfter: number | undefined): number | undefined {
    if (verifiedAfter === undefined) return undefined
    // So long ago that nobody knows: a client whose credential still counts comes back.
    if (verifiedAfter < this.#forgottenUpTo) return 0
    const missed = keys.flatMap((key) => this.#ended.get(key) ?? []).filter(({ number }) => number > verifiedAfter)
    return missed.length === 0 ? undefined : Math.min(...missed.map(({ at }) => at))
  }

  #forgetOldest(): void {
    for (const [key, { number }] of this.#ended) {
      this.#ended.delete(key)
      this.#forgottenUpTo = number
      return
    }
  }
}

function accountKey(project: string, uid: string): string {
  return `${project}/${uid}`
}

/** No project id has a colon in it. */
function operatorKey(project: string, uid: string): string {
  return `operator:${accountKey(project, uid)}`
}

function serviceKey(project: string, key: string): string {
  return `service-key:${project}/${key}`
}

function everybodyKey(project: string): string {
  return `everybody:${project}`
}

function expired(): StatusError {
  return new StatusError('unauthenticated', 'TOKEN_EXPIRED', 'The ID token has expired.')
}

function revoked(): StatusError {
  return new StatusError('unauthenticated', 'CREDENTIAL_REVOKED', 'What this stream was opened with has been revoked.')
}
