import type { ProjectDatabase } from '../../../databases/project-database.ts'
import type { JobOrder } from '../../../jobs/job.ts'
import { notedJob } from '../../../jobs/noted-job.ts'
import { patiently } from '../../../jobs/patiently.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import { batchWrite } from '../queries/batch-write.ts'
import { tellDeletions } from '../queries/deletions.ts'
import { goneDocuments } from '../queries/gone-documents.ts'
import { refusalOf } from '../queries/refusal.ts'
import { jobTarget } from './job-target.ts'
import { type ChangeMany, countOf, pathsOf } from './many-documents.ts'

/** Deletes documents whatever they hold by then. Their subcollections stay. */
export function deleteManyJob(many: ChangeMany): JobOrder {
  const { database, collection, documents } = many
  return notedJob(
    database.project,
    { act: 'documents.delete-many', target: collection, database: database.id },
    {
      project: database.project.id,
      kind: 'delete',
      target: jobTarget(database, collection),
      async run({ signal, setTotal, advance }) {
        const count = countOf(documents)
        if (count !== undefined) setTotal(count)
        try {
          for await (const paths of pathsOf(many, signal)) {
            signal.throwIfAborted()
            const writes = paths.map((path) => ({ delete: `${database.root}/${path}` }))
            const outcomes = await patiently(() => batchWrite(database, writes), signal)
            const done = writes.filter((_, at) => outcomes[at]?.code === 0)
            goneDocuments.add(done.map((write) => write.delete))
            const problems = outcomes.flatMap((outcome, at) =>
              outcome.code === 0 ? [] : [exchangeTexts.refusedDocument(paths[at] ?? '', refusalOf(outcome))],
            )
            advance(paths.length, problems)
          }
        } finally {
          tellDeletions()
        }
        return undefined
      },
    },
  )
}

/** Deletes a collection, or a document, and all below it, as they are at one moment. */
export function deleteBelowJob(database: ProjectDatabase, path: string): JobOrder {
  return deleteManyJob({ database, collection: path, documents: { kind: 'below' } })
}
