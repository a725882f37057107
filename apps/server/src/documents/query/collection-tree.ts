import {
  childPath,
  collectionsRange,
  compareBytes,
  comparePaths,
  decodeCollectionPath,
  type Document,
  formatDocumentName,
  type IndexRange,
  intersectRanges,
  keyAfterPrefix,
  NAME_FIELD,
  OrderedBytesWriter,
  pathSegments,
  rangeFor,
  type Version,
  writeCollectionsBelow,
  makeDocument,
} from '@hearth/model'
import type { DocumentStream } from './document-stream.ts'
import { justAfter } from './index-scan.ts'
import { PageSize } from './page-size.ts'
import { PastNames } from './past-names.ts'
import type { PathBounds } from './path-bounds.ts'
import type { ReadContext } from './read-context.ts'

/** A document of a collection, or the place of one that is missing and has documents below it. */
export interface TreeEntry {
  readonly path: string
  readonly document: Document | undefined
  readonly hasDescendants: boolean
}

/** What the tree is read with. */
export interface TreeContext extends ReadContext {
  /** The tree is read as it was at this version; absent: as it is now. */
  readonly asOf?: Version
}

/** Ids of the collections right below a document (or the root), in order, beginning at `from` if that is told. */
export async function* collectionIdsBelow(
  context: TreeContext,
  parent: string,
  from: string | undefined,
): AsyncGenerator<string, void> {
  for await (const id of possibleIdsBelow(context, parent, from)) {
    const isThere = context.asOf === undefined || (await hasAny(documentsWithin(context, childPath(parent, id))))
    if (isThere) yield id
    await context.meter.pause()
  }
}

/** The same with those that hold documents at another time alone. */
async function* possibleIdsBelow(
  context: TreeContext,
  parent: string,
  from: string | undefined,
): AsyncGenerator<string, void> {
  const depth = pathSegments(parent).length
  const all = collectionsRange(context.database, parent)
  let range = from === undefined ? all : startingAt(context.database, childPath(parent, from), all)
  for (;;) {
    const collection = await firstCollection(context, range)
    const id = collection && pathSegments(collection)[depth]
    if (id === undefined) return
    yield id
    range = collectionsRange(context.database, parent, id)
  }
}

/**
 * The documents of a collection in the order of their names, with those that are missing and have documents below them.
 * Each is found by one look into the index, so the cost follows what is listed. `from`: the id to begin at.
 */
export async function* collectionEntries(
  context: TreeContext,
  collection: string,
  from: string | undefined,
): AsyncGenerator<TreeEntry, void> {
  for await (const entry of possibleEntries(context, collection, from)) {
    const { path, document } = entry
    const hasDescendants =
      entry.hasDescendants && (context.asOf === undefined || (await hasAny(documentsBelow(context, path, undefined))))
    if (document !== undefined || hasDescendants) yield { path, document, hasDescendants }
    await context.meter.pause()
  }
}

/** The same with those that have descendants at another time alone. */
async function* possibleEntries(
  context: TreeContext,
  collection: string,
  from: string | undefined,
): AsyncGenerator<TreeEntry, void> {
  const documents = documentsFrom(context, collection, from)
  const parents = idsWithDescendants(context, collection, from)
  let document = (await documents.next()).value
  let parent = (await parents.next()).value
  while (document !== undefined || parent !== undefined) {
    const order =
      document === undefined
        ? 1
        : parent === undefined
          ? -1
          : comparePaths(document.path, childPath(collection, parent))
    const path = order <= 0 && document !== undefined ? document.path : childPath(collection, parent ?? '')
    yield { path, document: order <= 0 && document !== undefined ? document : undefined, hasDescendants: order >= 0 }
    if (order <= 0) document = (await documents.next()).value
    if (order >= 0) parent = (await parents.next()).value
  }
}

/** The documents of a collection in the order of their names. */
export async function* documentsFrom(
  context: TreeContext,
  collection: string,
  from: string | undefined,
): AsyncGenerator<Document, undefined> {
  const { database, project } = context
  const scope = { kind: 'collection', database, path: collection } as const
  let range = rangeFor(scope, NAME_FIELD, { op: 'any' })
  if (from !== undefined) {
    const name = formatDocumentName(project, database, childPath(collection, from))
    range = intersectRanges(range, rangeFor(scope, NAME_FIELD, { op: '>=', value: { kind: 'reference', name } }))
  }
  if (context.asOf !== undefined) {
    const accept = () => true
    const past = new PastNames(context, range, { version: context.asOf, reverse: false, accept, wanted: Infinity })
    for (let page = await past.next(); page.length > 0; page = await past.next()) yield* page
    return undefined
  }
  const pageSize = new PageSize(Infinity, context.memory)
  for (;;) {
    const limit = pageSize.next
    const { entries, isLast } = await context.snapshot.scanIndex(range, { limit, reverse: false })
    for (const entry of entries) yield makeDocument(entry.document)
    const last = entries.at(-1)?.key
    if (last === undefined || isLast) return undefined
    pageSize.note(entries.map((entry) => entry.document))
    range = { ...range, start: justAfter(last) }
    await context.meter.pause()
  }
}

