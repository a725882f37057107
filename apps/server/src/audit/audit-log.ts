import { StatusError } from '@hearth/model'
import type { Clock, Log } from '../lib/ambient.ts'
import type { ProjectStore, ReadSnapshot, RecordChange } from '../persistence/persistence.ts'
import { type AuditedAct, type AuditEntry, type ChainLink, chainStart, hashOfEntry } from './audit-entry.ts'

/** Entries by number; and of the chain `head`, the newest entry, and `anchor`, the last one that is no longer kept. */
const SPACE = 'audit'
const CHAIN_SPACE = 'audit-chain'
const KEPT_MS = 90 * 24 * 60 * 60 * 1000
const ENTRIES_MAX = 500_000
const ENTRIES_PER_COMMIT = 100
const WAITING_MAX = 10_000
/** Each further one follows an entry of another node. */
const ATTEMPTS_MAX = 8
const TEXT_LENGTH_MAX = 1_500
const ENTRIES_PER_READ = 500
/** That one page of a filtered list looks through. */
const ENTRIES_READ_MAX = 5_000
/** Entries are in the order in which they were written, and their times are of the clocks of several nodes. */
const CLOCKS_APART_MS = 60_000

export interface AuditLogOptions {
  readonly storeOf: (project: string) => Promise<ProjectStore>
  readonly clock: Clock
  readonly log: Log
  /** Whether the clock is believed, so that entries may go because of their age. */
  readonly sweepsMayRun: () => boolean
}

export interface AuditPage {
  /** The newest first. */
  readonly entries: readonly AuditEntry[]
  readonly nextPageToken: string | undefined
  readonly head: ChainLink
  readonly anchor: ChainLink
}

/** What a page has of the log. */
export interface AuditQuery {
  readonly pageSize: number
  readonly pageToken: string | undefined
  readonly filter?: AuditFilter | undefined
  /** Milliseconds since the epoch: entries of this time and later. */
  readonly since?: number | undefined
  /** Entries before this time. */
  readonly until?: number | undefined
}

/** Whether an entry is wanted. */
export type AuditFilter = (entry: AuditEntry) => Promise<boolean>

interface Waiting {
  readonly act: AuditedAct
  readonly at: number
  readonly done: PromiseWithResolvers<void>
}

interface Line {
  waiting: Waiting[]
  writing: Promise<void> | undefined
}

/**
 * What those who run a project did, in the order they did it: an append-only list in the project's store, each entry with the hash of the
 * one before (`hashOfEntry`). Entries are kept for 90 days, at most 500,000 of a project; what is removed leaves the anchor.
 */
export class AuditLog {
  readonly #options: AuditLogOptions
  readonly #lines = new Map<string, Line>()

  constructor(options: AuditLogOptions) {
    this.#options = options
  }

