import { StatusError, type Version } from '@hearth/model'
import type { ReadContext } from './read-context.ts'

/** Documents that may have changed for all of them to be known. */
const CHANGED_MAX = 50_000
const PAGE = 1000
/** Of a path in a set, besides its text. */
const PATH_BYTES = 100

/** Paths of the database that changed after `version`. Throws `resource-exhausted`/`PAST_TOO_DIFFERENT` when they are too many to know. */
export async function changedPaths(context: ReadContext, version: Version): Promise<Set<string>> {
  const paths = new Set<string>()
  let after = version
  for (;;) {
    const page = await context.snapshot.changesAfter(after, PAGE)
    for (const { database, path } of page) {
      if (database !== context.database || paths.has(path)) continue
      paths.add(path)
      context.memory.take(path.length + PATH_BYTES)
    }
    const last = page.at(-1)
    if (last === undefined) return paths
    if (paths.size > CHANGED_MAX) {
      const text = 'Too much has changed since the read time. Read at a later time.'
      throw new StatusError('resource-exhausted', 'PAST_TOO_DIFFERENT', text)
    }
    after = last.version
    await context.meter.pause()
  }
}
