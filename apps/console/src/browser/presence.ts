/** What somebody at the keyboard or the pointer does; `focus` is also told when they come back to the window. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'] as const

/** Told with how long there was no sign before, in milliseconds. */
export type OnSign = (quietMs: number) => void

/** Whether somebody is at the page, by what the browser tells of keys and pointers. */
export class Presence {
  #signAt = Date.now()
  #pointer = ''
  #isStarted = false
  readonly #page: EventTarget
  readonly #listeners = new Set<OnSign>()

  /** @param page where all signs arrive: the window. It is listened to when somebody first wants to know. */
  constructor(page: EventTarget) {
    this.#page = page
  }

  /** When the last sign was, in milliseconds since the epoch. */
  get signAt(): number {
    return this.#signAt
  }

  subscribe(onSign: OnSign): () => void {
    this.#start()
    this.#listeners.add(onSign)
    return () => this.#listeners.delete(onSign)
  }

  #start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    for (const sign of signs) {
      this.#page.addEventListener(sign, (event) => this.#notice(event), { passive: true, capture: true })
    }
  }

  #notice(event: Event): void {
    if (event.type === 'pointermove' && !this.#isMoved(event)) return
    const now = Date.now()
    const quietMs = now - this.#signAt
    this.#signAt = now
    for (const onSign of this.#listeners) onSign(quietMs)
  }

  /** Browsers tell of a move, too, when the page moves below a pointer that lies still. */
  #isMoved(event: Event): boolean {
    const { screenX, screenY } = event as Event & { readonly screenX?: number; readonly screenY?: number }
    const pointer = `${screenX} ${screenY}`
    const isMoved = pointer !== this.#pointer
    this.#pointer = pointer
    return isMoved
  }
}

/** Of this tab. */
export const presence = new Presence(globalThis)

/**
 * After so long without a sign of anybody a session in a project is as good as over: the server ends it after 15 minutes, and what is asked then has
 * another minute to come there.
 */
export const lapsesMs = 14 * 60_000
