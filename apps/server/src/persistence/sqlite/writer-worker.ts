import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { Version } from '@hearth/model'
import { BatchOrigin } from './batch-origin.ts'
import { type ReceivedBatch, unpackBatches } from './commit-message.ts'
import { openForWriting } from './connection.ts'
import { FaultSwitch } from './faults.ts'
import { type BatchResult, type FailedBatch, ProjectWriter } from './project-writer.ts'
import { migrate } from './schema.ts'
import type { WriterReply, WriterRequest, WriterSettings } from './writer-messages.ts'
import { writeError } from './written-error.ts'

/**
 * The writer thread: the only one that writes project files, all of them.
 *
 * It takes every message that waits, then gives each project with waiting batches one transaction (group commit),
 * answers, and looks for messages again. Checkpoints and collecting come after answers and between groups, in bounded
 * pieces, so no acknowledgement waits for housekeeping that could come later.
 */

/** One transaction takes at most this many batches, so that the first of them isn't kept waiting. */
const GROUP_BATCHES = 512
/** And it changes about this many pages at most, 12 MiB of log, unless one batch alone changes more. */
const GROUP_PAGES = 3072
/** Of what is written, so much fills a page: those that are split are half empty. */
const PAGE_FILL_BYTES = 2800
/** Pages in the write-ahead log that start a checkpoint: 48 MiB. Larger merges more changes of a page into one write. */
const CHECKPOINT_PAGES = 12_288
/** Where readers hold the log, it is tried again after so many more: 4 MiB. */
const RETRY_PAGES = 1024
/** Reads of one turn of the event loop are over by then. */
const TURN_WAIT_MS = 25
/** From here on, 52 MiB, writes wait for those who hold the log, a millisecond for each page: it grows by 4 MiB a second at most. */
const HELD_BACK_PAGES = 13_312
const HELD_BACK_MS_MAX = 1_000
/** Changes forgotten in one transaction. */
const COLLECT_BATCH = 200

interface OpenStore {
  readonly origin: BatchOrigin
  readonly writer: ProjectWriter
  readonly waiting: ReceivedBatch[]
  /** Up to here history may be forgotten; undefined when there is nothing to collect. */
  horizon: number | undefined
  broken: string | undefined
  logPages: number
  nextCheckpointPages: number
}

const port = parentPort
if (port === null) throw new Error('writer-worker.ts runs as a worker thread only.')
const settings = workerData as WriterSettings
const faults = settings.faults === undefined ? undefined : new FaultSwitch(settings.faults)
const stores = new Map<number, OpenStore>()
let isEnding = false

port.on('message', (first: WriterRequest) => {
  accept(first)
  work()
})

function work(): void {
  do takeWaiting()
  while (writeGroups())
  // The port is never looked at again after it was closed.
  if (isEnding) port?.close()
  else if (collectSome()) setImmediate(work)
}

function reply(message: WriterReply): void {
  port?.postMessage(message)
}

function takeWaiting(): void {
  while (!isEnding) {
    const next = port === null ? undefined : receiveMessageOnPort(port)
    if (next === undefined) return
    accept(next.message as WriterRequest)
  }
}

function accept(request: WriterRequest): void {
  if (request.kind === 'open') {
    open(request)
    return
  }
  if (request.kind === 'end') {
    isEnding = true
    return
  }
  const store = stores.get(request.store)
  if (store === undefined) return
  switch (request.kind) {
    case 'commit':
      // One by one: spreading a long list into `push` could overflow the stack.
      for (const batch of unpackBatches(request, store.origin)) store.waiting.push(batch)
      return
    case 'collect':
      store.horizon = request.horizon
      return
    case 'idle':
      guard(request.store, store, () => {
        store.writer.emptyLog()
        store.writer.shrink()
      })
      return
    case 'close':
      while (store.waiting.length > 0) writeGroup(request.store, store)
      stores.delete(request.store)
      guard(request.store, store, () => store.writer.close())
      reply({ kind: 'closed', store: request.store })
  }
}

function open(request: WriterRequest & { kind: 'open' }): void {
  const { store, file } = request
  try {
    const database = openForWriting(file, request.cacheKib)
    try {
      migrate(database, file)
      const writer = new ProjectWriter(database, request, faults)
      stores.set(store, {
        origin: new BatchOrigin(),
        writer,
        waiting: [],
        horizon: undefined,
        broken: undefined,
        logPages: writer.logPages(),
        nextCheckpointPages: CHECKPOINT_PAGES,
      })
      reply({ kind: 'opened', store, version: writer.version })
    } catch (error) {
      database.close()
      throw error
    }
  } catch (error) {
    reply({ kind: 'open-failed', store, error: writeError(error, file) })
  }
}

