import type { Document } from '@hearth/model'

/** What is around a key in memory, roughly. */
const KEY_BYTES = 150

/** A document and its place in the order of a query. Its fields are not kept: decoded they take many times the memory of their text. */
export interface KeyedDocument {
  readonly document: Document
  readonly key: Uint8Array
}

/** Zero only for the same document. */
export function compareKeyed(one: KeyedDocument, other: KeyedDocument): number {
  return Buffer.compare(one.key, other.key)
}

/** A key's share of memory. */
export function keyBytes(key: Uint8Array): number {
  return key.length + KEY_BYTES
}
