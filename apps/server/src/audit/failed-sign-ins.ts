import type { Clock } from '../lib/ambient.ts'
import type { AuditedAct } from './audit-entry.ts'

/** A sign-in that was refused. */
export interface FailedSignIn {
  readonly project: string
  /** `accounts:signInWithPassword` */
  readonly operation: string
  /** `INVALID_LOGIN_CREDENTIALS`; `TOO_MANY_ATTEMPTS_TRY_LATER` for who has to wait. */
  readonly reason: string
  /** The address that was tried, where one was. */
  readonly target: string
  readonly address: string
  readonly requestId: string
}

interface Kind {
  readonly first: FailedSignIn
  repeats: number
}

const WINDOW_MS = 10 * 60_000
/** Of one project in one window; what is beyond is one kind. */
const KINDS_MAX = 50
/** In all projects. */
const PROJECTS_MAX = 1_000
const LOCK_OUT = 'TOO_MANY_ATTEMPTS_TRY_LATER'

/**
 * Writes sign-ins that failed, and those who had to wait, into the audit log of their project, without anybody waiting for it: the first of a
 * kind (operation, reason, address that was tried, place that it came from) at once, and how often it was repeated when ten minutes have passed.
 * So a guesser adds at most some hundred entries to a log in that time, however fast.
 */
export class FailedSignIns {
  readonly #note: (act: AuditedAct) => void
  readonly #clock: Clock
  #projects = new Map<string, Map<string, Kind>>()
  #beganAt = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: { note: (act: AuditedAct) => void; clock: Clock }) {
    this.#note = options.note
    this.#clock = options.clock
  }

  readonly record = (failure: FailedSignIn): void => {
    const now = this.#clock.nowMs()
    if (this.#projects.size > 0 && Math.abs(now - this.#beganAt) >= WINDOW_MS) this.flush()
    if (this.#projects.size === 0) {
      this.#beganAt = now
      this.#timer ??= setTimeout(() => this.flush(), WINDOW_MS).unref()
    }
    const kinds = this.#projects.get(failure.project) ?? new Map<string, Kind>()
    if (kinds.size === 0 && this.#projects.size >= PROJECTS_MAX) return
    this.#projects.set(failure.project, kinds)
    const { operation, reason, target, address } = failure
    const isBeyond = kinds.size >= KINDS_MAX
    const key = JSON.stringify([operation, reason, target, address])
    const kind = kinds.get(key) ?? (isBeyond ? kinds.get('others') : undefined)
    if (kind !== undefined) {
      kind.repeats++
      return
    }
    const first = isBeyond ? { ...failure, target: '', address: '' } : failure
    kinds.set(isBeyond ? 'others' : key, { first, repeats: 0 })
    this.#note(actOf(first))
  }

  /** Writes what was repeated since, and begins anew. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const projects = this.#projects
    this.#projects = new Map()
    for (const kinds of projects.values()) {
      for (const { first, repeats } of kinds.values()) {
        if (repeats > 0) this.#note(actOf(first, { repeats: String(repeats) }))
      }
    }
  }
}

function actOf(failure: FailedSignIn, more: Readonly<Record<string, string>> = {}): AuditedAct {
  const { project, operation, reason, target, address, requestId } = failure
  return {
    project,
    actor: { kind: 'visitor' },
    action: reason === LOCK_OUT ? 'account.locked-out' : 'account.sign-in-failed',
    target,
    detail: { operation, reason, ...more },
    address,
    requestId,
  }
}
