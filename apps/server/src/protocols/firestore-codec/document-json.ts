import { formatTimestamp } from '@hearth/model'
import type { Document } from '@hearth/model'
import type { NamedDocument } from './wire-schema.ts'

/** The encoded form of a document lives as long as the document does, so that a change is encoded once for all its listeners. */
const encoded = new WeakMap<Document, string>()

/** A document as proto3 JSON, its fields exactly as they are stored. */
export function documentJson({ root, document }: NamedDocument): string {
  const known = encoded.get(document)
  if (known !== undefined) return known
  const text =
    `{"name":${JSON.stringify(root + document.path)},"fields":${document.json},` +
    `"createTime":"${formatTimestamp(document.createTime)}","updateTime":"${formatTimestamp(document.updateTime)}"}`
  encoded.set(document, text)
  return text
}
