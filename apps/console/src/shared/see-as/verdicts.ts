import type { JudgedRows, JudgedRules } from '@hearth/api'

/** What rules let somebody do with a document, a file or a folder. */
export interface RowVerdict {
  readonly isAllowed: boolean
  /** Fields that may not be changed, though the document may. */
  readonly locked: ReadonlySet<string>
}

/** Something to be judged. Another `state` of the same path is judged anew. */
export interface Judged {
  readonly path: string
  readonly state: unknown
}

export interface VerdictsState {
  readonly byPath: ReadonlyMap<string, RowVerdict>
  /** What was asked; undefined before the first answer. */
  readonly rules: JudgedRules | undefined
  /** Whether there is an account of the uid. */
  readonly isKnown: boolean
  readonly isAsking: boolean
  readonly error: unknown
}

/** Rows that are asked about at once: an answer comes soon, and the first rows first. */
const atOnce = 50
/** What was judged longest ago is forgotten. */
const keptMax = 3_000
/** Documents that change all the time are judged again no more often than this. */
const pauseMs = 1_000

const nothing: VerdictsState = {
  byPath: new Map(),
  rules: undefined,
  isKnown: true,
  isAsking: false,
  error: undefined,
}

/** Verdicts of rules on rows, asked for page by page, one page at a time, as the rows are shown. */
export class Verdicts {
  readonly #ask: (paths: readonly string[], signal: AbortSignal) => Promise<JudgedRows>
  readonly #listeners = new Set<() => void>()
  readonly #judged = new Map<string, { readonly state: unknown; readonly verdict: RowVerdict }>()
  #wanted: readonly Judged[] = []
  #state = nothing
  #gone: AbortController | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastAt = -Infinity

  constructor(ask: (paths: readonly string[], signal: AbortSignal) => Promise<JudgedRows>) {
    this.#ask = ask
  }

  /** Whoever listens last and stops ends what is under way. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    this.#next()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      clearTimeout(this.#timer)
      this.#timer = undefined
      this.#gone?.abort()
      this.#gone = undefined
    }
  }

  getSnapshot = (): VerdictsState => this.#state

  /** These rows are shown, and no others any more. */
  want(rows: readonly Judged[]): void {
    this.#wanted = rows
    this.#next()
  }

  /** Asks again what failed. */
  retry = (): void => {
    this.#set({ error: undefined })
    this.#next()
  }

  #next(): void {
    const isBusy = this.#gone !== undefined || this.#timer !== undefined
    if (isBusy || this.#listeners.size === 0 || this.#state.error !== undefined) return
    const fresh = this.#wanted.filter(({ path }) => !this.#judged.has(path))
    const changed = this.#wanted.filter(({ path, state }) => {
      const judged = this.#judged.get(path)
      return judged !== undefined && judged.state !== state
    })
    const page = (fresh.length > 0 ? fresh : changed).slice(0, atOnce)
    if (page.length === 0) return
    const waitMs = fresh.length > 0 ? 0 : Math.max(0, this.#lastAt + pauseMs - performance.now())
    if (waitMs === 0) {
      void this.#judge(page)
      return
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#next()
    }, waitMs)
  }

  async #judge(page: readonly Judged[]): Promise<void> {
    const gone = new AbortController()
    this.#gone = gone
    this.#set({ isAsking: true })
    try {
      const answer = await this.#ask(
        page.map(({ path }) => path),
        gone.signal,
      )
      if (gone.signal.aborted) return
      this.#take(page, answer)
    } catch (error) {
      if (gone.signal.aborted) return
      this.#set({ error, isAsking: false })
    }
    this.#gone = undefined
    this.#lastAt = performance.now()
    this.#next()
  }

  #take(page: readonly Judged[], { rows, rules, isKnown }: JudgedRows): void {
    const states = new Map(page.map(({ path, state }) => [path, state]))
    for (const { path, isAllowed, locked } of rows) {
      const before = this.#judged.get(path)?.verdict
      const verdict = { isAllowed, locked: new Set(locked) }
      this.#judged.delete(path)
      // What is judged as before stays the same object, so that its row isn't drawn again.
      this.#judged.set(path, {
        state: states.get(path),
        verdict: before !== undefined && isSame(before, verdict) ? before : verdict,
      })
    }
    const wanted = new Set(this.#wanted.map(({ path }) => path))
    for (const path of this.#judged.keys()) {
      if (this.#judged.size <= keptMax) break
      if (!wanted.has(path)) this.#judged.delete(path)
    }
    const byPath = new Map([...this.#judged].map(([path, { verdict }]) => [path, verdict]))
    this.#set({ byPath, rules, isKnown, isAsking: false })
  }

  #set(parts: Partial<VerdictsState>): void {
    this.#state = { ...this.#state, ...parts }
    for (const listener of this.#listeners) listener()
  }
}

function isSame(one: RowVerdict, other: RowVerdict): boolean {
  return (
    one.isAllowed === other.isAllowed &&
    one.locked.size === other.locked.size &&
    [...one.locked].every((field) => other.locked.has(field))
  )
}
