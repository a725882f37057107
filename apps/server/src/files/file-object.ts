/** What is known about one stored file. */
export interface FileObject {
  readonly bucket: string
  readonly name: string
  /** Rises with each new content of this name: microseconds since the epoch, as text. */
  readonly generation: string
  /** Rises with each change of the metadata of one generation, from 1. */
  readonly metageneration: number
  readonly sizeBytes: number
  /** Base64. */
  readonly md5Hash: string
  readonly crc32c: string
  /** Milliseconds since the epoch. */
  readonly timeCreated: number
  readonly updated: number
  readonly contentType: string
  readonly cacheControl?: string | undefined
  readonly contentDisposition?: string | undefined
  readonly contentEncoding?: string | undefined
  readonly contentLanguage?: string | undefined
  readonly customMetadata: Readonly<Record<string, string>>
  /** Each is a capability to download this file, unguessable and revocable. */
  readonly downloadTokens: readonly string[]
  /** Whom its public address is for besides those whom rules let: `allUsers` or nobody. */
  readonly readers?: readonly string[] | undefined
}

/** The metadata a client may set. `null` clears a field in an update. */
export interface SettableMetadata {
  readonly contentType?: string | null | undefined
  readonly cacheControl?: string | null | undefined
  readonly contentDisposition?: string | null | undefined
  readonly contentEncoding?: string | null | undefined
  readonly contentLanguage?: string | null | undefined
  /** In an update: merged by key, `null` removes a key. */
  readonly customMetadata?: Readonly<Record<string, string | null>> | null | undefined
  /** Taken from programs and operators alone, who may have made links elsewhere. `null`: none. */
  readonly downloadTokens?: readonly string[] | null | undefined
  /** Taken from programs and operators alone: whether everybody may read it at its public address. */
  readonly isPublic?: boolean | undefined
}

export const DEFAULT_CONTENT_TYPE = 'application/octet-stream'
