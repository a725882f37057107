import { StatusError } from '@hearth/model'
import type { Clock } from '../ambient.ts'
import type { Caller } from './caller.ts'

/** The longest time a timer can be set for. */
const timerMsMax = 2 ** 31 - 1

/** `cause` is `unauthenticated`/`TOKEN_EXPIRED` or `CREDENTIAL_REVOKED`. */
export type OnCallerOver = (cause: StatusError) => void

/**
 * Tells those who hold on to a verified caller (live streams) when they may no longer: its token has expired, or its account
 * was deleted, disabled or had its sessions revoked, or left the team whose project it works in. An honest client comes back with a fresh token, or learns why it gets none.
 */
export class CallerWatch {
  readonly #clock: Clock
  readonly #consoleProject: string
  readonly #watchers = new Map<string, Set<OnCallerOver>>()

  /** The accounts of operators are those of the `consoleProject`. */
  constructor(options: { clock: Clock; consoleProject: string }) {
    this.#clock = options.clock
    this.#consoleProject = options.consoleProject
  }

  /** `onOver` is called once at most. Returns what ends the watch. */
  watch(project: string, caller: Caller, onOver: OnCallerOver): () => void {
    if (caller.kind !== 'user' && caller.kind !== 'operator') return () => {}
    const keys =
      caller.kind === 'operator'
        ? [accountKey(this.#consoleProject, caller.uid), operatorKey(project, caller.uid)]
        : [accountKey(project, caller.uid)]
    const over: OnCallerOver = (cause) => {
      stop()
      onOver(cause)
    }
    const leftMs = caller.expiresAt * 1000 - this.#clock.nowMs()
    const timer = leftMs > timerMsMax ? undefined : setTimeout(() => over(expired()), Math.max(0, leftMs)).unref()
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
    return stop
  }

  /**
   * What was verified for this account so far counts no more, `graceMs` from now: a client that changed its own password
   * must have the answer, with its new tokens, before the end of its streams makes it ask with the old ones.
   */
  revoke(project: string, uid: string, graceMs = 0): void {
    const key = accountKey(project, uid)
    const watching = [...(this.#watchers.get(key) ?? [])]
    const end = (): void => {
      for (const over of watching) if (this.#watchers.get(key)?.has(over) === true) over(revoked())
    }
    if (graceMs === 0) end()
    else setTimeout(end, graceMs).unref()
  }

  /** Somebody left the team of a project, or may less in it: their operator sessions there are over. */
  revokeOperator(project: string, uid: string): void {
    for (const over of this.#watchers.get(operatorKey(project, uid)) ?? []) over(revoked())
  }
}

function accountKey(project: string, uid: string): string {
  return `${project}/${uid}`
}

/** No project id has a colon in it. */
function operatorKey(project: string, uid: string): string {
  return `operator:${accountKey(project, uid)}`
}

function expired(): StatusError {
  return new StatusError('unauthenticated', 'TOKEN_EXPIRED', 'The ID token has expired.')
}

function revoked(): StatusError {
  return new StatusError('unauthenticated', 'CREDENTIAL_REVOKED', 'The sessions of this account have ended.')
}
