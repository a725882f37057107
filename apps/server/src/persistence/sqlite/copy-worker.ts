import { parentPort, workerData } from 'node:worker_threads'
import type { StoreCopy } from '../store-copy.ts'
import type { CopyReply, CopyTask } from './copy-messages.ts'
import { beginAnew } from './begin-anew.ts'
import { copyStore, verifyCopy } from './copy-store.ts'
import { prepareReplacement } from './prepare-replacement.ts'
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
