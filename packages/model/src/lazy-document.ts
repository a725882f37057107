import type { Document, EncodedDocument, Version } from './document.ts'
import { StatusError } from './status-error.ts'
import { decodeFields } from './typed-json.ts'
import type { Fields } from './value.ts'

type DocumentParts = Pick<Document, 'path' | 'createTime' | 'updateTime' | 'json'>

/** A stored document whose fields are read from its text when they are first asked for. */
export class LazyDocument implements Document {
  readonly path: string
  readonly createTime: Version
  readonly updateTime: Version
  readonly json: string
  encoded: EncodedDocument | undefined = undefined
  #fields: Fields | undefined

  constructor(stored: DocumentParts, fields?: Fields) {
    this.path = stored.path
    this.createTime = stored.createTime
    this.updateTime = stored.updateTime
    this.json = stored.json
    this.#fields = fields
  }

  /** Throws `data-loss` when the stored text is not a document's, which no client can have caused. */
  get fields(): Fields {
    this.#fields ??= this.#decode()
    return this.#fields
  }

  forgetFields(): void {
    this.#fields = undefined
  }

  dated({ createTime, updateTime }: Pick<Document, 'createTime' | 'updateTime'>): Document {
    return new LazyDocument({ path: this.path, createTime, updateTime, json: this.json }, this.#fields)
  }

  #decode(): Fields {
    try {
      return decodeFields(this.json)
    } catch (cause) {
      throw new StatusError('data-loss', 'DOCUMENT_UNREADABLE', 'A stored document cannot be read.', { cause })
    }
  }
}

/** A document from its stored parts; `fields` when they are known already, so that they are not decoded again. */
export function makeDocument(stored: DocumentParts, fields?: Fields): Document {
  return new LazyDocument(stored, fields)
}
