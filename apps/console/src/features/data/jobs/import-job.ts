import type { ProjectDatabase } from '../../../databases/project-database.ts'
import type { JobOrder } from '../../../jobs/job.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import { alreadyExists, batchSize, batchWrite, type WriteOutcome } from '../queries/batch-write.ts'
import type { Write } from '../queries/commit.ts'
import { refusalOf } from '../queries/refusal.ts'
import { jobTarget } from './job-target.ts'
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

/** Writes the documents of a file. A line that is none, and a document that is refused, is told of and stops no other. */
export function importJob(options: ImportOptions): JobOrder {
  const { database, collection, file, format, clash, idField, mayLeave } = options
  const { root } = database
  return {
    project: database.project.id,
    kind: 'import',
    target: jobTarget(database, collection === '' ? file.name : `${file.name} → ${collection}`),
    async run({ signal, advance }) {
      let batch = new Map<string, FileDocument>()
      let characters = 0
      const send = async (): Promise<void> => {
        const sent = [...batch.values()]
        batch = new Map()
        characters = 0
        const writes = sent.map(({ path, fields }): Write => ({
          update: { name: `${root}/${path}`, fields },
          ...(clash === 'keep' && { currentDocument: { exists: false } }),
        }))
        const outcomes = await batchWrite(database, writes)
        const isKept = ({ code }: WriteOutcome): boolean => clash === 'keep' && code === alreadyExists
        const problems = outcomes.flatMap((outcome, at) => {
          const { number = 0, path = '' } = sent[at] ?? {}
          if (outcome.code === 0 || isKept(outcome)) return []
          return [exchangeTexts.refusedLine(number, path, refusalOf(outcome))]
        })
        advance(sent.length, problems, outcomes.filter(isKept).length)
      }
      for await (const line of readDocuments(format, file, { root, collection, idField })) {
        signal.throwIfAborted()
        if ('problem' in line) {
          advance(1, [exchangeTexts.badLine(line.number, line.problem)])
          continue
        }
        if (!mayLeave && isElsewhere(line.path, collection)) {
          advance(1, [exchangeTexts.badLine(line.number, exchangeTexts.elsewhere(line.path, collection))])
          continue
        }
        // One request writes a document once; the later line holds.
        if (batch.has(line.path)) await send()
        batch.set(line.path, line)
        characters += line.characters
        if (batch.size >= batchSize || characters >= batchCharacters) await send()
      }
      signal.throwIfAborted()
      await send()
      return undefined
    },
  }
}
