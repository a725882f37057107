import { parentPort, workerData } from 'node:worker_threads'
import type { StoreCopy } from '../store-copy.ts'
import type { CopyReply, CopyTask } from './copy-messages.ts'
import { copyStore, countStore, verifyCopy } from './copy-store.ts'
import { dropSpace, openAlone, prepareReplacement, removeFormatCopies } from './prepare-replacement.ts'
import { migrate, NEW_INCARNATION } from './schema.ts'
import { writeError } from './written-error.ts'

/** A thread for one task that takes as long as a file is large: neither the main thread nor the writer waits for it. */
const port = parentPort
if (port === null) throw new Error('copy-worker.ts runs as a worker thread only.')
const task = workerData as CopyTask

function run(): StoreCopy {
  switch (task.kind) {
    case 'copy':
      return copyStore(task.from, task.to)
    case 'verify':
      return verifyCopy(task.file)
    case 'begin-anew':
      return beginAnew(task.file, task.version, task.droppedSpaces)
    case 'prepare':
      return prepareReplacement(task)
  }
}

function reply(message: CopyReply): void {
  port?.postMessage(message)
}

try {
  reply({ kind: 'done', copy: run() })
} catch (error) {
  reply({ kind: 'failed', error: writeError(error, task.kind === 'copy' ? task.from : task.file) })
}

/**
 * Lets a copy of a store go on as the store itself at a later time: its next version is above `version`, and reads of the past end there, since
 * between the copy and now others may have seen another past. Durable. Returns what it holds, without a digest.
 */
function beginAnew(file: string, version: number, droppedSpaces: readonly string[]): StoreCopy {
  const database = openAlone(file)
  try {
    migrate(database, file)
    database.exec('BEGIN IMMEDIATE')
    for (const space of droppedSpaces) dropSpace(database, space)
    database
      .prepare(`UPDATE meta SET version = ?1, changed = ?1, collected = ?1, incarnation = ${NEW_INCARNATION}`)
      .run(version)
    database.exec('COMMIT')
    return { ...countStore(database), sizeBytes: 0, sha256: '' }
  } finally {
    database.close()
    removeFormatCopies(file)
  }
}
