import type { Fields } from './value.ts'

/**
 * A point in a project's history: microseconds since the epoch, strictly rising per project with each commit.
 * A number, because microseconds stay exact until the year 2255.
 */
export type Version = number

/**
 * A document as it is stored and sent. `path` is relative to its database (`users/ada/posts/1`).
 * `json` is the text of the fields in typed JSON, `{"name":{"stringValue":"Ada"}}`, sent to clients as it is;
 * `fields` decodes it when first asked, and takes many times the memory of the text.
 */
export interface Document {
  readonly path: string
  readonly createTime: Version
  readonly updateTime: Version
  readonly json: string
  readonly fields: Fields
  /** To be called where a document is kept and its fields have served: they are decoded anew if somebody asks again. */
  forgetFields(): void
  /** The same with other times; what was decoded of it is not decoded again. */
  dated(times: Pick<Document, 'createTime' | 'updateTime'>): Document
  /** What protocols made of it: kept with the document, so that a change is encoded once for all its listeners. */
  encoded?: EncodedDocument | undefined
}

/** Each form as its protocol sends it, its name included. */
export interface EncodedDocument {
  json?: string
  protobuf?: Uint8Array
}
