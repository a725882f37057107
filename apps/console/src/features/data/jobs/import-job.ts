import type { ProjectSession } from '../../../firebase/project-session.ts'
import type { JobOrder } from '../../../jobs/job.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import { documentsRoot } from '../../../documents/values/wire-value.ts'
import { alreadyExists, batchSize, batchWrite, type WriteOutcome } from '../queries/batch-write.ts'
import type { Write } from '../queries/commit.ts'
import { type FileDocument, readCsvDocuments, readLineDocuments } from './read-documents.ts'
import type { FileFormat } from './export-job.ts'

/** What becomes of documents that are there already. */
export type Clash = 'overwrite' | 'keep'

export interface ImportOptions {
  readonly project: ProjectSession
  /** Where documents go whose line names no path. */
  readonly collection: string
  readonly file: File
  readonly format: FileFormat
  readonly clash: Clash
}

const batchCharacters = 2 * 1024 * 1024

/** Writes the documents of a file. A line that is none, and a document that is refused, is told of and stops no other. */
export function importJob({ project, collection, file, format, clash }: ImportOptions): JobOrder {
  const root = documentsRoot(project.id)
  return {
    project: project.id,
    kind: 'import',
    target: `${file.name} → ${collection}`,
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
        const outcomes = await batchWrite(project, writes, signal)
        const isKept = ({ code }: WriteOutcome): boolean => clash === 'keep' && code === alreadyExists
        const problems = outcomes.flatMap((outcome, at) => {
          const { number = 0, path = '' } = sent[at] ?? {}
          if (outcome.code === 0 || isKept(outcome)) return []
          return [exchangeTexts.refusedLine(number, path, outcome.message)]
        })
        advance(sent.length, problems, outcomes.filter(isKept).length)
      }
      const read = format === 'csv' ? readCsvDocuments : readLineDocuments
      for await (const line of read(file, { root, collection })) {
        signal.throwIfAborted()
        if ('problem' in line) {
          advance(1, [exchangeTexts.badLine(line.number, line.problem)])
          continue
        }
        // One request writes a document once; the later line holds.
        if (batch.has(line.path)) await send()
        batch.set(line.path, line)
        characters += line.characters
        if (batch.size >= batchSize || characters >= batchCharacters) await send()
      }
      await send()
      return undefined
    },
  }
}
