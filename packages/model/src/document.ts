import type { Fields } from './value.ts'
import type { Version } from './version.ts'

/**
 * A document as it is stored and sent. `path` is relative to its database (`users/ada/posts/1`).
 * `json` is the text of the fields in typed JSON, `{"name":{"stringValue":"Ada"}}`, sent to clients as it is;
 * `fields` decodes it when first asked.
 */
export interface Document {
  readonly path: string
  readonly createTime: Version
  readonly updateTime: Version
  readonly json: string
  readonly fields: Fields
}
