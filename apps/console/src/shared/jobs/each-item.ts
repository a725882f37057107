import { messageOf, reactionTo } from '../../backend/errors/reaction.ts'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { afterInterruption } from '../../backend/live/after-interruption.ts'
import { jobTexts } from '../../texts/en/jobs.ts'
import type { JobProgress } from './job.ts'
import { isLongWait } from './with-retries.ts'

export interface Work<Item> {
  readonly project: ProjectSession
  readonly list: WorkList<Item>
  /** How many `act` gets at once. */
  readonly stepSize: number
  /** What people know those by that were refused, in their order. */
  readonly namesOf: (items: readonly Item[]) => Promise<readonly string[]>
  /** Does some, and says of each when it is through, why it couldn't be done, in words, and whether it was left as it is. */
  readonly act: (
    items: readonly Item[],
    settle: (item: Item, problem: string | undefined, isKept?: boolean) => void,
  ) => Promise<void>
}

/** Progress is told no more often than this; milliseconds. */
const tellMs = 250

/**
 * Does the same with many, some at a time, until all are through or the job is cancelled. What the server refuses is told of by name. Throws
 * what concerns them all, such as a role that is not enough.
 */
export async function eachItem<Item>(
  { project, list, stepSize, namesOf, act }: Work<Item>,
  { signal, setTotal, advance }: JobProgress,
): Promise<void> {
  setTotal(list.count)
  const items = list.begin()
  for (let at = 0; at < items.length; at += stepSize) {
    signal.throwIfAborted()
    project.noteUse()
    let done = 0
    let kept = 0
    let toldAt = performance.now()
    const tell = (refusals: readonly string[]): void => {
      advance(done + refusals.length, refusals, kept)
      done = 0
      kept = 0
      toldAt = performance.now()
    }
    const refused = new Map<Item, string>()
    try {
      await act(items.slice(at, at + stepSize), (item, problem, isKept = false) => {
        list.settle(item, problem !== undefined)
        if (problem !== undefined) refused.set(item, problem)
        else {
          done += 1
          if (isKept) kept += 1
          if (performance.now() - toldAt >= tellMs) tell([])
        }
      })
    } finally {
      const names = refused.size === 0 ? [] : await namesOf([...refused.keys()])
      tell([...refused.values()].map((why, index) => jobTexts.problemOf(names[index] ?? '', why)))
    }
  }
}

/**
 * Answers why something couldn't be done, in words. What gets no answer, or comes too often for the server, waits and is tried again; throws
 * what the person has to do something about, and what would have to wait for more than a minute.
 *
 * @param act does it. `isAgain`: it got no answer before, and may be done already
 */
export async function untilAnswered(
  signal: AbortSignal,
  act: (isAgain: boolean) => Promise<string | undefined>,
): Promise<string | undefined> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await act(failures > 0)
    } catch (thrown) {
      const reaction = reactionTo(thrown)
      if (reaction.kind === 'say') return messageOf(thrown)
      if (reaction.kind === 'unreachable') await untilAborted(afterInterruption(failures), signal)
      else if (reaction.kind === 'wait' && !isLongWait(reaction.seconds))
        await untilAborted(pause(reaction.seconds), signal)
      else throw thrown
      signal.throwIfAborted()
    }
  }
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000)
  })
}

/** Waits for something, at most until the signal is aborted. What was waited for goes on by itself then. */
async function untilAborted(wait: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const { promise: aborted, resolve } = Promise.withResolvers<void>()
  const end = (): void => resolve()
  signal.addEventListener('abort', end, { once: true })
  try {
    await Promise.race([wait, aborted])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** What a job goes through, over as many runs as it takes: what no run has come to, or, when there is none of it, what was refused. */
export class WorkList<Item> {
  readonly count: number
  #left: Set<Item>
  #refused = new Set<Item>()

  constructor(items: Iterable<Item>) {
    this.#left = new Set(items)
    this.count = this.#left.size
  }

  /** What the next run has to do. */
  begin(): readonly Item[] {
    if (this.#left.size === 0) {
      this.#left = this.#refused
      this.#refused = new Set()
    }
    return [...this.#left]
  }

  /** It is done, or refused. */
  settle(item: Item, isRefused: boolean): void {
    this.#left.delete(item)
    if (isRefused) this.#refused.add(item)
  }
}
