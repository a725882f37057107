import type { Document, Version } from '@hearth/model'
import { executeQuery } from '../query/execute-query.ts'
import type { ReadState } from '../read-state.ts'
import type { LoadedResult } from './feed.ts'
import type { Join } from './join-target.ts'
import type { LiveWindow } from './live-window.ts'
import { isLarge } from './small-result.ts'
import { readDocuments, resultSince, wholeResult } from './target-result.ts'
import { ifPastIsKnown } from './unknown-past.ts'

type Result = ReadonlyMap<string, Document>

/** A window keeps its result, so joining it needs no load of its own. `release` gives the window back. */
export async function joinWindow(join: Join, window: LiveWindow, release: () => void): Promise<void> {
  const { hub, target, resume, isCounted, send, prepareNames } = join
  const isReset = resume !== undefined
  await window.ready()
  let earlier = resume === undefined || resume === 'unusable' ? undefined : await windowAt(join, window, resume.since)
  while (!target.isGone && !target.isLive) {
    await window.ready()
    if (isCounted) await prepareNames(new Set(pathsOf(window)))
    const large = await hub.run(() => joinAtOnce(join, window, { earlier, release }))
    if (large === undefined) continue
    await send(projected(window, large), { isReset })
    earlier = large
  }
}

/**
 * Joins a client that has `earlier`, if anything, unless the window is being read again; or answers what the client has to be sent first,
 * because it is too large to be handed over at once.
 */
async function joinAtOnce(
  { hub, database, target, resume, isCounted, memory, settle, deliver }: Join,
  window: LiveWindow,
  { earlier, release }: { earlier: Result | undefined; release: () => void },
): Promise<Result | undefined> {
  await settle()
  if (target.isGone || !window.isLive) return undefined
  const documents = new Map<string, Document>()
  for (const document of window.documents()) documents.set(document.path, document)
  let result: LoadedResult
  if (earlier === undefined) {
    if (isLarge(documents.values())) return documents
    result = wholeResult(projected(window, documents), { isReset: resume !== undefined, isCounted })
  } else {
    const gone = [...earlier.keys()].filter((path) => !documents.has(path))
    const left = await hub.readAt(database, hub.version, (state) => readDocuments(state, gone, memory), memory)
    if (target.isGone) return undefined
    result = resultSince(earlier, documents, left, isCounted)
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
  const read = async ({ context, version }: ReadState) => {
    const { documents } = await executeQuery(context, window.prepared, version, { memory })
    return new Map(documents.map((document) => [document.path, document]))
  }
  return await ifPastIsKnown(() => hub.readAt(database, since, read, memory))
}