  /**
   * Resolves when the act is durable: what is answered has been written down. Throws `resource-exhausted`/`AUDIT_LOG_BUSY` when 10,000
   * are waiting, and what the store throws.
   */
  readonly record = async (act: AuditedAct): Promise<void> => {
    let line = this.#lines.get(act.project)
    if (line === undefined) {
      line = { waiting: [], writing: undefined }
      this.#lines.set(act.project, line)
    }
    if (line.waiting.length >= WAITING_MAX) {
      throw new StatusError('resource-exhausted', 'AUDIT_LOG_BUSY', 'Too many acts wait to be written down. Try again.')
    }
    const waiting = { act, at: this.#options.clock.nowMs(), done: Promise.withResolvers<void>() }
    line.waiting.push(waiting)
    line.writing ??= this.#writeAll(act.project, line)
    await waiting.done.promise
  }

  /** As `record`, for what nobody waits for; a failure is in the server's log. */
  readonly note = (act: AuditedAct): void => {
    this.record(act).catch((err: unknown) => {
      this.#options.log.error({ err, project: act.project, action: act.action }, 'an act could not be written down')
    })
  }

  /** Resolves when everything so far is written, or could not be. */
  async settled(): Promise<void> {
    for (const { writing } of this.#lines.values()) await writing
  }

  /**
   * The newest first. A filtered page looks through 5,000 entries at most, so that it may have fewer than asked for, or none, before the
   * last. Throws `invalid-argument`/`INVALID_PAGE_TOKEN`.
   */
  async list(
    project: string,
    { pageToken, pageSize, filter, since = -Infinity, until = Infinity }: AuditQuery,
  ): Promise<AuditPage> {
    if (pageToken !== undefined && !/^\d{1,15}$/.test(pageToken)) {
      throw new StatusError('invalid-argument', 'INVALID_PAGE_TOKEN', 'The page token is not one of this list.')
    }
    const store = await this.#options.storeOf(project)
    return await store.read(async (snapshot) => {
      const [head, anchor] = [
        linkIn(await snapshot.getRecord(CHAIN_SPACE, 'head')),
        linkIn(await snapshot.getRecord(CHAIN_SPACE, 'anchor')),
      ]
      const limit = filter === undefined && since === -Infinity ? pageSize : ENTRIES_PER_READ
      const entries: AuditEntry[] = []
      let next = pageToken ?? (until === Infinity ? undefined : await firstFrom(snapshot, until, anchor, head))
      let isEnd = false
      for (let read = 0; read < ENTRIES_READ_MAX && entries.length < pageSize && !isEnd; read += limit) {
        const range = next === undefined ? {} : { end: keyOf(Number(next)) }
        const records = await snapshot.listRecords(SPACE, range, { limit, reverse: true })
        for (const { value } of records) {
          const entry = JSON.parse(value) as AuditEntry
          isEnd = entry.at < since - CLOCKS_APART_MS
          if (isEnd) break
          next = String(entry.number)
          const isWithin = entry.at >= since && entry.at < until
          if (isWithin && (filter === undefined || (await filter(entry)))) entries.push(entry)
          if (entries.length === pageSize) break
        }
        isEnd ||= records.length < limit && entries.length < pageSize
      }
      return { entries, nextPageToken: isEnd ? undefined : next, head, anchor }
    })
  }

  async #writeAll(project: string, line: Line): Promise<void> {
    while (line.waiting.length > 0) {
      const batch = line.waiting.splice(0, ENTRIES_PER_COMMIT)
      try {
        await this.#append(await this.#options.storeOf(project), batch)
        for (const { done } of batch) done.resolve()
      } catch (error) {
        for (const { done } of batch) done.reject(error)
      }
    }
    this.#lines.delete(project)
  }

  async #append(store: ProjectStore, batch: readonly Waiting[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const head = await store.getRecord(CHAIN_SPACE, 'head')
      const records: RecordChange[] = []
      let last = linkIn(head)
      for (const { act, at } of batch) {
        const entry = entryAfter(last, act, at)
        records.push({ space: SPACE, key: keyOf(entry.number), value: JSON.stringify(entry) })
        last = { number: entry.number, hash: entry.hash }
      }
      records.push({ space: CHAIN_SPACE, key: 'head', value: JSON.stringify(last) })
      records.push(...(await this.#outdated(store, last.number, 2 * batch.length)))
      try {
        await store.commit({
          expect: [{ kind: 'record', space: CHAIN_SPACE, key: 'head', revision: head?.revision ?? 0 }],
          records,
        })
        return
      } catch (error) {
        const isOvertaken = error instanceof StatusError && error.reason === 'CONFLICT'
        if (!isOvertaken || attempt === ATTEMPTS_MAX) throw error
      }
    }
  }

  /** The oldest entries, where they are no longer kept, and the anchor that stands for them. */
  async #outdated(store: ProjectStore, newest: number, limit: number): Promise<RecordChange[]> {
    const oldest = await store.read((snapshot) => snapshot.listRecords(SPACE, {}, { limit, reverse: false }))
    const keptSince = this.#options.sweepsMayRun() ? this.#options.clock.nowMs() - KEPT_MS : -Infinity
    const outdated: AuditEntry[] = []
    for (const { value } of oldest) {
      const entry = JSON.parse(value) as AuditEntry
      if (entry.at >= keptSince && entry.number > newest - ENTRIES_MAX) break
      outdated.push(entry)
    }
    const last = outdated.at(-1)
    if (last === undefined) return []
    const anchor: ChainLink = { number: last.number, hash: last.hash }
    return [
      ...outdated.map(({ number }) => ({ space: SPACE, key: keyOf(number), value: undefined })),
      { space: CHAIN_SPACE, key: 'anchor', value: JSON.stringify(anchor) },
    ]
  }
}

/** The number of the first entry from which on all are of this time or later, whatever the clocks: half of what is left is looked at each time. */
async function firstFrom(snapshot: ReadSnapshot, time: number, anchor: ChainLink, head: ChainLink): Promise<string> {
  let [low, high] = [anchor.number + 1, head.number + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const [record] = await snapshot.listRecords(SPACE, { start: keyOf(middle) }, { limit: 1, reverse: false })
    if (record === undefined || (JSON.parse(record.value) as AuditEntry).at >= time + CLOCKS_APART_MS) high = middle
    else low = middle + 1
  }
  return String(low)
}

function entryAfter(last: ChainLink, act: AuditedAct, at: number): AuditEntry {
  const { actor, action, target, detail = {}, address = '', requestId = '' } = act
  const details = Object.entries(detail).map(([name, value]) => [name, cut(value)])
  const entry = {
    number: last.number + 1,
    at,
    actor,
    action,
    target: cut(target),
    detail: Object.fromEntries(details) as Record<string, string>,
    address,
    requestId,
    previous: last.hash,
  }
  return { ...entry, hash: hashOfEntry(entry) }
}

function linkIn(record: { readonly value: string } | undefined): ChainLink {
  return record === undefined ? chainStart : (JSON.parse(record.value) as ChainLink)
}

function keyOf(number: number): string {
  return String(number).padStart(16, '0')
}

function cut(text: string): string {
  return text.length <= TEXT_LENGTH_MAX ? text : `${text.slice(0, TEXT_LENGTH_MAX)}…`
}