/** One group per store. Returns whether there was any: then more may have gathered while the disk worked. */
function writeGroups(): boolean {
  let wrote = false
  for (const [id, store] of stores) {
    if (store.waiting.length === 0) continue
    writeGroup(id, store)
    checkpointWhenLarge(id, store)
    wrote = true
  }
  return wrote
}

function writeGroup(id: number, store: OpenStore): void {
  const group = store.waiting.splice(0, groupLength(store.waiting, store.writer.filePages()))
  const previous = store.writer.fed
  const results: readonly BatchResult[] =
    store.broken === undefined ? store.writer.applyGroup(group) : group.map(() => brokenResult(store))
  const failures: [number, FailedBatch][] = []
  const versions: Version[] = []
  const raised: [number, number][] = []
  for (const [i, result] of results.entries()) {
    if (result.kind === 'applied' && result.catalogue !== undefined) raised.push([i, result.catalogue])
    versions.push(result.kind === 'applied' ? result.version : 0)
    if (result.kind !== 'applied') failures.push([i, result])
  }
  const { version, floor } = store.writer
  reply({ kind: 'results', store: id, count: group.length, failures, versions, raised, previous, version, floor })
  const broken = failures.find(([, { kind }]) => kind === 'broken')?.[1]
  if (broken?.kind === 'broken') markBroken(id, store, broken.message)
}

/** How many of those that wait make one transaction in a file of so many pages; at least one. */
function groupLength(waiting: readonly ReceivedBatch[], filePages: number): number {
  const writesMax = writesThatChange(GROUP_PAGES, filePages)
  let writes = 0
  let bytes = 0
  for (const [length, batch] of waiting.entries()) {
    const size = sizeOf(batch)
    writes += size.writes
    bytes += size.bytes
    const isLarge = writes > writesMax || bytes > GROUP_PAGES * PAGE_FILL_BYTES
    if (length === GROUP_BATCHES || (length > 0 && isLarge)) return length
  }
  return waiting.length
}

/** How many writes to random pages of a file change so many of them: some meet a page that another has changed. */
function writesThatChange(pages: number, filePages: number): number {
  return filePages <= pages ? Infinity : -filePages * Math.log(1 - pages / filePages)
}

function sizeOf({ documents, records, entries, removedKeys }: ReceivedBatch): { writes: number; bytes: number } {
  let writes = removedKeys.length
  let bytes = 0
  const addKeys = (keys: readonly Uint8Array[]): void => {
    writes += keys.length
    for (const { length } of keys) bytes += length
  }
  for (const { json, addedEntries, removedEntries } of documents) {
    writes += 2 + removedEntries.length
    bytes += json?.length ?? 0
    addKeys(addedEntries)
  }
  for (const { value } of records) {
    writes += 1
    bytes += value?.length ?? 0
  }
  for (const { addedEntries } of entries) addKeys(addedEntries)
  return { writes, bytes }
}

function brokenResult(store: OpenStore): FailedBatch {
  return { kind: 'latched', message: store.broken ?? '' }
}

function markBroken(id: number, store: OpenStore, message: string): void {
  if (store.broken !== undefined) return
  store.broken = message
  reply({ kind: 'broken', store: id, message })
}

function guard(id: number, store: OpenStore, work: () => void): void {
  if (store.broken !== undefined) return
  try {
    work()
  } catch (error) {
    markBroken(id, store, error instanceof Error ? error.message : String(error))
  }
}

function checkpointWhenLarge(id: number, store: OpenStore): void {
  guard(id, store, () => {
    const pages = store.writer.logPages()
    const written = pages - store.logPages
    store.logPages = pages
    if (pages < store.nextCheckpointPages) return
    const isHeldBack = pages >= HELD_BACK_PAGES
    if (isHeldBack) reply({ kind: 'log-held', store: id })
    const waitMs = isHeldBack ? Math.max(TURN_WAIT_MS, Math.min(written, HELD_BACK_MS_MAX)) : TURN_WAIT_MS
    if (store.writer.restartLog(waitMs)) {
      store.nextCheckpointPages = CHECKPOINT_PAGES
      return
    }
    if (!isHeldBack) reply({ kind: 'log-held', store: id })
    store.nextCheckpointPages = isHeldBack ? 0 : pages + RETRY_PAGES
  })
}

/** One bounded piece of collecting. Returns whether there is more to do. */
function collectSome(): boolean {
  for (const [id, store] of stores) {
    const { horizon } = store
    if (horizon === undefined || store.broken !== undefined) continue
    let more = false
    guard(id, store, () => {
      more = store.writer.collect(horizon, COLLECT_BATCH)
    })
    if (more) return true
    store.horizon = undefined
    reply({ kind: 'collected', store: id })
  }
  return false
}
