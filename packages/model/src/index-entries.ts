import { CompositeBudget } from './composite-budget.ts'
import { compositeEntriesOf, type CompositeIndex } from './composite-index.ts'
import type { FieldIndexing, ScopedIndexes } from './field-indexing.ts'
import { NAME_FIELD } from './field-path.ts'
import type { FieldPath } from './field-path.ts'
import { VALUE_BYTES_MAX, writeField, writeKeyValue, writeScope } from './index-key.ts'
import { invalidArgument } from './invalid-argument.ts'
import { OrderedBytesWriter } from './ordered-bytes.ts'
import { collectionIdOf, lastSegment, parentPath } from './resource-path.ts'
import { runSteps } from './run-steps.ts'
import { utf8Length } from './utf8.ts'
import { areIdenticalFields, compareBytes, isIdentical, isNaNValue, isVector } from './value-order.ts'
import type { Fields, Value } from './value.ts'

/** Keys in the scope of the collection; those of the group, which are as many, do not count. */
export const MAX_INDEX_ENTRIES = 40_000
export const MAX_INDEX_BYTES = 8 * 1024 * 1024

/** What the documents of a collection have keys in. */
export interface CollectionIndexes {
  /** Those over several fields. */
  readonly composites?: readonly CompositeIndex[]
  /** Of single fields; absent: all of them. */
  readonly fields?: FieldIndexing | undefined
  /** The keys are being brought in line with `fields`: a document may still have others. */
  readonly areFieldsChanging?: boolean
}

/**
 * All index keys of a document's single fields. Throws `invalid-argument` when they are more than MAX_INDEX_ENTRIES or,
 * in the scope of the collection, longer than MAX_INDEX_BYTES together.
 */
export function indexEntriesOf(database: string, path: string, fields: Fields, indexing?: FieldIndexing): Uint8Array[] {
  return allKeys(new DocumentKeys(database, path, indexing), fields)
}

/** The keys of a document's name, in each of its scopes. Every document has them. */
export function nameKeysOf(database: string, path: string): Uint8Array[] {
  const keys = new DocumentKeys(database, path, undefined)
  keys.addName()
  return keys.taken
}

/** Every key that a document could have, however many: for taking away those it should not. */
export function possibleEntriesOf(database: string, path: string, fields: Fields): Uint8Array[] {
  return allKeys(new DocumentKeys(database, path, undefined, false), fields)
}

function allKeys(keys: DocumentKeys, fields: Fields): Uint8Array[] {
  keys.addName()
  keys.addFields([], fields)
  return keys.taken
}

/** The keys that go and the keys that come, given the keys before and after. Neither list may hold a key twice. */
export function diffEntries(
  before: readonly Uint8Array[],
  after: readonly Uint8Array[],
): { added: Uint8Array[]; removed: Uint8Array[] } {
  const olds = before.toSorted(compareBytes)
  const news = after.toSorted(compareBytes)
  const added: Uint8Array[] = []
  const removed: Uint8Array[] = []
  let i = 0
  for (const key of news) {
    let old = olds[i]
    while (old !== undefined && compareBytes(old, key) < 0) {
      removed.push(old)
      old = olds[++i]
    }
    if (old !== undefined && compareBytes(old, key) === 0) i++
    else added.push(key)
  }
  return { added, removed: [...removed, ...olds.slice(i)] }
}

export interface IndexChanges {
  readonly added: Uint8Array[]
  readonly removed: Uint8Array[]
}

/**
 * The same as `diffEntries` of all keys before and after (undefined: no document), but of the single fields only the keys
 * of what changed are made. Throws as `indexEntriesOf` and `CompositeBudget` do for the document after.
 */
export function indexChanges(...change: Parameters<typeof indexChangesInSteps>): IndexChanges {
  return runSteps(indexChangesInSteps(...change))
}

/** As `indexChanges`, in steps of which each makes or compares some 80,000 keys at most, for others to have their turn in between. */
export function* indexChangesInSteps(
  database: string,
  path: string,
  before: Fields | undefined,
  after: Fields | undefined,
  indexes: CollectionIndexes = {},
): Generator<undefined, IndexChanges> {
  const changes = yield* singleFieldChanges(database, path, before, after, indexes)
  let budget: CompositeBudget | undefined
  for (const index of indexes.composites ?? []) {
    yield
    budget ??= new CompositeBudget(path)
    const olds = before === undefined ? [] : compositeEntriesOf(index, path, before)
    yield
    const news = after === undefined ? [] : compositeEntriesOf(index, path, after, budget)
    yield
    const { added, removed } = diffEntries(olds, news)
    changes.added.push(...added)
    changes.removed.push(...removed)
  }
  return changes
}

