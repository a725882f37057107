import { update } from '../../../documents/commit.ts'
import { formatFieldPath } from '../../../documents/values/field-path.ts'
import { equals, type TypedValue } from '../../../documents/values/typed-value.ts'
import { decodeFields } from '../../../documents/values/wire-value.ts'
import type { JobOrder } from '../../../jobs/job.ts'
import { notedJob } from '../../../jobs/noted-job.ts'
import { patiently } from '../../../jobs/patiently.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import { batchWrite, type WriteOutcome } from '../queries/batch-write.ts'
import { refusalOf } from '../queries/refusal.ts'
import { writeAsRead } from '../queries/write-as-read.ts'
import { earlierDocumentsMax, EarlierValues } from './earlier-values.ts'
import { type EarlierValue, type FieldSetting, placeOfChange, writtenAt } from './field-setting.ts'
import { jobTarget } from './job-target.ts'
import { type ChangeMany, countOf, pathsOf } from './many-documents.ts'
import { takeBackJob } from './take-back-job.ts'

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
        for await (const paths of pathsOf(many, signal)) {
          signal.throwIfAborted()
          const refused = earlier.isTooMuch
            ? await write(many, change, paths, signal)
            : await writeAndKeep(many, change, paths, earlier, signal)
          const problems = refused.map(({ path, outcome }) => exchangeTexts.refusedDocument(path, refusalOf(outcome)))
          advance(paths.length, problems)
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

interface Refused {
  readonly path: string
  readonly outcome: WriteOutcome
}

async function write(
  { database }: ChangeMany,
  { field, value }: FieldSetting,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly Refused[]> {
  const writes = paths.map((path) => update(database, path, [{ path: field, value }], { exists: true }))
  const outcomes = await patiently(() => batchWrite(database, writes), signal)
  return outcomes.flatMap((outcome, at) => (outcome.code === 0 ? [] : [{ path: paths[at] ?? '', outcome }]))
}

async function writeAndKeep(
  { database }: ChangeMany,
  change: FieldSetting,
  paths: readonly string[],
  earlier: EarlierValues,
  signal: AbortSignal,
): Promise<readonly Refused[]> {
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
    signal,
  })
  const refused: Refused[] = []
  for (const [at, path] of paths.entries()) {
    const fate = fates[at]
    const place = before.get(path)
    if (fate?.kind === 'refused') refused.push({ path, outcome: fate.outcome })
    if (fate?.kind !== 'done' || place === undefined || isSame(change, place)) continue
    earlier.add({ ...place, path, updateTime: fate.updateTime })
  }
  return refused
}

/** The document holds what it held before. */
function isSame(change: FieldSetting, { depth, was }: Pick<EarlierValue, 'depth' | 'was'>): boolean {
  // To take away what no map holds changes nothing.
  if (change.value === undefined && depth < change.field.length) return true
  const { isKnown, written } = writtenAt(change, depth)
  return isKnown && equals(was, written)
}
