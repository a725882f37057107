import { formatFieldPath, isNameField } from './field-path.ts'
import type { FieldPath } from './field-path.ts'
import { OrderedBytesReader, OrderedBytesWriter, unreadableKey } from './ordered-bytes.ts'
import { childPath } from './resource-path.ts'
import { compareBytes } from './value-order.ts'
import type { Value } from './value.ts'

/**
 * The keys of the index: one ordered table holds them all, and a query reads a range of it, forwards or backwards.
 * The parts are those of `ordered-bytes.ts`, one after the other, so keys order part by part:
 *
 *   database     text; `(default)` as the empty text
 *   scope        01 and the path of a collection, or 02 and the id of a collection group as text
 *   space        01 names, 02 fields, 03 elements of arrays
 *   field path   its segments as text, then 00; absent in the space of names
 *   value        at most VALUE_BYTES_MAX bytes; absent in the space of names
 *   document     its id (scope 01) or its whole path (scope 02), as a path
 *   trailer      the lengths of value and document, two bytes each; never reached by a comparison
 *
 *   users/ada with age 37, in the collection `users` of the default database:
 *   00 | 01 75 73 65 72 73 00 00 | 02 | 61 67 65 00 00 | 20 c0 42 80 00 00 00 00 00 | 61 64 61 00 00 | 00 09 00 05
 *
 * Every document has, in the scope of its collection and (unless the collection is at the root) in the scope of its
 * collection group: one key in the space of names; one in the space of fields for every field path, those of maps and
 * of what is in them included, a vector counting as one field; one in the space of elements for every distinct element
 * of an array, null and NaN excepted, because no query finds them.
 *
 * The root collection of a group has no keys in the group's scope: a query of the group merges both ranges, by
 * `compareAcrossScopes`.
 *
 * **Cut values.** A value whose bytes would be longer than VALUE_BYTES_MAX is cut there. Two cut values with the same
 * bytes may differ, and keys that hold them are ordered by document instead of by value; against every other value
 * their place is right. So whoever reads a range:
 * - checks each document again when the range is not `exact` (`index-range.ts`): a bound was cut, so a range may hold
 *   more than was asked for, never less;
 * - when the order by value matters, collects the run of neighbouring keys for which `isCut` holds and `sameValueBytes`
 *   holds with the first, and sorts their documents by `compareDocuments` before going on.
 */
export type IndexScope =
  | { readonly kind: 'collection'; readonly database: string; readonly path: string }
  | { readonly kind: 'group'; readonly database: string; readonly collectionId: string }

/** A string of 1500 bytes, which is what the vendor's index holds, always fits (unless it is full of control characters). */
export const VALUE_BYTES_MAX = 1536

const DEFAULT_DATABASE = '(default)'
const COLLECTION = 0x01
const GROUP = 0x02
const TRAILER_BYTES = 4

export const INDEX_SPACE = { names: 0x01, fields: 0x02, elements: 0x03 } as const

/** Writes database and scope: what all keys of the scope begin with. */
export function writeScope(writer: OrderedBytesWriter, scope: IndexScope): void {
  writeDatabase(writer, scope.database)
  if (scope.kind === 'collection') {
    writer.byte(COLLECTION)
    writer.path(scope.path)
  } else {
    writer.byte(GROUP)
    writer.text(scope.collectionId)
  }
}

/** Writes what the keys of all collections below a path begin with: those right below it, and those further down. */
export function writeCollectionsBelow(writer: OrderedBytesWriter, database: string, parent: string): void {
  writeDatabase(writer, database)
  writer.byte(COLLECTION)
  writer.openPath(parent)
}

/** Writes what the keys of all collection groups of a database begin with. */
export function writeGroups(writer: OrderedBytesWriter, database: string): void {
  writeDatabase(writer, database)
  writer.byte(GROUP)
}

export function writeDatabase(writer: OrderedBytesWriter, database: string): void {
  writer.text(database === DEFAULT_DATABASE ? '' : database)
}