function* singleFieldChanges(
  database: string,
  path: string,
  before: Fields | undefined,
  after: Fields | undefined,
  { fields, areFieldsChanging = false }: CollectionIndexes,
): Generator<undefined, IndexChanges> {
  const olds = new DocumentKeys(database, path, areFieldsChanging ? undefined : fields, false)
  if (after === undefined || before === undefined) {
    return {
      added: after === undefined ? [] : indexEntriesOf(database, path, after, fields),
      removed: before === undefined ? [] : allKeys(olds, before),
    }
  }
  if (areIdenticalFields(before, after)) return { added: [], removed: [] }
  checkTotals(database, path, after, fields)
  yield
  const news = new DocumentKeys(database, path, fields)
  yield* addChangedFields(olds, news, [], before, after)
  yield
  return diffEntries(olds.taken, news.taken)
}

function* addChangedFields(
  olds: DocumentKeys,
  news: DocumentKeys,
  parent: FieldPath,
  before: Fields,
  after: Fields,
): Generator<undefined, void> {
  for (const [name, old] of before) {
    const field = [...parent, name]
    const value = after.get(name)
    if (value === undefined) olds.addField(field, old)
    else if (isNestingMap(old) && isNestingMap(value)) {
      if (isIdentical(old, value)) continue
      olds.addWhole(field, old)
      news.addWhole(field, value)
      yield* addChangedFields(olds, news, field, old.fields, value.fields)
    } else if (!isIdentical(old, value)) {
      olds.addField(field, old)
      if (old.kind === 'array') yield
      news.addField(field, value)
    }
  }
  for (const [name, value] of after) {
    if (!before.has(name)) news.addField([...parent, name], value)
  }
}

function isNestingMap(value: Value): value is Extract<Value, { kind: 'map' }> {
  return value.kind === 'map' && !isVector(value)
}

/** Refuses a document with too many keys. Only one that could have too many has them all made. */
function checkTotals(database: string, path: string, fields: Fields, indexing: FieldIndexing | undefined): void {
  const bound = keyBound(fields)
  const keyBytes = 2 * (utf8Length(database) + utf8Length(path)) + 2 * bound.pathBytes + VALUE_BYTES_MAX + 64
  if (bound.count >= MAX_INDEX_ENTRIES || bound.count * keyBytes >= MAX_INDEX_BYTES) {
    indexEntriesOf(database, path, fields, indexing)
  }
}

/** At least as many keys, and at least as long field paths (twice their bytes would be every byte escaped). */
function keyBound(fields: Fields): { count: number; pathBytes: number } {
  let count = 1
  let pathBytes = 0
  for (const [name, value] of fields) {
    count += value.kind === 'array' ? 1 + value.values.length : 1
    let below = 0
    if (isNestingMap(value)) {
      const inner = keyBound(value.fields)
      count += inner.count
      below = inner.pathBytes
    }
    pathBytes = Math.max(pathBytes, utf8Length(name) + 1 + below)
  }
  return { count, pathBytes }
}

/** Every key is written and taken out in one go, so all documents can use the same bytes. */
const sharedWriter = new OrderedBytesWriter()

interface KeyScope {
  /** Where its overrides stand. A root collection has no keys in the group's scope, so its own serve both. */
  readonly names: readonly (keyof ScopedIndexes)[]
  readonly prefix: Uint8Array
  readonly document: Uint8Array
}

/** Makes keys of one document, in both its scopes. */
class DocumentKeys {
  readonly taken: Uint8Array[] = []
  readonly #writer = sharedWriter
  readonly #scopes: KeyScope[] = []
  readonly #path: string
  readonly #indexing: FieldIndexing | undefined
  readonly #isLimited: boolean
  #count = 0
  #bytes = 0

