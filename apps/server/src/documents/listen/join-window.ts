import { type Document, StatusError, type Version } from '@hearth/model'
import { executeQuery } from '../query/execute-query.ts'
import type { LoadedResult } from './feed.ts'
import type { Join } from './join-target.ts'
import type { ListenHub } from './listen-hub.ts'
import type { LiveWindow } from './live-window.ts'
import { isLarge } from './small-result.ts'
import { readDocuments, resultSince, wholeResult } from './target-result.ts'
import { ifPastIsKnown } from './unknown-past.ts'

type Result = ReadonlyMap<string, Document>

/** A window keeps its result, so joining it needs no load of its own. `release` gives the window back. */
export async function joinWindow(join: Join, window: LiveWindow, release: () => void): Promise<void> {
  const { hub, resume, send } = join
  await beginOnce(hub, window)
  const isReset = resume !== undefined
  let earlier = resume === undefined || resume === 'unusable' ? undefined : await windowAt(join, window, resume.since)
  for (;;) {
    const large = await hub.run(() => joinAtOnce(join, window, { earlier, release }))
    if (large === undefined) return
    await send(large.values(), { isReset })
    earlier = large
  }
}

/**
 * Joins a client that has `earlier`, if anything; or answers what it has to be sent first, because it is too large to be handed
 * over at once.
 */
async function joinAtOnce(
  { hub, database, target, resume, isCounted, settle, deliver }: Join,
  window: LiveWindow,
  { earlier, release }: { earlier: Result | undefined; release: () => void },
): Promise<Result | undefined> {
  await settle()
  if (target.isGone) return undefined
  if (!window.isLive) throw new StatusError('unavailable', 'WINDOW_LOST', 'The result could not be kept. Try again.')
  const documents = window.documents()
  let result: LoadedResult
  if (earlier === undefined) {
    if (isLarge(documents.values())) return documents
    result = wholeResult(documents.values(), { isReset: resume !== undefined, isCounted })
  } else {
    const gone = [...earlier.keys()].filter((path) => !documents.has(path))
    const left = await hub.readAt(database, hub.version, (state) => readDocuments(state, gone))
    if (target.isGone) return undefined
    result = resultSince(earlier, documents, left, isCounted)
  }
  window.feed.add(target)
  target.follow(() => {
    window.feed.remove(target)
    release()
  })
  deliver(result)
  return undefined
}

const begun = new WeakMap<LiveWindow, Promise<void>>()

/** The first who comes reads the window. */
function beginOnce(hub: ListenHub, window: LiveWindow): Promise<void> {
  let beginning = begun.get(window)
  if (beginning === undefined) {
    beginning = begin(hub, window)
    begun.set(window, beginning)
  }
  return beginning
}

async function begin(hub: ListenHub, window: LiveWindow): Promise<void> {
  try {
    // Whatever was passed on after this version is among what the window has collected since it was made.
    const documents = await window.read(window.since)
    await hub.run(() => window.begin(documents, hub.version))
  } catch (error) {
    hub.fail(window, error as Error)
    throw error
  }
}

/** What a client has of a window; undefined where that is not known. */
async function windowAt({ hub, database }: Join, window: LiveWindow, since: Version): Promise<Result | undefined> {
  const read = () =>
    hub.readAt(database, since, async ({ context, version }) => {
      const { documents } = await executeQuery(context, window.prepared, version)
      return new Map(documents.map((document) => [document.path, document]))
    })
  return await ifPastIsKnown(read)
}
