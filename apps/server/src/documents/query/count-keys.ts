import { disjunctsOf, type IndexRange, isEmptyRange } from '@hearth/model'
import { IndexJoin } from './index-join.ts'
import { justAfter } from './index-scan.ts'
import type { PreparedQuery } from './prepared-query.ts'
import { sourcesOf } from './query-stream.ts'
import type { ReadContext } from './read-context.ts'
import { planScope } from './scope-plan.ts'

const PAGE = 5000

/**
 * How many documents a query finds, counted up to `most`, without reading them; undefined when the index keys do not tell it,
 * because documents must be checked or could be counted twice.
 */
export async function countFromKeys(
  context: ReadContext,
  prepared: PreparedQuery,
  most: number,
): Promise<number | undefined> {
  const [filters, ...others] = disjunctsOf(prepared.query.filter)
  if (filters === undefined) return 0
  if (others.length > 0 || prepared.query.collectionId === undefined) return undefined
  let count = 0
  for (const source of sourcesOf(context.database, prepared)) {
    const plan = planScope(source, filters, prepared, context)
    if (plan.kind === 'nothing') continue
    if (plan.kind === 'either' || plan.isChecked) return undefined
    if (plan.kind === 'scan') {
      for (const range of plan.scan.ranges) count += await countRange(context, range, most - count)
    } else {
      count += await countJoin(new IndexJoin(context, plan.ranges, false), most - count)
    }
  }
  return count
}

async function countRange(context: ReadContext, range: IndexRange, most: number): Promise<number> {
  let count = 0
  let rest = range
  while (count < most && !isEmptyRange(rest)) {
    const limit = Math.min(PAGE, most - count)
    const keys = await context.snapshot.scanIndexKeys(rest, { limit, reverse: false })
    count += keys.length
    const last = keys.at(-1)
    if (last === undefined || keys.length < limit) break
    rest = { ...rest, start: justAfter(last) }
    await context.meter.pause()
  }
  return count
}

async function countJoin(join: IndexJoin, most: number): Promise<number> {
  let count = 0
  while (count < most) {
    const paths = await join.next(Math.min(PAGE, most - count))
    if (paths.length === 0) break
    count += paths.length
  }
  return count
}
