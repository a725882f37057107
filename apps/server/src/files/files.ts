import type { Readable } from 'node:stream'
import type { Caller } from '../access/caller.ts'
import type { ByteRange } from '../blobs/blobs.ts'
import type { Checksums, ContentTerms } from './content-terms.ts'
import type { FileObject, SettableMetadata } from './file-object.ts'
import type { FileList, FilePage } from './file-listing.ts'
import type { Preconditions } from './preconditions.ts'
import type { FileSettings } from './public-files.ts'

export interface ObjectRef {
  readonly bucket: string
  readonly name: string
  /** The content that is meant; a file that has another by now is not found. Uploads have none. */
  readonly generation?: string | undefined
}

export interface UploadOptions {
  /** What the client announced, if it did. */
  readonly sizeBytes?: number | undefined
  readonly checksums?: Checksums | undefined
  /** Kept with an upload in parts, whoever goes on with it. */
  readonly terms?: ContentTerms | undefined
  /** Asked when the upload is opened, and again when its content becomes the file. */
  readonly expected?: Preconditions | undefined
  /** Whoever knows the upload's address may go on with it, in the name of who opened it. Of uploads in parts. */
  readonly isBearer?: boolean | undefined
  /** The file has a download token from the beginning, as apps expect; programs ask for one. */
  readonly isLinked?: boolean | undefined
}

/** Of an upload in parts: how many bytes have arrived, or the file that it became. */
export type UploadStatus =
  | { readonly state: 'active'; readonly sizeBytes: number }
  | { readonly state: 'final'; readonly object: FileObject }

/** The same, and how many bytes there are up to the end of the part that was sent. */
export type AppendedStatus = UploadStatus & { readonly endsAt: number }

export interface ReadOptions {
  /** A valid download token of the file stands in for the gate. */
  readonly token?: string | undefined
  /** Asked for at the file's public address, where a public file is open to everybody. */
  readonly isAtPublicAddress?: boolean | undefined
  readonly expected?: Preconditions | undefined
}

/**
 * File storage. Every call asks the gate; failures are `StatusError`s. A file is whole or absent, also after a kill. Preconditions are checked
 * in the commit they guard, and after the gate: `failed-precondition`/`CONDITION_NOT_MET` or `NOT_CHANGED`.
 */
export interface Files {
  /** Stores a file in one go. Throws `invalid-argument`/`CHECKSUM_MISMATCH`, having kept nothing. */
  put(
    caller: Caller,
    at: ObjectRef,
    metadata: SettableMetadata,
    content: AsyncIterable<Uint8Array>,
    options?: UploadOptions,
  ): Promise<FileObject>

  /** Opens an upload that arrives in parts and survives restarts. Unfinished ones end after 24 hours. */
  startUpload(caller: Caller, at: ObjectRef, metadata: SettableMetadata, options?: UploadOptions): Promise<string>
  /**
   * Adds bytes at `offset`, of which the first may be there already: a client that was cut off sends its part again. So it may after the
   * upload became a file, as long as nothing is new. The newest request goes on with an upload; what another has under way is stopped
   * (`unavailable`/`UPLOAD_TAKEN_OVER`). Throws `unavailable`/`OFFSET_MISMATCH` when bytes before `offset` are missing.
   */
  appendUpload(
    caller: Caller,
    bucket: string,
    uploadId: string,
    offset: number,
    content: AsyncIterable<Uint8Array>,
  ): Promise<AppendedStatus>
  uploadStatus(caller: Caller, bucket: string, uploadId: string): Promise<UploadStatus>
  /**
   * Makes the upload the file's content. Asking again gives the same file. `checksums` are those that came with the last part; one that does
   * not fit ends the upload, as does a precondition that does not hold. `endsAt` is how many bytes there are for who sent the end: throws
   * `unavailable`/`OFFSET_MISMATCH` where there are fewer, `invalid-argument`/`UPLOAD_END_MISMATCH` where there are more, and
   * `failed-precondition`/`UPLOAD_FINISHED` where the file has another size.
   */
  finishUpload(
    caller: Caller,
    bucket: string,
    uploadId: string,
    options?: { readonly checksums?: Checksums; readonly endsAt?: number | undefined },
  ): Promise<FileObject>
  /** Nothing of the upload stays. */
  cancelUpload(caller: Caller, bucket: string, uploadId: string): Promise<void>

  /** Throws `not-found`/`OBJECT_NOT_FOUND`. */
  get(caller: Caller, at: ObjectRef, options?: ReadOptions): Promise<FileObject>
  /** As `get`, and makes a download token where the file has none, for all but operators. */
  getLinked(caller: Caller, at: ObjectRef, options?: ReadOptions): Promise<FileObject>
  read(caller: Caller, at: ObjectRef, options?: ReadOptions): Promise<FileContent>
  updateMetadata(
    caller: Caller,
    at: ObjectRef,
    changes: SettableMetadata,
    expected?: Preconditions,
  ): Promise<FileObject>
  delete(caller: Caller, at: ObjectRef, expected?: Preconditions): Promise<void>
  /** Gives a file another name in its bucket; links to it go on under the new one. Throws `invalid-argument`/`SAME_NAME`. */
  move(
    caller: Caller,
    from: ObjectRef,
    name: string,
    options?: { expected?: Preconditions; expectedSource?: Preconditions },
  ): Promise<FileObject>
  list(caller: Caller, bucket: string, list: FileList): Promise<FilePage>
  createDownloadToken(caller: Caller, at: ObjectRef): Promise<FileObject>
  /** After the last token is revoked the file has none, until one is made or `getLinked` makes it. */
  revokeDownloadToken(caller: Caller, at: ObjectRef, token: string): Promise<FileObject>

  /** How the project treats its files. */
  settings(project: string): Promise<FileSettings>
  /** Files that are public are so no more from the moment on in which `publicFiles` is taken back. */
  updateSettings(project: string, settings: FileSettings): Promise<void>

  /** Number of files and bytes of a project. */
  usage(project: string): Promise<{ files: number; storedBytes: number }>
}

/**
 * A file and its bytes, opened when asked so that a range or a 304 reads nothing else. `open` throws `unavailable`/`FILE_REPLACED` when the file has
 * another content by then, or none, and `data-loss`/`BLOB_MISSING` when its own is gone.
 */
export interface FileContent {
  readonly object: FileObject
  readonly open: (range?: ByteRange) => Promise<Readable>
}
