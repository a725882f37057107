import { formatTimestamp } from '@hearth/model'
import type { NamedDocument } from './wire-schema.ts'

/** A document as proto3 JSON, its fields exactly as they are stored. */
export function documentJson({ root, document }: NamedDocument): string {
  const known = document.encoded?.json
  if (known !== undefined) return known
  // One that is missing, and listed as the parent of others, is its name alone.
  if (document.updateTime === 0) return `{"name":${JSON.stringify(root + document.path)}}`
  const text =
    `{"name":${JSON.stringify(root + document.path)},"fields":${document.json},` +
    `"createTime":"${formatTimestamp(document.createTime)}","updateTime":"${formatTimestamp(document.updateTime)}"}`
  document.encoded = { ...document.encoded, json: text }
  return text
}
