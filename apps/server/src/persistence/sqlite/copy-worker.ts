import { parentPort, workerData } from 'node:worker_threads'
import { StatusError } from '@hearth/model'
import type { StoreCopy } from '../store-copy.ts'
import type { CopyErrorCode, CopyReply, CopyTask } from './copy-messages.ts'
import { beginAnew } from './begin-anew.ts'
import { copyStore, verifyCopy } from './copy-store.ts'
import { prepareReplacement } from './prepare-replacement.ts'
import { asStatusError } from './sqlite-errors.ts'

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

const knownCodes: readonly string[] = ['data-loss', 'failed-precondition', 'resource-exhausted']

try {
  reply({ kind: 'done', copy: run() })
} catch (error) {
  const file = task.kind === 'copy' ? task.from : task.file
  const { code, reason, message, details } = error instanceof StatusError ? error : asStatusError(error, file)
  const told = (knownCodes.includes(code) ? code : 'unavailable') as CopyErrorCode
  reply({ kind: 'failed', error: { code: told, reason, message, ...(details === undefined ? {} : { details }) } })
}
