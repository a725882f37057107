import { update } from '../../../documents/commit.ts'
import { formatFieldPath } from '@hearth/model/field-path'
import { addsUp } from '../../../documents/values/is-worked-out.ts'
import { equals, type TypedValue } from '../../../documents/values/typed-value.ts'
import { decodeFields } from '../../../documents/values/wire-value.ts'
import type { JobOrder } from '../../../shared/jobs/job.ts'
import { notedJob } from '../../../shared/jobs/noted-job.ts'
import { mayBeDone, withRetries } from '../../../shared/jobs/with-retries.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import { batchWrite, batchSize } from '../queries/batch-write.ts'
import { refusalOf } from '../queries/refusal.ts'
import { type WriteFate, writeAsRead, type WritingAsRead } from '../queries/write-as-read.ts'
import {
  earlierDocumentsMax,
  EarlierValues,
  type EarlierValue,
  type FieldSetting,
  placeOfChange,
  writtenAt,
} from './field-setting.ts'
import { jobTarget, type ChangeMany, countOf, eachOf } from './many-documents.ts'
import type { ProjectDatabase } from '../../../documents/project-database.ts'
import { valueAt } from '../draft/changes.ts'

/**
 * Gives a field one value in many documents; undefined takes it away. A document that is gone by then is told of. What the field held before is
 * kept in this tab, so that it can be undone, unless it is too much.
 */
export function setFieldJob(many: ChangeMany, field: readonly string[], value: TypedValue | undefined): JobOrder {
  const { database, collection, documents } = many
  const change: FieldSetting = { field, value }
  const earlier = new EarlierValues()
  if ((countOf(documents) ?? 0) > earlierDocumentsMax) earlier.giveUp()
  return notedJob(
    database.project,
    { act: 'documents.set-many', target: collection, database: database.id },
    {
      project: database.project.id,
      kind: 'set-field',
      target: jobTarget(database, collection),
      async run({ signal, setTotal, advance }) {
        const count = countOf(documents)
        if (count !== undefined) setTotal(count)
        for await (const found of eachOf(many, signal)) {
          signal.throwIfAborted()
          const paths = found.map(({ path }) => path)
          let isLost = false
          const batch: Batch = { many, change, paths, signal, onLost: () => (isLost = true) }
          try {
            // What adds up must not be written again by an attempt whose answer was lost.
            const isWrittenBlind = earlier.isTooMuch && (value === undefined || !addsUp(value))
            const fates = isWrittenBlind ? await write(batch) : await writeAndKeep(batch, earlier)
            const problems = fates.flatMap((fate, at) =>
              fate.kind === 'refused' ? [exchangeTexts.refusedDocument(paths[at] ?? '', refusalOf(fate.outcome))] : [],
            )
            advance(paths.length, problems, 0, fates.filter(({ kind }) => kind === 'in-doubt').length)
          } catch (thrown) {
            if (isLost) advance(paths.length, [], 0, paths.length)
            throw thrown
          }
        }
        return undefined
      },
      undo() {
        if (earlier.isTooMuch) return 'too-much'
        return earlier.list.length === 0 ? undefined : takeBackJob(database, collection, change, earlier.list)
      },
    },
  )
}

interface Batch extends Pick<WritingAsRead, 'paths' | 'signal'> {
  readonly many: ChangeMany
  readonly change: FieldSetting
  /** See `WritingAsRead`. */
  readonly onLost: () => void
}

/** Whatever the documents hold, and without keeping it. */
async function write({ many, change, paths, signal, onLost }: Batch): Promise<readonly WriteFate[]> {
  const { database } = many
  const { field, value } = change
  const writes = paths.map((path) => update(database, path, [{ path: field, value }], { exists: true }))
  const outcomes = await withRetries(async () => {
    try {
      return await batchWrite(database, writes)
    } catch (thrown) {
      if (mayBeDone(thrown)) onLost()
      throw thrown
    }
  }, signal)
  return outcomes.map((outcome) =>
    outcome.code === 0 ? { kind: 'done', updateTime: outcome.updateTime } : { kind: 'refused', outcome },
  )
}

async function writeAndKeep(
  { many: { database }, change, paths, signal, onLost }: Batch,
  earlier: EarlierValues,
): Promise<readonly WriteFate[]> {
  const { field, value } = change
  const before = new Map<string, Pick<EarlierValue, 'depth' | 'was'>>()
  const fates = await writeAsRead({
    database,
    paths,
    fieldPaths: [formatFieldPath(field.slice(0, 1))],
    decide(path, document, isLost) {
      const place = placeOfChange(
        document === undefined ? new Map() : decodeFields(document.fields, database.root),
        change,
      )
      const first = before.get(path)
      if (isLost && first !== undefined && document !== undefined) {
        const { isKnown, written } = writtenAt(change, first.depth)
        // Nobody can say whether the server has added to it already.
        if (!isKnown) return { kind: 'give-up' }
        if (place.depth === field.length && equals(place.was, value)) return { kind: 'done' }
        if (written === undefined && place.was === undefined) return { kind: 'done' }
      }
      if (document !== undefined) before.set(path, place)
      return { kind: 'write', change: { path: field, value } }
    },
    onLost,
    signal,
  })
  for (const [at, path] of paths.entries()) {
    const fate = fates[at]
    const place = before.get(path)
    if (fate?.kind !== 'done' || place === undefined || isSame(change, place)) continue
    earlier.add({ ...place, path, updateTime: fate.updateTime })
  }
  return fates
}

/** The document holds what it held before. */
function isSame(change: FieldSetting, { depth, was }: Pick<EarlierValue, 'depth' | 'was'>): boolean {
  // To take away what no map holds changes nothing.
  if (change.value === undefined && depth < change.field.length) return true
  const { isKnown, written } = writtenAt(change, depth)
  return isKnown && equals(was, written)
}

/**
 * Gives a field back what it held in each document before a job changed it, where it still holds what the job wrote; others are left as they
 * are. Of a value that the server worked out nobody but the document's time can say so: such a document must be the very one that was written.
 */
function takeBackJob(
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
