import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { type ReceivedBatch, unpackBatches } from './commit-message.ts'
import { openForWriting } from './connection.ts'
import { FaultSwitch } from './faults.ts'
import { type BatchResult, ProjectWriter } from './project-writer.ts'
import { migrate } from './schema.ts'
import type { WriterReply, WriterRequest, WriterSettings } from './writer-messages.ts'
import { writeError } from './written-error.ts'

/**
 * The writer thread: the only one that writes project files, all of them.
 *
 * It takes every message that waits, then gives each project with waiting batches one transaction (group commit),
 * answers, and looks for messages again. Checkpoints and collecting come after answers and between groups, in bounded
 * pieces, so no acknowledgement waits for house-keeping that could come later.
 */

/** One transaction takes at most this many batches, so that the first of them isn't kept waiting. */
const GROUP_BATCHES = 512
/** Pages in the write-ahead log that start a checkpoint: 64 MiB. Larger merges more changes of a page into one write. */
const CHECKPOINT_PAGES = 16_384
/** Changes forgotten in one transaction. */
const COLLECT_BATCH = 200

interface OpenStore {
  readonly writer: ProjectWriter
  readonly waiting: ReceivedBatch[]
  /** Up to here history may be forgotten; undefined when there is nothing to collect. */
  horizon: number | undefined
  broken: string | undefined
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
      for (const batch of unpackBatches(request)) store.waiting.push(batch)
      return
    case 'collect':
      store.horizon = request.horizon
      return
    case 'idle':
      guard(request.store, store, () => {
        store.writer.checkpoint()
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
      const writer = new ProjectWriter(database, faults)
      stores.set(store, {
        writer,
        waiting: [],
        horizon: undefined,
        broken: undefined,
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
  const group = store.waiting.splice(0, GROUP_BATCHES)
  const results: readonly BatchResult[] =
    store.broken === undefined ? store.writer.applyGroup(group) : group.map(() => brokenResult(store))
  const failures: [number, BatchResult][] = []
  for (const [i, result] of results.entries()) {
    if (result.kind !== 'applied') failures.push([i, result])
    if (result.kind === 'broken') markBroken(id, store, result.message)
  }
  reply({ kind: 'results', store: id, count: group.length, failures, version: store.writer.version })
}

function brokenResult(store: OpenStore): BatchResult {
  return { kind: 'broken', message: store.broken ?? '' }
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
    if (store.writer.walPages() < store.nextCheckpointPages) return
    store.writer.checkpoint()
    // A reader may hold the log: then the next try waits for as much again, not for the next commit.
    const left = store.writer.walPages()
    store.nextCheckpointPages = left < CHECKPOINT_PAGES ? CHECKPOINT_PAGES : left + CHECKPOINT_PAGES
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
