import type { ProjectDatabase } from '../../../documents/project-database.ts'
import { formatFieldPath } from '@hearth/model/field-path'
import { equals } from '../../../documents/values/typed-value.ts'
import { decodeFields } from '../../../documents/values/wire-value.ts'
import type { JobOrder } from '../../../shared/jobs/job.ts'
import { notedJob } from '../../../shared/jobs/noted-job.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import { valueAt } from '../draft/changes.ts'
import { batchSize } from '../queries/batch-write.ts'
import { refusalOf } from '../queries/refusal.ts'
import { writeAsRead } from '../queries/write-as-read.ts'
import { type EarlierValue, type FieldSetting, writtenAt } from './field-setting.ts'
import { jobTarget } from './job-target.ts'

/**
 * Gives a field back what it held in each document before a job changed it, where it still holds what the job wrote; others are left as they
 * are. Of a value that the server worked out nobody but the document's time can say so: such a document must be the very one that was written.
 */
export function takeBackJob(
  database: ProjectDatabase,
  collection: string,
  change: FieldSetting,
  changed: readonly EarlierValue[],
): JobOrder {
  let through = 0
  return notedJob(
    database.project,
    { act: 'documents.take-back', target: collection, database: database.id },
    {
      project: database.project.id,
      kind: 'take-back',
      target: jobTarget(database, collection),
      canGoOn: true,
      async run({ signal, setTotal, advance }) {
        setTotal(changed.length)
        while (through < changed.length) {
          signal.throwIfAborted()
          const batch = changed.slice(through, through + batchSize)
          const { kept, problems } = await takeBack(database, change, batch, signal)
          through += batch.length
          advance(batch.length, problems, kept)
        }
        return undefined
      },
    },
  )
}

async function takeBack(
  database: ProjectDatabase,
  change: FieldSetting,
  batch: readonly EarlierValue[],
  signal: AbortSignal,
): Promise<{ readonly kept: number; readonly problems: readonly string[] }> {
  const { field } = change
  const before = new Map(batch.map((value) => [value.path, value]))
  const paths = [...before.keys()]
  const fates = await writeAsRead({
    database,
    paths,
    fieldPaths: [formatFieldPath(field.slice(0, 1))],
    decide(path, document, isLost) {
      const earlier = before.get(path)
      if (document === undefined || earlier === undefined) return { kind: 'keep' }
      const { depth, was, updateTime } = earlier
      const place = field.slice(0, depth)
      const { isKnown, written } = writtenAt(change, depth)
      const now = valueAt(decodeFields(document.fields, database.root), place)
      const isOurs = document.updateTime === updateTime || (isKnown && equals(now, written))
      if (isOurs) return { kind: 'write', change: { path: place, value: was } }
      return { kind: isLost && equals(now, was) ? 'done' : 'keep' }
    },
    signal,
  })
  return {
    kept: fates.filter(({ kind }) => kind === 'kept').length,
    problems: fates.flatMap((fate, at) =>
      fate.kind === 'refused' ? [exchangeTexts.refusedDocument(paths[at] ?? '', refusalOf(fate.outcome))] : [],
    ),
  }
}