/** Ids, in order, below which there are documents. */
async function* idsWithDescendants(
  context: TreeContext,
  collection: string,
  from: string | undefined,
): AsyncGenerator<string, undefined> {
  const depth = pathSegments(collection).length
  const all = collectionsRange(context.database, collection)
  let range = from === undefined ? withoutItself(all) : startingAt(context.database, childPath(collection, from), all)
  for (;;) {
    const below = await firstCollection(context, range)
    const id = below && pathSegments(below)[depth]
    if (id === undefined) return undefined
    yield id
    range = collectionsRange(context.database, collection, id)
    await context.meter.pause()
  }
}

async function firstCollection({ snapshot, asOf }: TreeContext, range: IndexRange): Promise<string | undefined> {
  const page = { limit: 1, reverse: false }
  const [key] = await snapshot.scanIndexKeys(range, page)
  const then = asOf === undefined ? undefined : (await snapshot.scanPast(range, asOf, page)).entries[0]
  const isThenFirst = then !== undefined && (key === undefined || compareBytes(then.key, key) < 0)
  const first = isThenFirst ? then.key : key
  return first && decodeCollectionPath(first)
}

async function hasAny(documents: AsyncGenerator<Document, unknown>): Promise<boolean> {
  const { done } = await documents.next()
  return done !== true
}

/** The keys from those at or below `path` on. */
function startingAt(database: string, path: string, all: IndexRange): IndexRange {
  const writer = new OrderedBytesWriter()
  writeCollectionsBelow(writer, database, path)
  return { ...all, start: writer.take() }
}

/** The keys of the collection itself end the path where those of deeper ones go on. */
function withoutItself(all: IndexRange): IndexRange {
  const own = new Uint8Array(all.start.length + 1)
  own.set(all.start)
  return { ...all, start: keyAfterPrefix(own) }
}

/** Every document below a document (or the root), in the order of names; between two paths, if they are told. */
export function treeStream(context: TreeContext, parent: string, bounds: PathBounds): DocumentStream {
  const documents = documentsBelow(context, parent, bounds.lower)
  return {
    async next() {
      const { value } = await documents.next()
      if (value === undefined) return []
      if (bounds.upper !== undefined && comparePaths(value.path, bounds.upper) > 0) return []
      return [value]
    },
  }
}

/** Every document below a document (or the root), in the order of names; none before `lower`, if that is told. */
export async function* documentsBelow(
  context: TreeContext,
  parent: string,
  lower: string | undefined,
): AsyncGenerator<Document, undefined> {
  const [collectionFrom, documentFrom] = nextSegments(parent, lower)
  for await (const id of possibleIdsBelow(context, parent, collectionFrom)) {
    const from = id === collectionFrom ? documentFrom : undefined
    yield* documentsWithin(context, childPath(parent, id), from, lower)
  }
  return undefined
}

/** Every document of a collection and below its documents, in the order of names. */
async function* documentsWithin(
  context: TreeContext,
  collection: string,
  from?: string,
  lower?: string,
): AsyncGenerator<Document, undefined> {
  for await (const { path, document, hasDescendants } of possibleEntries(context, collection, from)) {
    if (document !== undefined && (lower === undefined || comparePaths(path, lower) >= 0)) yield document
    if (hasDescendants) yield* documentsBelow(context, path, lower?.startsWith(`${path}/`) ? lower : undefined)
  }
  return undefined
}

/** The two segments of a path that follow those of its beginning; none when it begins otherwise. */
function nextSegments(beginning: string, path: string | undefined): [string | undefined, string | undefined] {
  if (path === undefined || (beginning !== '' && !path.startsWith(`${beginning}/`))) return [undefined, undefined]
  const depth = pathSegments(beginning).length
  const segments = pathSegments(path)
  return [segments[depth], segments[depth + 1]]
}
