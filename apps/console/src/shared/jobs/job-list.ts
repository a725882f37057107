import { isRetryable, isUnderWay, type Job, type JobOrder, type JobProgress } from './job.ts'

interface Entry {
  readonly order: JobOrder
  abort: AbortController
  job: Job
}

export interface JobListOptions {
  /** At most so many run at a time; the others wait for their turn. */
  readonly runningMax: number
  /** At most so many are kept, whatever their state. */
  readonly keptMax: number
  /** Of what couldn't be done at most so many are kept in words. */
  readonly problemsMax: number
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Told of each that is done or failed. */
  readonly onEnd: (job: Job) => void
}

/** The long things that go on in this tab, the newest first. */
export class JobList {
  readonly #options: JobListOptions
  readonly #entries = new Map<Job['id'], Entry>()
  readonly #listeners = new Set<() => void>()
  #snapshot: readonly Job[] = []
  #lastId = 0

  constructor(options: JobListOptions) {
    this.#options = options
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getSnapshot = (): readonly Job[] => this.#snapshot

  /** Takes a job and returns its id, or throws a `RangeError` when too many are under way. */
  add(order: JobOrder): number {
    const { keptMax, now } = this.#options
    if (this.#entries.size >= keptMax) {
      const over = this.#snapshot.findLast((job) => !isUnderWay(job))
      if (over === undefined) throw new RangeError(`No more than ${keptMax} jobs at a time.`)
      this.#entries.delete(over.id)
    }
    const id = ++this.#lastId
    const { project, kind, target, place, canGoOn = false, canRetry = false, needsRecentSignIn = false } = order
    this.#entries.set(id, {
      order,
      abort: new AbortController(),
      job: {
        id,
        project,
        kind,
        target,
        status: 'queued',
        done: 0,
        kept: 0,
        inDoubt: 0,
        total: undefined,
        problems: [],
        failures: 0,
        startedAt: now(),
        endedAt: undefined,
        file: undefined,
        isFileSaved: false,
        error: undefined,
        place,
        canGoOn,
        canRetry,
        needsRecentSignIn,
        undo: 'none',
        undoNeedsRecentSignIn: false,
        server: undefined,
      },
    })
    this.#proceed()
    return id
  }

  /** Ends one under way; what it has done stays done, and what it has sent by then is awaited and counted. */
  cancel(id: Job['id']): void {
    const entry = this.#entries.get(id)
    if (entry === undefined || !isUnderWay(entry.job)) return
    this.#change(entry, { status: 'cancelled', endedAt: this.#options.now() })
    entry.abort.abort()
    this.#proceed()
  }

  /** Lets one that has failed go on where it was, where it can. */
  goOn(id: Job['id']): void {
    const entry = this.#entries.get(id)
    if (entry === undefined || entry.job.status !== 'failed' || !entry.job.canGoOn) return
    this.#queueAgain(entry, { error: undefined })
  }

  /** Lets one that is done do what it was refused, where it can; that is no failure until it is refused again. */
  retry(id: Job['id']): void {
    const entry = this.#entries.get(id)
    if (entry === undefined || !isRetryable(entry.job)) return
    const { done, failures } = entry.job
    this.#queueAgain(entry, { done: done - failures, failures: 0, problems: [] })
  }

  /** Adds the job that takes back what one did that is over. Throws as `add` does. */
  undo(id: Job['id']): void {
    const entry = this.#entries.get(id)
    const order = entry?.job.undo === 'possible' ? entry.order.undo?.() : undefined
    if (entry === undefined || typeof order !== 'object') return
    this.add(order)
    this.#update(entry, { undo: 'begun' })
  }

  /** Its file is on somebody's disk. */
  noteSaved(id: Job['id']): void {
    const entry = this.#entries.get(id)
    if (entry !== undefined) this.#update(entry, { isFileSaved: true })
  }

  /** Takes one off the list that is over, and its file with it. */
  dismiss(id: Job['id']): void {
    const entry = this.#entries.get(id)
    if (entry === undefined || isUnderWay(entry.job)) return
    this.#entries.delete(id)
    this.#tell()
  }

  /** Ends all of them and forgets them. */
  cancelAll(): void {
    const aborts = [...this.#entries.values()].map(({ abort }) => abort)
    this.#entries.clear()
    for (const abort of aborts) abort.abort()
    this.#tell()
  }

  #queueAgain(entry: Entry, change: Partial<Job>): void {
    entry.abort = new AbortController()
    this.#change(entry, { ...change, status: 'queued', endedAt: undefined })
    this.#proceed()
  }

  #proceed(): void {
    const all = [...this.#entries.values()]
    const running = all.filter(({ job }) => job.status === 'running').length
    const waiting = all.filter(({ job }) => job.status === 'queued')
    for (const entry of waiting.slice(0, Math.max(0, this.#options.runningMax - running))) void this.#run(entry)
    this.#tell()
  }

  async #run(entry: Entry): Promise<void> {
    this.#change(entry, { status: 'running', startedAt: this.#options.now() })
    const isRunning = () => entry.job.status === 'running'
    // A cancelled job still counts what was on its way to the server.
    const isHeard = () => isRunning() || entry.job.status === 'cancelled'
    const progress: JobProgress = {
      signal: entry.abort.signal,
      setTotal: (total) => {
        if (isRunning()) this.#update(entry, { total })
      },
      advance: (done, problems = [], kept = 0, inDoubt = 0) => {
        if (!isHeard()) return
        const { job } = entry
        this.#update(entry, {
          done: job.done + done,
          kept: job.kept + kept,
          inDoubt: job.inDoubt + inDoubt,
          failures: job.failures + problems.length,
          problems: [...job.problems, ...problems].slice(0, this.#options.problemsMax),
        })
      },
    }
    try {
      const file = await entry.order.run(progress)
      if (isRunning()) this.#end(entry, { status: 'done', file, isFileSaved: false, ...undoOf(entry) })
    } catch (error) {
      if (isRunning()) this.#end(entry, { status: 'failed', error, ...undoOf(entry) })
    }
    // What a cancelled one had on its way counts, too.
    if (entry.job.status === 'cancelled') this.#update(entry, undoOf(entry))
  }

  #end(entry: Entry, change: Partial<Job>): void {
    this.#change(entry, { ...change, endedAt: this.#options.now() })
    const isOver = entry.order.isHandedOver === true && entry.job.status === 'done'
    if (isOver) this.#entries.delete(entry.job.id)
    this.#proceed()
    if (this.#entries.has(entry.job.id)) this.#options.onEnd(entry.job)
  }

  #update(entry: Entry, change: Partial<Job>): void {
    this.#change(entry, change)
    this.#tell()
  }

  #change(entry: Entry, change: Partial<Job>): void {
    entry.job = { ...entry.job, ...change }
  }

  #tell(): void {
    this.#snapshot = [...this.#entries.values()].map(({ job }) => job).toReversed()
    for (const listener of this.#listeners) listener()
  }
}

function undoOf({ order }: Entry): Pick<Job, 'undo' | 'undoNeedsRecentSignIn'> {
  const undo = order.undo?.()
  if (typeof undo !== 'object') return { undo: undo ?? 'none', undoNeedsRecentSignIn: false }
  return { undo: 'possible', undoNeedsRecentSignIn: undo.needsRecentSignIn === true }
}
