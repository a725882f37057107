import { childPath, comparePaths, type Document, pathSegments, type Version } from '@hearth/model'
import {
  collectionEntries,
  collectionIdsBelow,
  documentsBelow,
  documentsWithin,
  type TreeEntry,
} from './collection-tree.ts'
import { changedPaths, documentsThen } from './past-stream.ts'
import type { ReadContext } from './read-context.ts'

/**
 * The tree of documents as it was at an earlier version: that of now without all that changed since, and with what the
 * changed documents were then.
 */
export class PastTree {
  readonly #context: ReadContext
  readonly #changed: ReadonlySet<string>
  /** Those of the changed documents that were there. */
  readonly #then = new Map<string, Document>()
  /** Of them and the way to them: ids by collection, and ids of collections by document (or the root), in order. */
  readonly #childrenThen = new Map<string, string[]>()

  private constructor(context: ReadContext, changed: ReadonlySet<string>, then: readonly Document[]) {
    this.#context = context
    this.#changed = changed
    const children = new Map<string, Set<string>>()
    for (const document of then) {
      this.#then.set(document.path, document)
      let parent = ''
      for (const segment of pathSegments(document.path)) {
        let ids = children.get(parent)
        if (ids === undefined) children.set(parent, (ids = new Set()))
        ids.add(segment)
        parent = childPath(parent, segment)
      }
    }
    for (const [parent, ids] of children) this.#childrenThen.set(parent, [...ids].sort(comparePaths))
  }

  /** Throws as `pastStream`. */
  static async open(context: ReadContext, version: Version): Promise<PastTree> {
    const changed = await changedPaths(context, version)
    return new PastTree(context, changed, await documentsThen(context, [...changed], version))
  }

  /** As `collectionIdsBelow`. */
  async *collectionIds(parent: string, from: string | undefined): AsyncGenerator<string, void> {
    const now = collectionIdsBelow(this.#context, parent, from)
    for await (const { id, isThen } of merged(now, (one) => one, this.#idsThen(parent, from))) {
      if (isThen || (await this.#isUnchangedIn(documentsWithin(this.#context, childPath(parent, id))))) yield id
      await this.#context.meter.pause()
    }
  }

  /** As `collectionEntries`. */
  async *entries(collection: string, from: string | undefined): AsyncGenerator<TreeEntry, void> {
    const now = collectionEntries(this.#context, collection, from)
    const idOf = ({ path }: TreeEntry) => path.slice(collection.length + 1)
    for await (const { id, entry } of merged(now, idOf, this.#idsThen(collection, from))) {
      const path = childPath(collection, id)
      const document = this.#changed.has(path) ? this.#then.get(path) : entry?.document
      const hasDescendants =
        this.#childrenThen.has(path) ||
        (entry?.hasDescendants === true && (await this.#isUnchangedIn(documentsBelow(this.#context, path, undefined))))
      if (document !== undefined || hasDescendants) yield { path, document, hasDescendants }
      await this.#context.meter.pause()
    }
  }

  #idsThen(parent: string, from: string | undefined): string[] {
    const ids = this.#childrenThen.get(parent) ?? []
    return from === undefined ? ids : ids.filter((id) => comparePaths(id, from) >= 0)
  }

  async #isUnchangedIn(documents: AsyncIterable<Document>): Promise<boolean> {
    for await (const { path } of documents) if (!this.#changed.has(path)) return true
    return false
  }
}

/** Two lists in order as one. `isThen`: the id is in the second. */
async function* merged<T>(
  now: AsyncIterable<T>,
  idOf: (entry: T) => string,
  then: readonly string[],
): AsyncGenerator<{ id: string; entry: T | undefined; isThen: boolean }, void> {
  let at = 0
  for await (const entry of now) {
    const id = idOf(entry)
    for (let next = then[at]; next !== undefined && comparePaths(next, id) < 0; next = then[++at]) {
      yield { id: next, entry: undefined, isThen: true }
    }
    const isThen = then[at] === id
    if (isThen) at++
    yield { id, entry, isThen }
  }
  for (const id of then.slice(at)) yield { id, entry: undefined, isThen: true }
}
