import type { Readable } from 'node:stream'
import type { Caller } from '../access/caller.ts'
import type { ByteRange } from '../blobs/blobs.ts'
import type { FileObject, SettableMetadata } from './file-object.ts'
import type { FileList, FilePage } from './file-listing.ts'

export interface ObjectRef {
  readonly bucket: string
  readonly name: string
}

/** File storage. Every call asks the gate; failures are `StatusError`s. A file is whole or absent, also after a kill. */
export interface Files {
  /** Stores a file in one go and makes its first download token. `sizeBytes` is what the client announced, if it did. */
  put(
    caller: Caller,
    at: ObjectRef,
    metadata: SettableMetadata,
    content: AsyncIterable<Uint8Array>,
    announced?: { sizeBytes?: number },
  ): Promise<FileObject>

  /** Opens an upload that arrives in parts and survives restarts. Unfinished ones end after 24 hours. */
  startUpload(
    caller: Caller,
    at: ObjectRef,
    metadata: SettableMetadata,
    announced?: { sizeBytes?: number },
  ): Promise<string>
  /** Adds bytes at `offset` and returns how many the server has now. Throws `failed-precondition`/`OFFSET_MISMATCH`. */
  appendUpload(
    caller: Caller,
    bucket: string,
    uploadId: string,
    offset: number,
    content: AsyncIterable<Uint8Array>,
  ): Promise<number>
  uploadStatus(
    caller: Caller,
    bucket: string,
    uploadId: string,
  ): Promise<{ state: 'active'; sizeBytes: number } | { state: 'final'; object: FileObject }>
  /** Makes the upload the file's content. Asking again gives the same file. */
  finishUpload(caller: Caller, bucket: string, uploadId: string): Promise<FileObject>
  /** Nothing of the upload stays. */
  cancelUpload(caller: Caller, bucket: string, uploadId: string): Promise<void>

  /** A valid download token stands in for the gate. Throws `not-found`/`OBJECT_NOT_FOUND`. */
  get(caller: Caller, at: ObjectRef, token?: string): Promise<FileObject>
  read(caller: Caller, at: ObjectRef, token?: string): Promise<FileContent>
  updateMetadata(caller: Caller, at: ObjectRef, changes: SettableMetadata): Promise<FileObject>
  delete(caller: Caller, at: ObjectRef): Promise<void>
  list(caller: Caller, bucket: string, list: FileList): Promise<FilePage>
  createDownloadToken(caller: Caller, at: ObjectRef): Promise<FileObject>
  /** Revoking the last token makes a new one, so that the file keeps a link. */
  revokeDownloadToken(caller: Caller, at: ObjectRef, token: string): Promise<FileObject>

  /** Number of files and bytes of a project. */
  usage(project: string): Promise<{ files: number; storedBytes: number }>
}

/** A file and its bytes, opened when asked so that a range or a 304 reads nothing else. */
export interface FileContent {
  readonly object: FileObject
  readonly open: (range?: ByteRange) => Promise<Readable>
}
