import { type Document, makeDocument } from '@hearth/model'
import type { StoredDocument } from '../persistence/persistence.ts'

/** The document made of what the store handed out lives as long as that does: what was once decoded or encoded of it serves again. */
const made = new WeakMap<StoredDocument, Document>()

/** A document of the store, the same for the same state of it as long as the store hands out the same. */
export function documentOf(stored: StoredDocument): Document {
  let document = made.get(stored)
  if (document === undefined) {
    document = makeDocument(stored)
    made.set(stored, document)
  }
  return document
}
