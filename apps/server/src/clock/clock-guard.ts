import type { Clock, Log } from '../lib/ambient.ts'
import type { ClockFile } from './clock-file.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** What a clock may be wrong by, and what the two clocks may part by, without a word. */
const TOLERANCE_MS = 5 * MINUTE_MS
/** Between two looks at the steady clock; within this time a jump is at most this large. */
const LOOK_AGAIN_MS = MINUTE_MS
/** A clock that was set by more is not followed, and a server that was off for longer may as well have a wrong clock. */
const FOLLOWED_MS = 7 * DAY_MS
/** So long a clock that was doubtful a little must be steady before anything is deleted by it. */
const SETTLING_MS = HOUR_MS
const NOTE_EVERY_MS = MINUTE_MS
const REPEATED_MS = HOUR_MS

/** Why the clock is not believed. */
export type ClockDoubt =
  /** It was set while the server ran; the server goes on by its own time. */
  | 'jumped'
  /** It shows much more than when the server was last seen. Was it off, or is the clock wrong? */
  | 'ahead-at-start'
  /** It shows less than when the server was last seen. */
  | 'behind-at-start'

interface Doubt {
  readonly kind: ClockDoubt
  readonly byMs: number
}

/** What the owner of a server may read about its clock. */
export interface ClockState {
  readonly doubt: ClockDoubt | undefined
  /** By how much, in milliseconds; negative: it is behind. */
  readonly byMs: number
  /** Nothing is deleted because of its age. */
  readonly holdsSweeps: boolean
  /** Whose documents are dated after the present; `hearth clock repair` dates them anew. */
  readonly aheadProjects: readonly string[]
}

/**
 * The clock that everything goes by: the machine's, as long as that can be believed (decision 0091).
 *
 * Where the machine's clock and the steady one part by more than five minutes, somebody set it. By up to a week that is followed; by more, the server
 * goes on by the time it had. At the start the clock is compared with the time at which the server was last seen. While there is a doubt
 * nothing is deleted because of its age (`sweepsMayRun`). The doubt ends when the clock is right again, or when an operator says that it is:
 * `hearth clock accept`. A doubt of the start outlives every other setting of the clock: it ends only near the time that was last seen.
 */
