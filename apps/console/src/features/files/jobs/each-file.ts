import { inParallel } from '../../../backend/api/in-parallel.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { eachItem, untilAnswered } from '../../../shared/jobs/each-item.ts'
import type { JobProgress } from '../../../shared/jobs/job.ts'
import type { WorkList } from '../../../shared/jobs/work-list.ts'

export interface FileWork<Item> {
  readonly project: ProjectSession
  readonly list: WorkList<Item>
  readonly pathOf: (item: Item) => string
  /** Does one; see `untilAnswered`. */
  readonly act: (item: Item, isAgain: boolean) => Promise<string | undefined>
}

/** Does the same with many files, a few at a time; see `eachItem`. */
export async function eachFile<Item>(
  { project, list, pathOf, act }: FileWork<Item>,
  progress: JobProgress,
): Promise<void> {
  const { signal } = progress
  await eachItem(
    {
      project,
      list,
      stepSize: 60,
      namesOf: async (items) => items.map(pathOf),
      act: async (items, settle) => {
        await inParallel(items, async (item) => {
          if (!signal.aborted) settle(item, await untilAnswered(signal, (isAgain) => act(item, isAgain)))
        })
      },
    },
    progress,
  )
}