/** Writes space and field path, up to where the value comes. */
export function writeField(writer: OrderedBytesWriter, field: FieldPath, space: 'fields' | 'elements'): void {
  if (isNameField(field)) {
    writer.byte(INDEX_SPACE.names)
    return
  }
  writer.byte(INDEX_SPACE[space])
  for (const name of field) {
    if (name === '') throw new TypeError(`A field path has an empty name: ${formatFieldPath(field)}`)
    writer.text(name)
  }
  writer.byte(0)
}

/** Writes a value, cut where it is too long. Answers whether it was cut. */
export function writeKeyValue(writer: OrderedBytesWriter, value: Value): boolean {
  const start = writer.length
  writer.value(value, VALUE_BYTES_MAX)
  if (writer.length - start < VALUE_BYTES_MAX) return false
  writer.length = start + VALUE_BYTES_MAX
  return true
}

interface KeyParts {
  readonly valueStart: number
  readonly documentStart: number
  readonly trailerStart: number
}

function keyParts(key: Uint8Array): KeyParts {
  const trailerStart = key.length - TRAILER_BYTES
  const documentStart = trailerStart - uint16At(key, trailerStart + 2)
  const valueStart = documentStart - uint16At(key, trailerStart)
  if (trailerStart < 0 || valueStart < 0) throw unreadableKey()
  return { valueStart, documentStart, trailerStart }
}

function uint16At(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}

/** The database and the path of the document a key leads to. */
export function decodeDocumentPath(key: Uint8Array): { database: string; path: string } {
  const reader = new OrderedBytesReader(key)
  const database = reader.text() || DEFAULT_DATABASE
  const collection = reader.byte() === COLLECTION ? reader.path() : ''
  reader.at = keyParts(key).documentStart
  return { database, path: childPath(collection, reader.path()) }
}

/** The path of the collection whose scope a key is in; undefined for a key of a group. */
export function decodeCollectionPath(key: Uint8Array): string | undefined {
  const reader = new OrderedBytesReader(key)
  reader.text()
  return reader.byte() === COLLECTION ? reader.path() : undefined
}

/**
 * The document's part of a key. Keys of one scope with equal values are in the order of these bytes, so the results of
 * several equality ranges can be joined by them: the range's `start` followed by these bytes is where the document's
 * key begins.
 */
export function documentBytes(key: Uint8Array): Uint8Array {
  const { documentStart, trailerStart } = keyParts(key)
  return key.subarray(documentStart, trailerStart)
}

/** Whether the value in a key was cut: see the contract at the top. */
export function isCut(key: Uint8Array): boolean {
  const { valueStart, documentStart } = keyParts(key)
  return documentStart - valueStart === VALUE_BYTES_MAX
}

/** Whether two keys hold the same bytes as value. For values that were not cut: whether the values tie. */
export function sameValueBytes(a: Uint8Array, b: Uint8Array): boolean {
  return compareBytes(valueBytes(a), valueBytes(b)) === 0
}

/** The value in a key. */
export function valueBytes(key: Uint8Array): Uint8Array {
  const { valueStart, documentStart } = keyParts(key)
  return key.subarray(valueStart, documentStart)
}

/**
 * The order of two keys of the same field in different scopes (the root collection of a group, and the group): by
 * value, then by the path of the document. Cut values as in the contract at the top.
 */
export function compareAcrossScopes(a: Uint8Array, b: Uint8Array): number {
  return compareBytes(valueBytes(a), valueBytes(b)) || compareBytes(fullDocumentBytes(a), fullDocumentBytes(b))
}

function fullDocumentBytes(key: Uint8Array): Uint8Array {
  const reader = new OrderedBytesReader(key)
  reader.text()
  if (reader.byte() === GROUP) return documentBytes(key)
  const writer = new OrderedBytesWriter()
  writer.path(decodeDocumentPath(key).path)
  return writer.take()
}