export class ClockGuard implements Clock {
  readonly #clock: Clock
  readonly #steady: () => number
  readonly #file: ClockFile
  readonly #log: Log
  /** The last time that is known of the server: of its file at the start, since then its own. */
  #lastSeenMs: number | undefined
  /** Where both clocks were at the last look. */
  #anchor: { readonly wallMs: number; readonly steadyMs: number }
  #wallMs: number
  /** What the server's time has more than the machine's. */
  #offsetMs = 0
  /** What the start left open. No setting of the clock ends it but one back to near the time that was last seen. */
  #startDoubt: Doubt | undefined
  #jump: Doubt | undefined
  readonly #startedAtSteady: number
  #settledAtSteady: number
  #toldAtSteady = -Infinity
  readonly #ahead = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: { readonly clock: Clock; readonly file: ClockFile; readonly log: Log }) {
    const { clock, file, log } = options
    this.#clock = clock
    this.#steady = clock.steadyMs ?? (() => clock.nowMs())
    this.#file = file
    this.#log = log
    this.#wallMs = clock.nowMs()
    this.#anchor = { wallMs: this.#wallMs, steadyMs: this.#steady() }
    this.#startedAtSteady = this.#anchor.steadyMs
    this.#settledAtSteady = this.#anchor.steadyMs
    this.#lastSeenMs = file.lastSeenMs()
    this.#compareWithLastSeen()
    this.note()
    this.#timer = setInterval(() => this.note(), NOTE_EVERY_MS).unref()
  }

  nowMs(): number {
    const wallMs = this.#clock.nowMs()
    if (Math.abs(wallMs - this.#wallMs) > LOOK_AGAIN_MS) this.#look(wallMs)
    this.#wallMs = wallMs
    return wallMs + this.#offsetMs
  }

  readonly steadyMs = (): number => this.#steady()

  /** Whether the clock is not in doubt, so that time that it shows has passed. */
  readonly isBelieved = (): boolean => {
    this.#look(this.#clock.nowMs())
    return this.#doubt === undefined
  }

  /** Whether something may be deleted because of its age. Whoever deletes so asks each time. */
  readonly sweepsMayRun = (): boolean => {
    return this.isBelieved() && this.#steady() >= this.#settledAtSteady
  }

  get state(): ClockState {
    const holdsSweeps = !this.sweepsMayRun()
    const { kind: doubt, byMs = 0 } = this.#doubt ?? {}
    return { doubt, byMs, holdsSweeps, aheadProjects: [...this.#ahead] }
  }

  /** Tells of a project whose newest version, in microseconds, is after the present. Its commits go on from there. */
  compareVersion(project: string, version: number): void {
    const aheadMs = version / 1000 - this.nowMs()
    if (aheadMs <= TOLERANCE_MS) {
      this.#ahead.delete(project)
      return
    }
    if (this.#ahead.has(project)) return
    this.#ahead.add(project)
    const text =
      'the documents of a project are dated after the present, and new ones after them: if the clock is right now, stop the server and run "hearth clock repair"'
    this.#log.error({ project, aheadSeconds: Math.round(aheadMs / 1000) }, text)
  }

  /** Looks at both clocks and whether an operator has spoken, and writes down the time that the server is seen. */
  note(): void {
    this.#look(this.#clock.nowMs())
    const accepted = this.#file.takeAccepted()
    if (accepted !== undefined && Math.abs(accepted - this.#clock.nowMs()) <= TOLERANCE_MS) this.#accept()
    if (this.#doubt !== undefined) {
      this.#repeat()
      return
    }
    this.#lastSeenMs = this.nowMs()
    try {
      this.#file.see(this.#lastSeenMs)
    } catch (err) {
      this.#log.error({ err }, 'the time at which the server is seen could not be written')
    }
  }

  stop(): void {
    if (this.#timer !== undefined) clearInterval(this.#timer)
    this.#timer = undefined
    this.note()
  }

  get #doubt(): Doubt | undefined {
    return this.#jump ?? this.#startDoubt
  }

  #compareWithLastSeen(): void {
    if (this.#lastSeenMs === undefined) return
    const byMs = this.#wallMs - this.#lastSeenMs
    const kind = doubtOf(byMs)
    if (kind !== undefined) this.#startDoubt = { kind, byMs }
    else if (byMs > HOUR_MS) this.#settle()
  }

  #look(wallMs: number): void {
    const steadyMs = this.#steady()
    const expectedMs = this.#anchor.wallMs + (steadyMs - this.#anchor.steadyMs)
    const byMs = wallMs - expectedMs
    if (Math.abs(byMs) <= TOLERANCE_MS) this.#goOn(wallMs, steadyMs)
    else if (this.#isPlausibleAfterDoubtfulStart(wallMs, steadyMs)) this.#believe(wallMs, steadyMs, byMs)
    else if (Math.abs(byMs) <= FOLLOWED_MS) this.#follow(wallMs, steadyMs, byMs)
    else {
      // Whole milliseconds: versions are made of them.
      this.#offsetMs = Math.round(expectedMs - wallMs)
      if (this.#jump === undefined) this.#raiseJump(byMs)
    }
  }

  /** Both clocks agree. A jump that stood is undone. */
  #goOn(wallMs: number, steadyMs: number): void {
    this.#anchor = { wallMs, steadyMs }
    this.#offsetMs = 0
    const isDoubted = this.#doubt !== undefined
    if (this.#jump !== undefined) this.#endJump()
    if (this.#isCaughtUp(wallMs)) this.#startDoubt = undefined
    if (!isDoubted || this.#doubt !== undefined) return
    this.#settle()
    this.#log.warn({}, 'the clock is right again')
  }

  /** Whether a clock that was behind at the start has come to the time that was last seen, by running or by small steps. */
  #isCaughtUp(wallMs: number): boolean {
    return this.#startDoubt?.kind === 'behind-at-start' && wallMs >= (this.#lastSeenMs ?? 0)
  }

  #isPlausibleAfterDoubtfulStart(wallMs: number, steadyMs: number): boolean {
    if (this.#startDoubt === undefined) return false
    const ranForMs = steadyMs - this.#startedAtSteady
    const offForMs = wallMs - ranForMs - (this.#lastSeenMs ?? 0)
    return offForMs >= -TOLERANCE_MS && offForMs <= FOLLOWED_MS
  }

  #believe(wallMs: number, steadyMs: number, byMs: number): void {
    this.#startDoubt = undefined
    this.#follow(wallMs, steadyMs, byMs)
  }

  #follow(wallMs: number, steadyMs: number, byMs: number): void {
    this.#anchor = { wallMs, steadyMs }
    this.#offsetMs = 0
    if (this.#jump !== undefined) this.#endJump()
    if (this.#startDoubt !== undefined) this.#startDoubt = { ...this.#startDoubt, byMs: this.#startDoubt.byMs + byMs }
    this.#settle()
    this.#log.warn({ seconds: Math.round(byMs / 1000) }, 'the clock was set, and is followed')
  }

  #accept(): void {
    this.#wallMs = this.#clock.nowMs()
    this.#anchor = { wallMs: this.#wallMs, steadyMs: this.#steady() }
    this.#offsetMs = 0
    this.#jump = undefined
    this.#startDoubt = undefined
    this.#settledAtSteady = this.#anchor.steadyMs
    this.#log.warn({}, 'an operator says that the clock is right')
  }

  #settle(): void {
    this.#settledAtSteady = this.#steady() + SETTLING_MS
  }

  #raiseJump(byMs: number): void {
    this.#jump = { kind: 'jumped', byMs }
    this.#toldAtSteady = -Infinity
    this.#repeat()
  }

  /** A doubt of the start that is still there is told of again at the next look. */
  #endJump(): void {
    this.#jump = undefined
    this.#toldAtSteady = -Infinity
  }

  #repeat(): void {
    if (this.#doubt === undefined || this.#steady() < this.#toldAtSteady + REPEATED_MS) return
    this.#toldAtSteady = this.#steady()
    const { kind, byMs } = this.#doubt
    this.#log.error({ seconds: Math.round(byMs / 1000) }, sentences[kind])
  }
}

/** Of a clock that shows so much more than the time at which the server was last seen. A server whose clock is in doubt is not seen. */
export function doubtOf(byMs: number): ClockDoubt | undefined {
  if (byMs > FOLLOWED_MS) return 'ahead-at-start'
  return byMs < -TOLERANCE_MS ? 'behind-at-start' : undefined
}

const ADVICE = 'nothing is deleted because of its age until it is right, or "hearth clock accept" says that it is'
const sentences: Readonly<Record<ClockDoubt, string>> = {
  jumped: `the clock of the machine was set by more than a week, and the server goes on by the time it had: ${ADVICE}`,
  'ahead-at-start': `the server was off for more than a week, or the clock is wrong: ${ADVICE}`,
  'behind-at-start': `the clock shows less than when the server was last seen: ${ADVICE}`,
}
