import type { ProjectDatabase } from '../../../documents/project-database.ts'
import type { JobOrder } from '../../../shared/jobs/job.ts'
import { notedJob } from '../../../shared/jobs/noted-job.ts'
import { mayBeDone, withRetries } from '../../../shared/jobs/with-retries.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import { alreadyExists, batchSize, batchWrite, type WriteOutcome } from '../queries/batch-write.ts'
import type { Write } from '../../../documents/commit.ts'
import { refusalOf } from '../queries/refusal.ts'
import { jobTarget } from './many-documents.ts'
import { type FileDocument, type FileFormat, readDocuments } from './read-documents.ts'
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

const batchCharacters = 2 * 1024 * 1024

/**
 * Writes the documents of a file. A line that is none, and a document that is refused, is told of and stops no other. Of an answer that is lost
 * the same documents are sent again, under the ids that they have; one that goes on after it has failed begins with those.
 */
export function importJob(options: ImportOptions): JobOrder {
  const { database, collection, file, format, clash, idField, mayLeave } = options
  const { root } = database
  let batch = new Map<string, FileDocument>()
  let characters = 0
  /** The number of the last line that was read. */
  let read = 0
  /** How many of the batch may have been written before. */
  let inDoubt = 0
  return notedJob(
    database.project,
    { act: 'documents.import', target: collection, database: database.id },
    {
      project: database.project.id,
      kind: 'import',
      target: jobTarget(database, collection === '' ? file.name : `${file.name} → ${collection}`),
      place: { database: database.id, path: collection },
      canGoOn: true,
      async run({ signal, advance }) {
        const send = async (): Promise<void> => {
          const sent = [...batch.values()]
          const writes = sent.map(({ path, fields }): Write => ({
            update: { name: `${root}/${path}`, fields },
            ...(clash === 'keep' && { currentDocument: { exists: false } }),
          }))
          let isLost = inDoubt > 0
          if (inDoubt > 0) advance(-inDoubt, [], 0, -inDoubt)
          inDoubt = 0
          const attempt = async (): Promise<readonly WriteOutcome[]> => {
            try {
              return await batchWrite(database, writes)
            } catch (thrown) {
              isLost ||= mayBeDone(thrown)
              throw thrown
            }
          }
          const outcomes = await withRetries(attempt, signal).catch((thrown: unknown) => {
            if (isLost) {
              inDoubt = sent.length
              advance(inDoubt, [], 0, inDoubt)
            }
            throw thrown
          })
          batch = new Map()
          characters = 0
          const fates = outcomes.map((outcome, at) => fateOf(outcome, sent[at], clash, isLost))
          const problems = outcomes.flatMap((outcome, at) => {
            const { number = 0, path = '' } = sent[at] ?? {}
            return fates[at] === 'refused' ? [exchangeTexts.refusedLine(number, path, refusalOf(outcome))] : []
          })
          const countOf = (fate: Fate): number => fates.filter((one) => one === fate).length
          advance(sent.length, problems, countOf('kept'), countOf('in-doubt'))
        }
        // What could not be sent the last time.
        if (batch.size > 0) await send()
        for await (const line of readDocuments(format, file, { root, collection, idField })) {
          signal.throwIfAborted()
          if (line.number <= read) continue
          if ('problem' in line) {
            read = line.number
            advance(1, [exchangeTexts.badLine(line.number, line.problem)])
            continue
          }
          if (!mayLeave && isElsewhere(line.path, collection)) {
            read = line.number
            advance(1, [exchangeTexts.badLine(line.number, exchangeTexts.elsewhere(line.path, collection))])
            continue
          }
          // One request writes a document once; the later line holds.
          if (batch.has(line.path)) await send()
          read = line.number
          batch.set(line.path, line)
          characters += line.characters
          if (batch.size >= batchSize || characters >= batchCharacters) await send()
        }
        signal.throwIfAborted()
        await send()
        return undefined
      },
    },
  )
}

type Fate = 'written' | 'kept' | 'in-doubt' | 'refused'

/** What became of a document. */
function fateOf({ code }: WriteOutcome, line: FileDocument | undefined, clash: Clash, mayBeWritten: boolean): Fate {
  if (code === 0) return 'written'
  if (clash !== 'keep' || code !== alreadyExists) return 'refused'
  if (!mayBeWritten) return 'kept'
  // Nobody else has an id that was made up here.
  return line?.isNew === true ? 'written' : 'in-doubt'
}
