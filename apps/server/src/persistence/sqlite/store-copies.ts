import { stat } from 'node:fs/promises'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { StoredRecord } from '../stored-record.ts'
import type { CopyProgress, OpenCopy, StoreCopy } from '../store-copy.ts'
import type { CopyReply, CopyTask } from './copy-messages.ts'
import { openCopyFile } from './copy-store.ts'
import { asStatusError } from './sqlite-errors.ts'
import { compileNoWasmWrappers } from './wasm-wrappers.ts'
import { readError } from './written-error.ts'

const PROGRESS_MS = 250

/**
 * Does one task in a thread of its own, as long as that takes. It can't be broken off: cutting a thread off inside the engine can take the
 * process with it.
 */
export async function runCopyTask(task: CopyTask): Promise<StoreCopy> {
  compileNoWasmWrappers()
  const worker = new Worker(new URL('./start-copy-worker.mjs', import.meta.url), {
    name: 'hearth-copy',
    workerData: task,
    execArgv: [],
  })
  const { promise, resolve, reject } = Promise.withResolvers<CopyReply>()
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('The thread for copies has ended without an answer.')))
  const reply = await promise
  if (reply.kind === 'done') return reply.copy
  throw readError(reply.error)
}

/** Tells how far a file has grown until `work` is over. */
export async function watchGrowth<T>(
  file: string,
  totalBytes: number,
  onProgress: (progress: CopyProgress) => void,
  work: Promise<T>,
): Promise<T> {
  const timer = setInterval(() => {
    stat(file).then(
      ({ size }) => onProgress({ doneBytes: Math.min(size, totalBytes), totalBytes }),
      // Not there yet, or not any more.
      () => undefined,
    )
  }, PROGRESS_MS)
  try {
    return await work
  } finally {
    clearInterval(timer)
  }
}

/** A copy of any format that is read record by record. Throws `data-loss`/`DATA_DAMAGED`. */
export class SqliteCopy implements OpenCopy {
  readonly #file: string
  readonly #database: DatabaseSync
  readonly #records: StatementSync

  constructor(file: string) {
    this.#file = file
    try {
      this.#database = openCopyFile(file)
      this.#records = this.#database.prepare(
        'SELECT key, value, revision FROM records WHERE space = ? AND key >= ? ORDER BY key LIMIT +?',
      )
    } catch (error) {
      throw asStatusError(error, file)
    }
  }

  listRecords(space: string, start: string, limit: number): StoredRecord[] {
    try {
      return this.#records.all(space, start, limit) as unknown as StoredRecord[]
    } catch (error) {
      throw asStatusError(error, this.#file)
    }
  }

  close(): void {
    this.#database.close()
  }
}
