import { inParallel } from '../../../backend/api/in-parallel.ts'
import type { ProjectDatabase } from '../../../documents/project-database.ts'
import { failureOf } from '../../../backend/errors/failure.ts'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import { eachItem, untilAnswered, WorkList } from '../../../shared/jobs/each-item.ts'
import type { JobOrder } from '../../../shared/jobs/job.ts'
import { notedJob } from '../../../shared/jobs/noted-job.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import { restoreVersion, whyNotRestored } from '../history/document-versions.ts'
import { jobTarget } from '../jobs/many-documents.ts'

/** A deleted document and the version that it had last. */
export interface Restoration {
  readonly path: string
  readonly lastVersion: string
}

/** Writes deleted documents as they were last, each where no other took its place. */
export function restoreManyJob(
  database: ProjectDatabase,
  collection: string | undefined,
  documents: readonly Restoration[],
): JobOrder {
  const { project } = database
  const list = new WorkList(documents)
  return notedJob(
    project,
    { act: 'documents.restore-many', target: collection ?? '', database: database.id },
    {
      project: project.id,
      kind: 'restore',
      target: jobTarget(database, collection ?? exchangeTexts.wholeDatabase),
      place: { database: database.id, path: collection ?? '' },
      canGoOn: true,
      canRetry: true,
      async run(progress) {
        const { signal } = progress
        await eachItem(
          {
            project,
            list,
            stepSize: 60,
            namesOf: async (refused) => refused.map(({ path }) => path),
            act: async (items, settle) => {
              await inParallel(items, async (item) => {
                if (!signal.aborted)
                  settle(item, await untilAnswered(signal, (isAgain) => restore(database, item, isAgain)))
              })
            },
          },
          progress,
        )
        return undefined
      },
    },
  )
}

/** Answers why it couldn't be done, in words. */
async function restore(
  database: ProjectDatabase,
  { path, lastVersion }: Restoration,
  isAgain: boolean,
): Promise<string | undefined> {
  try {
    await restoreVersion(database, path, lastVersion, true)
    return undefined
  } catch (thrown) {
    // What is there after an answer that was lost is what was restored.
    if (isAgain && failureOf(thrown).code === 'already-exists') return undefined
    const { kind } = reactionTo(thrown)
    if (kind === 'say' || kind === 'gone') return whyNotRestored(thrown)
    throw thrown
  }
}
