import { describe, expect, it, vi } from 'vitest'
import {
  achievedBy,
  holdsFile,
  type Job,
  type JobFile,
  type JobKind,
  type JobOrder,
  type JobProgress,
  outcomeOf,
} from './job.ts'
import { JobList } from './job-list.ts'

class Work {
  readonly progress: JobProgress[] = []
  readonly ended: Job[] = []
  readonly #ends: PromiseWithResolvers<JobFile | undefined>[] = []
  readonly list = new JobList({
    runningMax: 2,
    keptMax: 3,
    problemsMax: 2,
    now: () => 7,
    onEnd: (job) => this.ended.push(job),
  })

  readonly #options: Pick<JobOrder, 'canRetry'>

  constructor(options: Pick<JobOrder, 'canRetry'> = {}) {
    this.#options = options
  }

  add(kind: JobKind = 'export'): number {
    return this.list.add({
      project: 'p',
      kind,
      target: 'orders',
      ...this.#options,
      run: (progress) => {
        const end = Promise.withResolvers<JobFile | undefined>()
        this.progress.push(progress)
        this.#ends.push(end)
        return end.promise
      },
    })
  }

  async end(at: number, error?: Error): Promise<void> {
    if (error === undefined) this.#ends[at]?.resolve(undefined)
    else this.#ends[at]?.reject(error)
    await this.#ends[at]?.promise.catch(() => undefined)
    await Promise.resolve()
  }

  get states(): readonly string[] {
    return this.list.getSnapshot().map(({ status }) => status)
  }
}

describe('the list of jobs', () => {
  it('runs two at a time and begins the next when one is over', async () => {
    const work = new Work()
    for (let n = 0; n < 3; n++) work.add()
    expect(work.states).toEqual(['queued', 'running', 'running'])
    await work.end(0)
    expect(work.states).toEqual(['running', 'running', 'done'])
    expect(work.ended.map(({ id }) => id)).toEqual([1])
  })

  it('holds the file of a job that is done until somebody has downloaded it', async () => {
    const { list } = new Work()
    const file = { name: 'orders.jsonl', content: new Blob(['{}']) }
    const id = list.add({ project: 'p', kind: 'export', target: 'orders', run: async () => file })
    await vi.waitFor(() => expect(list.getSnapshot()).toMatchObject([{ status: 'done', file }]))
    expect(list.getSnapshot().map(holdsFile)).toEqual([true])
    list.noteSaved(id)
    expect(list.getSnapshot().map(holdsFile)).toEqual([false])
    expect(list.getSnapshot()).toMatchObject([{ file }])
  })

  it('counts what is through and what failed, and keeps the first problems in words', () => {
    const work = new Work()
    work.add()
    work.progress[0]?.setTotal(10)
    work.progress[0]?.advance(3, ['a', 'b'])
    work.progress[0]?.advance(1, ['c'])
    expect(work.list.getSnapshot()[0]).toMatchObject({ done: 4, total: 10, failures: 3, problems: ['a', 'b'] })
  })

  it('tells apart what it did, what it left as it was and what failed', async () => {
    const work = new Work()
    for (const [kept, failed] of [
      [0, 0],
      [1, 1],
      [2, 0],
      [0, 2],
      [1, 0],
    ] as const) {
      const at = work.progress.length
      work.add('import')
      work.progress[at]?.advance(
        2,
        Array.from({ length: failed }, () => 'no'),
        kept,
      )
      await work.end(at)
    }
    const jobs = work.ended
    expect(jobs.map(achievedBy)).toEqual([2, 0, 0, 0, 1])
    expect(jobs.map(outcomeOf)).toEqual(['all', 'nothing', 'nothing-new', 'nothing', 'all'])
  })

  it('counts what a cancelled job had on its way, and hears nothing else of it', async () => {
    const work = new Work()
    const id = work.add()
    work.list.cancel(id)
    expect(work.progress[0]?.signal.aborted).toBe(true)
    work.progress[0]?.setTotal(9)
    work.progress[0]?.advance(5, ['a'], 1)
    await work.end(0, new Error('aborted'))
    expect(work.list.getSnapshot()[0]).toMatchObject({
      status: 'cancelled',
      done: 5,
      kept: 1,
      failures: 1,
      total: undefined,
      endedAt: 7,
      error: undefined,
    })
    expect(work.ended).toEqual([])
  })

  it('says why one failed', async () => {
    const work = new Work()
    work.add()
    const error = new Error('no way')
    await work.end(0, error)
    expect(work.list.getSnapshot()[0]).toMatchObject({ status: 'failed', error })
  })

  it('does again what was refused, and counts that as not done until then', async () => {
    const work = new Work({ canRetry: true })
    const id = work.add('delete-users')
    work.progress[0]?.setTotal(3)
    work.progress[0]?.advance(3, ['a', 'b'])
    work.list.retry(id)
    expect(work.progress).toHaveLength(1)
    await work.end(0)
    work.list.retry(id)
    expect(work.list.getSnapshot()[0]).toMatchObject({
      status: 'running',
      done: 1,
      failures: 0,
      problems: [],
      total: 3,
    })
    work.progress[1]?.advance(2)
    await work.end(1)
    expect(work.list.getSnapshot()[0]).toMatchObject({ status: 'done', done: 3, failures: 0 })
    work.list.retry(id)
    expect(work.progress).toHaveLength(2)
  })

  it('offers the way back from what a job did once it is over, once', async () => {
    const list = new JobList({ runningMax: 2, keptMax: 3, problemsMax: 2, now: () => 7, onEnd: () => undefined })
    const back: JobOrder = { project: 'p', kind: 'take-back', target: 'orders', run: async () => undefined }
    const end = Promise.withResolvers<undefined>()
    let isDone = false
    const id = list.add({
      ...back,
      kind: 'set-field',
      run: () => end.promise,
      undo: () => (isDone ? back : undefined),
    })
    const undoOfFirst = () => list.getSnapshot().find((job) => job.id === id)?.undo
    list.undo(id)
    list.cancel(id)
    expect(undoOfFirst()).toBe('none')
    isDone = true
    end.resolve(undefined)
    await vi.waitFor(() => expect(undoOfFirst()).toBe('possible'))
    list.undo(id)
    list.undo(id)
    expect(undoOfFirst()).toBe('begun')
    expect(list.getSnapshot().map(({ kind }) => kind)).toEqual(['take-back', 'set-field'])
    const large = list.add({ ...back, undo: () => 'too-much' })
    await vi.waitFor(() => expect(list.getSnapshot().find((job) => job.id === large)?.undo).toBe('too-much'))
  })

  it('forgets the oldest that is over for a new one, and refuses one more than it can keep', async () => {
    const work = new Work()
    for (let n = 0; n < 3; n++) work.add()
    expect(() => work.add()).toThrow(RangeError)
    await work.end(0)
    const id = work.add()
    expect(work.list.getSnapshot().map((job) => job.id)).toEqual([id, 3, 2])
  })
})
