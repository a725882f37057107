import type { Document, Version } from '@hearth/model'
import { executeQuery } from '../query/execute-query.ts'
import type { ReadState } from '../read-state.ts'
import type { LoadedResult } from './feed.ts'
import { tooManyChanges } from './join-feeds.ts'
import type { Join } from './join-target.ts'
import { LeftDocuments } from './left-documents.ts'
import type { LiveWindow } from './live-window.ts'
import { isLarge } from './small-result.ts'
import { resultSince, wholeResult } from './target-result.ts'
import { ifPastIsKnown } from './unknown-past.ts'

/** Of what has left a window, each but the first because too much happened during the one before. */
const READINGS_MAX = 5

type Result = ReadonlyMap<string, Document>

/** A window keeps its result, so joining it needs no load of its own. `release` gives the window back. */
export async function joinWindow(join: Join, window: LiveWindow, release: () => void): Promise<void> {
  const { hub, target, resume, isCounted, send, prepareNames } = join
  const isReset = resume !== undefined
  await window.ready()
  let earlier = resume === undefined || resume === 'unusable' ? undefined : await windowAt(join, window, resume.since)
  let left: LeftDocuments | undefined
  let readings = 0
  try {
    while (!target.isGone && !target.isLive) {
      await window.ready()
      if (isCounted) await prepareNames(new Set(pathsOf(window)))
      const lacking = await hub.run(() => joinAtOnce(join, window, { earlier, left, release }))
      if (lacking instanceof LeftDocuments) {
        left?.release()
        left = lacking
        if (++readings > READINGS_MAX) throw tooManyChanges()
        await left.read()
      } else if (lacking !== undefined) {
        await send(projected(window, lacking), { isReset })
        earlier = lacking
      }
    }
  } finally {
    left?.release()
  }
}

/**
 * Joins a client that has `earlier`, if anything, unless the window is being read again. Or answers what is lacking before: what the client
 * has to be sent, because it is too large to be handed over at once, or what has left the window, which is to be read.
 */
async function joinAtOnce(
  join: Join,
  window: LiveWindow,
  { earlier, left, release }: { earlier: Result | undefined; left: LeftDocuments | undefined; release: () => void },
): Promise<Result | LeftDocuments | undefined> {
  const { target, resume, isCounted, settle, deliver } = join
  await settle()
  if (target.isGone || !window.isLive) return undefined
  const documents = new Map<string, Document>()
  for (const document of window.documents()) documents.set(document.path, document)
  let result: LoadedResult
  if (earlier === undefined) {
    if (isLarge(documents.values())) return documents
    result = wholeResult(projected(window, documents), { isReset: resume !== undefined, isCounted })
  } else {
    const paths = [...earlier.keys()]
    const gone = paths.filter((path) => !documents.has(path))
    if (gone.length > 0 && (left === undefined || left.isBehind)) return new LeftDocuments(join, paths, documents)
    result = resultSince(earlier, documents, left?.find(gone) ?? [], isCounted)
    for (const [path, document] of result.upserts) result.upserts.set(path, window.project(document))
  }
  window.feed.add(target)
  target.follow(() => {
    window.feed.remove(target)
    release()
  })
  deliver(result)
  return undefined
}

function* pathsOf(window: LiveWindow): Generator<string, void> {
  for (const { path } of window.documents()) yield path
}

function* projected(window: LiveWindow, documents: Result): Generator<Document, void> {
  for (const document of documents.values()) yield window.project(document)
}

/** What a client has of a window; undefined where that is not known. */
async function windowAt(
  { hub, database, memory }: Join,
  window: LiveWindow,
  since: Version,
): Promise<Result | undefined> {
  const read = async ({ view, version }: ReadState) => {
    const { documents } = await executeQuery(view, window.prepared, version, { memory })
    return new Map(documents.map((document) => [document.path, document]))
  }
  return await ifPastIsKnown(() => hub.readAt(database, since, read, memory))
}
