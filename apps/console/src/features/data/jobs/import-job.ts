import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectDatabase } from '../../../documents/project-database.ts'
import type { JobOrder } from '../../../shared/jobs/job.ts'
import {
  beginServerJob,
  deleteServerJob,
  importTarget,
  startServerJob,
  targetIn,
} from '../../../shared/jobs/server-jobs.ts'
import { withRetries } from '../../../shared/jobs/with-retries.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import { type BadLine, type FileDocument, type FileFormat, readDocuments } from './read-documents.ts'
import { isElsewhere } from './survey-file.ts'

/** What becomes of documents that are there already. */
export type Clash = 'overwrite' | 'keep'

export interface ImportOptions {
  readonly database: ProjectDatabase
  /** Where documents go whose line names no path. */
  readonly collection: string
  readonly file: File
  readonly format: FileFormat
  readonly clash: Clash
  /** See `Target`. */
  readonly idField: string | undefined
  /** Whether documents go to collections beside and above this one, too, where their lines name such a path. */
  readonly mayLeave: boolean
}

const partLines = 500
const partCharacters = 2 * 1024 * 1024

/**
 * Sends the documents of a file to a job of the server, which imports them when all are there. This tab reads the file, as for its preview; a
 * document without an id gets one here, so that what is sent twice is the same document. What can't be read of a file ends what is sent: what
 * came before is imported. When the sending has failed, it goes on behind what the server has.
 */
export function importJob(options: ImportOptions): JobOrder {
  const { database, collection, file, format, clash, idField } = options
  const { project, root } = database
  let job: string | undefined
  /** How many lines the server has. */
  let sent = 0
  /** Of the file: the number of the last line that was read. */
  let read = 0
  let isRead = false
  let part: api.UploadedLine[] = []
  let characters = 0
  return {
    project: project.id,
    kind: 'import',
    target: targetIn(database.id, importTarget(file.name, collection)),
    canGoOn: true,
    isHandedOver: true,
    async run({ signal, advance }) {
      const send = async (id: string): Promise<void> => {
        if (part.length === 0) return
        project.noteUse()
        const body = { from: sent, lines: part }
        await withRetries(() => callApi(api.sendJobLines, { project: project.id, job: id, body }, project), signal)
        advance(part.length)
        sent += part.length
        part = []
        characters = 0
      }
      const readAll = async (id: string): Promise<void> => {
        for await (const line of readDocuments(format, file, { root, collection, idField })) {
          signal.throwIfAborted()
          if (line.number <= read) continue
          read = line.number
          part.push(uploadedLine(line, options))
          characters += 'characters' in line ? line.characters : 0
          if (part.length >= partLines || characters >= partCharacters) await send(id)
        }
      }
      try {
        job ??= (
          await startServerJob(project, { kind: 'import', database: database.id, collection, file: file.name, clash })
        ).id
        await send(job)
        if (!isRead) {
          await readAll(job).catch((thrown: unknown) => {
            // Of a file that can't be read from its beginning nothing is imported.
            if (!(thrown instanceof RangeError) || read === 0) throw thrown
            part.push(problemOf(read + 1, thrown.message))
          })
        }
        isRead = true
        await send(job)
        signal.throwIfAborted()
        await beginServerJob(project, job)
      } catch (thrown) {
        if (job !== undefined && (signal.aborted || thrown instanceof RangeError)) deleteServerJob(project, { id: job })
        throw thrown
      }
      return undefined
    },
  }
}

function uploadedLine(line: FileDocument | BadLine, { collection, mayLeave }: ImportOptions): api.UploadedLine {
  const { number } = line
  if ('problem' in line) return problemOf(number, line.problem)
  const { path, fields, isNew } = line
  if (!mayLeave && isElsewhere(path, collection)) {
    return problemOf(number, exchangeTexts.elsewhere(path, collection))
  }
  return { line: number, path, fields: { ...fields }, ...(isNew && { isNew }) }
}

/** The server takes no longer sentence. */
const problemLength = 1_000

function problemOf(line: number, problem: string): api.UploadedLine {
  return { line, problem: problem.slice(0, problemLength) }
}
