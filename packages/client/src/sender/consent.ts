import type { Page } from './page.ts'

type Answer = 'granted' | 'denied'

const waitMsMax = 10_000

/**
 * Whether something may be stored and sent. What decides, the first that says something:
 * 1. the page's answer, `consent` `update` with `analytics_storage`: somebody was asked here;
 * 2. the browser's wish not to be tracked, Global Privacy Control or Do Not Track;
 * 3. the page's default, `consent` `default`; with `wait_for_update` (milliseconds, 10 seconds at most) events wait that long for 1.
 *
 * Without any of them it may.
 */
export class Consent {
  readonly #page: Page
  readonly #onChange: () => void
  #default: Answer | undefined
  #update: Answer | undefined
  #waiting: number | undefined

  /** `onChange` is called after what changes the answer. */
  constructor(page: Page, onChange: () => void) {
    this.#page = page
    this.#onChange = onChange
  }

  /** `waiting`: it will be one of the others in a moment. */
  get state(): Answer | 'waiting' {
    if (this.#update !== undefined) return this.#update
    if (wantsNoTracking(this.#page)) return 'denied'
    if (this.#waiting !== undefined) return 'waiting'
    return this.#default ?? 'granted'
  }

  /** Somebody said no, here or to the browser. A default is no answer: it says nothing about what was allowed before. */
  get isRefused(): boolean {
    return this.#update === undefined ? wantsNoTracking(this.#page) : this.#update === 'denied'
  }

  /** The `consent` command. */
  command(kind: unknown, settings: unknown): void {
    const { analytics_storage: answer, wait_for_update: waitMs } = (settings ?? {}) as Record<string, unknown>
    if (kind === 'update' && isAnswer(answer)) {
      this.#update = answer
      this.#page.clearTimeout(this.#waiting)
      this.#waiting = undefined
    }
    if (kind === 'default' && isAnswer(answer)) this.#default = answer
    if (kind === 'default' && typeof waitMs === 'number' && waitMs > 0 && this.#update === undefined) this.#wait(waitMs)
    this.#onChange()
  }

  #wait(ms: number): void {
    this.#page.clearTimeout(this.#waiting)
    this.#waiting = this.#page.setTimeout(
      () => {
        this.#waiting = undefined
        this.#onChange()
      },
      Math.min(ms, waitMsMax),
    )
  }
}

function isAnswer(value: unknown): value is Answer {
  return value === 'granted' || value === 'denied'
}

function wantsNoTracking({ navigator }: Page): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as { globalPrivacyControl?: unknown; doNotTrack?: unknown }
  return globalPrivacyControl === true || doNotTrack === '1'
}