  constructor(database: string, path: string, indexing: FieldIndexing | undefined, isLimited = true) {
    const collection = parentPath(path)
    const isNested = collection.includes('/')
    this.#path = path
    this.#indexing = indexing
    this.#isLimited = isLimited
    this.#addScope(
      isNested ? ['collection'] : ['collection', 'group'],
      () => writeScope(this.#writer, { kind: 'collection', database, path: collection }),
      lastSegment(path),
    )
    if (isNested) {
      const collectionId = collectionIdOf(path)
      this.#addScope(['group'], () => writeScope(this.#writer, { kind: 'group', database, collectionId }), path)
    }
  }

  #addScope(names: KeyScope['names'], writePrefix: () => void, documentPath: string): void {
    this.#writer.length = 0
    writePrefix()
    const prefix = this.#writer.take()
    this.#writer.length = 0
    this.#writer.path(documentPath)
    this.#scopes.push({ names, prefix, document: this.#writer.take() })
    this.#writer.length = 0
  }

  /** The scopes in which a field has keys. */
  #scopesOf(field: FieldPath, space: 'fields' | 'elements'): readonly KeyScope[] {
    const indexing = this.#indexing
    if (indexing === undefined) return this.#scopes
    return this.#scopes.filter(({ names }) => names.some((name) => indexing.isKept(field, name, space)))
  }

  addName(): void {
    writeField(this.#writer, NAME_FIELD, 'fields')
    this.#addKeys(this.#writer.length, this.#scopes)
    this.#writer.length = 0
  }

  addFields(parent: FieldPath, fields: Fields): void {
    for (const [name, value] of fields) this.addField([...parent, name], value)
  }

  /** The keys of a field and of all that is in it. */
  addField(field: FieldPath, value: Value): void {
    this.addWhole(field, value)
    if (value.kind === 'array') this.#addElements(field, value.values)
    else if (isNestingMap(value)) this.addFields(field, value.fields)
  }

  /** The one key of a field as a whole. */
  addWhole(field: FieldPath, value: Value): void {
    const scopes = this.#scopesOf(field, 'fields')
    if (scopes.length === 0) return
    writeField(this.#writer, field, 'fields')
    const valueStart = this.#writer.length
    writeKeyValue(this.#writer, value)
    this.#addKeys(valueStart, scopes)
    this.#writer.length = 0
  }

  #addElements(field: FieldPath, values: readonly Value[]): void {
    const scopes = this.#scopesOf(field, 'elements')
    if (scopes.length === 0) return
    writeField(this.#writer, field, 'elements')
    const valueStart = this.#writer.length
    const written: Uint8Array[] = []
    for (const element of values) {
      if (element.kind === 'null' || isNaNValue(element)) continue
      this.#writer.length = valueStart
      writeKeyValue(this.#writer, element)
      written.push(this.#writer.view(valueStart, this.#writer.length).slice())
    }
    let previous: Uint8Array | undefined
    // Sorted, so that elements whose bytes are the same (ties, or cut alike) are neighbours: bytes are compared many times faster than values.
    for (const bytes of written.sort(compareBytes)) {
      if (previous !== undefined && compareBytes(previous, bytes) === 0) continue
      previous = bytes
      this.#writer.length = valueStart
      this.#writer.bytes(bytes)
      this.#addKeys(valueStart, scopes)
    }
    this.#writer.length = 0
  }

  /** Adds a key in each of the scopes for the space, field path and value that are written. */
  #addKeys(valueStart: number, scopes: readonly KeyScope[]): void {
    const middle = this.#writer.view(0, this.#writer.length)
    const valueLength = middle.length - valueStart
    for (const { prefix, document } of scopes) {
      const documentStart = prefix.length + middle.length
      const trailerStart = documentStart + document.length
      const key = new Uint8Array(trailerStart + 4)
      key.set(prefix, 0)
      key.set(middle, prefix.length)
      key.set(document, documentStart)
      key[trailerStart] = valueLength >> 8
      key[trailerStart + 1] = valueLength
      key[trailerStart + 2] = document.length >> 8
      key[trailerStart + 3] = document.length
      this.taken.push(key)
      if (prefix === this.#scopes[0]?.prefix) this.#bytes += key.length
    }
    this.#count++
    if (!this.#isLimited) return
    if (this.#count > MAX_INDEX_ENTRIES || this.#bytes > MAX_INDEX_BYTES) {
      throw invalidArgument(
        'TOO_MANY_INDEX_ENTRIES',
        `Document '${this.#path}' has too many index entries: at most ${MAX_INDEX_ENTRIES} with ${MAX_INDEX_BYTES} bytes together are allowed.`,
      )
    }
  }
}
