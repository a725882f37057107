import {
  type FieldPath,
  formatDocumentName,
  formatFieldPath,
  INDEX_SPACE,
  type IndexCondition,
  type IndexScope,
  keyAfterPrefix,
  NAME_FIELD,
  OrderedBytesReader,
  OrderedBytesWriter,
  rangeFor,
  writeField,
  writeGroups,
  writeScope,
} from '@hearth/model'
import { collectionIdsBelow } from './collection-tree.ts'
import type { ReadContext } from './read-context.ts'

/** Documents of one collection that name an id in one way. */
export interface Mention {
  /** The path of a collection, or the id of a group. */
  readonly collection: string
  /** Of all collections of that id below other documents. */
  readonly isGroup: boolean
  /** The documents' own id, a value, an element of an array, a key of a map, or a reference to a document that has it. */
  readonly by: 'id' | 'value' | 'element' | 'key' | 'reference'
  /** Absent where it is the document's own id. */
  readonly field?: string
  readonly count: number
  /** There are more than are counted. */
  readonly hasMore: boolean
}

export interface Mentions {
  /** Those of many documents first. */
  readonly mentions: readonly Mention[]
  /** There are more collections or fields than are looked at. */
  readonly isPartial: boolean
}

const COLLECTIONS_MAX = 300
/** Of the whole database; each is a look into the index or two. */
const FIELDS_MAX = 3_000
/** Below one map: where its keys are ids of others there is one for each. */
const KEYS_OF_MAP_MAX = 40
const COUNTED_MAX = 1_000
const MENTIONS_MAX = 100

/**
 * Where in a database an id is named, by the index alone: no document is read, so it costs the same however many there are. The fields of each
 * collection are found by leaping from one to the next. What is not indexed is not found.
 */
export async function findMentions(context: ReadContext, id: string): Promise<Mentions> {
  const search = new MentionSearch(context, id)
  const collections: string[] = []
  for await (const collection of collectionIdsBelow(context, '', undefined)) {
    if (collections.length === COLLECTIONS_MAX) search.isPartial = true
    if (search.isPartial) break
    collections.push(collection)
    await search.lookUpId(collection)
  }
  const { database } = context
  for (const path of collections) await search.lookInto({ kind: 'collection', database, path }, path)
  for await (const collectionId of groupsIn(context)) {
    await search.lookInto({ kind: 'group', database, collectionId }, collectionId)
  }
  const mentions = search.found.toSorted((one, other) => other.count - one.count)
  return { mentions: mentions.slice(0, MENTIONS_MAX), isPartial: search.isPartial || mentions.length > MENTIONS_MAX }
}

class MentionSearch {
  readonly found: Mention[] = []
  isPartial = false
  readonly #context: ReadContext
  readonly #id: string
  /** Names of documents that have the id. */
  readonly #names: string[] = []
  #fieldsLeft = FIELDS_MAX

  constructor(context: ReadContext, id: string) {
    this.#context = context
    this.#id = id
  }

  async lookUpId(path: string): Promise<void> {
    // A path would be another document's.
    if (this.#id.includes('/')) return
    const { project, database } = this.#context
    const name = formatDocumentName(project, database, `${path}/${this.#id}`)
    const condition = { op: '==', value: { kind: 'reference', name } } as const
    const scope = { kind: 'collection', database, path } as const
    if (await this.#note({ collection: path, isGroup: false, by: 'id' }, scope, NAME_FIELD, condition)) {
      this.#names.push(name)
    }
  }

  async lookInto(scope: IndexScope, collection: string): Promise<void> {
    const at = { collection, isGroup: scope.kind === 'group' }
    const value = { kind: 'string', value: this.#id } as const
    const maps = new Set<string>()
    for await (const path of this.#fieldsIn(scope, 'fields')) {
      const field = formatFieldPath(path)
      await this.#note({ ...at, by: 'value', field }, scope, path, { op: '==', value })
      for (const name of this.#names) {
        const reference = { kind: 'reference', name } as const
        await this.#note({ ...at, by: 'reference', field }, scope, path, { op: '==', value: reference })
      }
      const map = path.slice(0, -1)
      if (map.length === 0) continue
      const mapName = formatFieldPath(map)
      if (maps.has(mapName)) continue
      maps.add(mapName)
      await this.#note({ ...at, by: 'key', field: mapName }, scope, [...map, this.#id], { op: 'any' })
    }
    for await (const path of this.#fieldsIn(scope, 'elements')) {
      const field = formatFieldPath(path)
      await this.#note({ ...at, by: 'element', field }, scope, path, { op: 'array-contains', value })
    }
  }

  async #note(
    mention: Omit<Mention, 'count' | 'hasMore'>,
    scope: IndexScope,
    field: FieldPath,
    condition: IndexCondition,
  ): Promise<boolean> {
    const count = await this.#context.snapshot.countIndex(rangeFor(scope, field, condition), COUNTED_MAX + 1)
    if (count === 0) return false
    this.found.push({ ...mention, count: Math.min(count, COUNTED_MAX), hasMore: count > COUNTED_MAX })
    return true
  }

  /** The fields that documents of a scope have, each once: what follows the first key of one is the first of the next. */
  async *#fieldsIn(scope: IndexScope, space: 'fields' | 'elements'): AsyncGenerator<FieldPath, void> {
    const { snapshot, meter } = this.#context
    const prefix = written((writer) => {
      writeScope(writer, scope)
      writer.byte(INDEX_SPACE[space])
    })
    const end = keyAfterPrefix(prefix)
    const keysOfMap = new Map<string, number>()
    for (let start = prefix; ;) {
      const [key] = await snapshot.scanIndexKeys({ start, end }, { limit: 1, reverse: false })
      if (key === undefined) return
      if (this.#fieldsLeft-- <= 0) {
        this.isPartial = true
        return
      }
      const path = fieldPathAt(key, prefix.length)
      yield path
      const map = path.slice(0, -1)
      const mapName = map.join('\0')
      const keys = (keysOfMap.get(mapName) ?? 0) + 1
      keysOfMap.set(mapName, keys)
      const isSkipped = map.length > 0 && keys >= KEYS_OF_MAP_MAX
      start = keyAfterPrefix(
        written((writer) => {
          writeScope(writer, scope)
          if (isSkipped) {
            writer.byte(INDEX_SPACE[space])
            for (const name of map) writer.text(name)
          } else writeField(writer, path, space)
        }),
      )
      await meter.pause()
    }
  }
}

/** The ids of collections that are below documents. */
async function* groupsIn({ snapshot, meter, database }: ReadContext): AsyncGenerator<string, void> {
  const prefix = written((writer) => writeGroups(writer, database))
  const end = keyAfterPrefix(prefix)
  for (let [start, count] = [prefix, 0]; count < COLLECTIONS_MAX; count++) {
    const [key] = await snapshot.scanIndexKeys({ start, end }, { limit: 1, reverse: false })
    if (key === undefined) return
    const collectionId = new OrderedBytesReader(key, prefix.length).text()
    yield collectionId
    start = keyAfterPrefix(written((writer) => writeScope(writer, { kind: 'group', database, collectionId })))
    await meter.pause()
  }
}

function fieldPathAt(key: Uint8Array, at: number): FieldPath {
  const reader = new OrderedBytesReader(key, at)
  const path: string[] = []
  while (key[reader.at] !== 0) path.push(reader.text())
  return path
}

function written(write: (writer: OrderedBytesWriter) => void): Uint8Array {
  const writer = new OrderedBytesWriter()
  write(writer)
  return writer.take()
}
