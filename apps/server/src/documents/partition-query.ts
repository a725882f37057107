import {
  comparePaths,
  decodeDocumentPath,
  invalidArgument,
  isNameField,
  NAME_FIELD,
  type Query,
  rangeFor,
} from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import { scopeOfNow } from '../access/gate.ts'
import type { DatabaseRef, ReadOptions } from './documents.ts'
import { denyPastQuery } from './past-reads.ts'
import type { ProjectContext } from './project-context.ts'
import { justAfter } from './query/index-scan.ts'
import { prepareQuery, type PreparedQuery } from './query/prepared-query.ts'
import { sourcesOf } from './query/query-stream.ts'
import type { ReadContext } from './query/read-context.ts'
import { readState } from './read-state.ts'

const PAGE = 5000
const PARTITIONS_MAX = 1000
/** Paths that are kept of one scope, for each partition: more make the parts more even. */
const SAMPLES_PER_PARTITION = 8

/** Every document stands for those between it and the next. */
interface Sample {
  readonly path: string
  readonly weight: number
}

/** The first document of each part but the first; see `Documents.partition`. */
export async function partitionQuery(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  query: Query,
  count: number,
  options: ReadOptions | undefined,
): Promise<string[]> {
  const prepared = prepareQuery(query, at)
  validatePartitioned(prepared)
  if (count < 1) throw invalidArgument('INVALID_PARTITION_COUNT', 'The partition count must be positive.')
  denyPastQuery(context, caller, at, options)
  const request = { service: 'documents', operation: 'list', database: at.database, query } as const
  await context.gate.authorize(at.project, caller, request, scopeOfNow(context.store))
  // Where a part begins is a hint: the documents of now serve for a read of the past, too.
  return await readState(context, caller, at, options, async ({ view }) => {
    const parts = Math.min(count, PARTITIONS_MAX)
    const samples: Sample[] = []
    for (const { scope } of sourcesOf(at.database, prepared)) {
      const names = rangeFor(scope, NAME_FIELD, { op: 'any' })
      samples.push(...(await samplePaths(view, names, parts * SAMPLES_PER_PARTITION)))
    }
    return divide(
      samples.toSorted((a, b) => comparePaths(a.path, b.path)),
      parts,
    )
  })
}

function validatePartitioned({ query }: PreparedQuery): void {
  const [order] = query.orderBy
  const isByName = order !== undefined && isNameField(order.field) && order.direction === 'ascending'
  const isBare =
    query.filter === undefined &&
    query.startAt === undefined &&
    query.endAt === undefined &&
    query.offset === 0 &&
    query.limit === undefined &&
    query.nearest === undefined
  if (query.allDescendants && query.parent === '' && query.collectionId !== undefined && isByName && isBare) return
  const text =
    'Only a collection group in the ascending order of __name__, without filters, cursors and limits, can be partitioned.'
  throw invalidArgument('INVALID_PARTITION_QUERY', text)
}

/** Every n-th path of a range, in order; n is doubled whenever there are too many. */
async function samplePaths(
  view: ReadContext,
  range: { start: Uint8Array; end: Uint8Array },
  samplesMax: number,
): Promise<Sample[]> {
  let kept: Uint8Array[] = []
  let stride = 1
  let seen = 0
  let { start } = range
  for (;;) {
    const keys = await view.snapshot.scanIndexKeys({ start, end: range.end }, { limit: PAGE, reverse: false })
    for (const key of keys) {
      if (seen++ % stride !== 0) continue
      kept.push(key)
      if (kept.length <= samplesMax) continue
      kept = kept.filter((_, i) => i % 2 === 0)
      stride *= 2
    }
    const last = keys.at(-1)
    if (last === undefined || keys.length < PAGE) break
    start = justAfter(last)
    await view.meter.pause()
  }
  const { length } = kept
  return kept.map((key, i) => ({
    path: decodeDocumentPath(key).path,
    weight: i === length - 1 ? seen - i * stride : stride,
  }))
}

function divide(samples: readonly Sample[], parts: number): string[] {
  const total = samples.reduce((sum, { weight }) => sum + weight, 0)
  const firsts: string[] = []
  let before = 0
  for (const { path, weight } of samples) {
    if (before > 0 && before >= (total * (firsts.length + 1)) / parts) firsts.push(path)
    if (firsts.length === parts - 1) break
    before += weight
  }
  return firsts
}
