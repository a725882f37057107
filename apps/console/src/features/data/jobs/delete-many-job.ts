import type { ProjectDatabase } from '../../../documents/project-database.ts'
import type { JobOrder } from '../../../shared/jobs/job.ts'
import { notedJob } from '../../../shared/jobs/noted-job.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import { deleteAsRead } from '../queries/delete-as-read.ts'
import { tellDeletions } from '../queries/delete-documents.ts'
import { goneDocuments } from '../queries/gone-documents.ts'
import { refusalOf } from '../queries/refusal.ts'
import { jobTarget, type ChangeMany, countOf, eachOf } from './many-documents.ts'

/**
 * Deletes documents. What somebody changed since the query found it is kept; what is below a path goes whatever it holds by then, and so does
 * what was chosen. Their subcollections stay.
 */
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
          for await (const found of eachOf(many, signal)) {
            signal.throwIfAborted()
            const doomed = documents.kind === 'found' ? found : found.map(({ path }) => ({ path }))
            const fates = await deleteAsRead(database, doomed, signal)
            const gone = found.filter((_, at) => fates[at]?.kind === 'gone')
            goneDocuments.add(gone.map(({ path }) => `${database.root}/${path}`))
            const problems = fates.flatMap((fate, at) =>
              fate.kind === 'refused'
                ? [exchangeTexts.refusedDocument(found[at]?.path ?? '', refusalOf(fate.outcome))]
                : [],
            )
            advance(found.length, problems, fates.filter(({ kind }) => kind === 'kept').length)
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
