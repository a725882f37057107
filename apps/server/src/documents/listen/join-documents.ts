import type { Document, Version } from '@hearth/model'
import type { AccessScope } from '../../access/gate.ts'
import type { ReadState } from '../read-state.ts'
import type { LoadedResult } from './feed.ts'
import { joinFeeds, joinInSteps } from './join-feeds.ts'
import type { Join } from './join-target.ts'
import { eachDocument, readSmallDocuments } from './small-result.ts'
import { documentChangesSince, wholeResult } from './target-result.ts'

/**
 * Joins a target of documents by name. What rules grant of a document they grant of it as it is: each is judged as it is handed over, and
 * not as somebody read it a moment before. `release` gives the feeds of `paths` back.
 */
export async function joinDocuments(join: Join, paths: readonly string[], release: () => void): Promise<void> {
  const { hub, database, judge, memory } = join
  const holdFeeds = () => paths.map((path) => hub.holdDocument(database, path))
  await joinInSteps(
    join,
    (step) =>
      joinFeeds(step, {
        holdFeeds,
        release,
        read: (version) => readDocumentTarget(step, paths, version),
        judge: (changed) => judge(changed, { found: new Map() }),
      }),
    async (version, take) => {
      const scope: AccessScope = { found: new Map() }
      await eachDocument(hub, database, paths, { version, memory }, async (documents) => {
        await judge(byPath(documents), scope)
        await take(documents)
      })
    },
  )
}

/** Undefined: too large to be handed over at once. */
async function readDocumentTarget(
  join: Join,
  paths: readonly string[],
  version: Version,
): Promise<LoadedResult | undefined> {
  const { hub, database, resume, isCounted, judge, memory } = join
  if (resume !== undefined && resume !== 'unusable') {
    await judgeAll(join, paths, version)
    const since = Math.min(resume.since, version)
    const read = (state: ReadState) => documentChangesSince(state, paths, { since, isCounted, memory })
    const changes = await hub.readAt(database, version, read, memory)
    if (changes !== undefined) return changes
  }
  const documents = await readSmallDocuments(hub, database, paths, { version, memory })
  if (documents === undefined) return undefined
  await judge(new Map([...missingOf(paths), ...byPath(documents)]), { found: new Map() })
  return wholeResult(documents, { isReset: resume !== undefined, isCounted })
}

/** What the client has already is judged as well: it may be no longer for this caller. */
async function judgeAll(
  { hub, database, judge, memory }: Join,
  paths: readonly string[],
  version: Version,
): Promise<void> {
  const missing = missingOf(paths)
  const scope: AccessScope = { found: new Map() }
  await eachDocument(hub, database, paths, { version, memory }, async (documents) => {
    for (const { path } of documents) missing.delete(path)
    await judge(byPath(documents), scope)
  })
  await judge(missing, scope)
}

function byPath(documents: readonly Document[]): Map<string, Document> {
  return new Map(documents.map((document) => [document.path, document]))
}

function missingOf(paths: readonly string[]): Map<string, undefined> {
  return new Map(paths.map((path) => [path, undefined]))
}
