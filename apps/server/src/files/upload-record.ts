import type { Caller } from '../access/caller.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import type { StoredRecord } from '../persistence/stored-record.ts'
import type { Checksums, ContentTerms } from './content-terms.ts'
import type { FileObject, SettableMetadata } from './file-object.ts'
import type { Preconditions } from './preconditions.ts'

export const UPLOAD_SPACE = 'upload'

/** A file on its way in. It names the blob before the first byte is written, so that a crash leaves nothing unnamed. */
export interface UploadRecord {
  readonly bucket: string
  readonly name: string
  readonly metadata: SettableMetadata
  readonly blobId: string
  /** Who opened it. */
  readonly openedBy: string
  /** In whose name every bearer of the address goes on; absent: nobody but who opened it may. */
  readonly bearersActFor?: Caller | undefined
  /** Milliseconds since the epoch. */
  readonly openedAt: number
  /** It arrives in one request: with the process that takes it, it is over. */
  readonly isWhole?: boolean | undefined
  readonly announcedBytes?: number | undefined
  readonly checksums?: Checksums | undefined
  readonly terms?: ContentTerms | undefined
  readonly expected?: Preconditions | undefined
  readonly isLinked?: boolean | undefined
  /** The stored file, kept so that a client which lost the answer hears it again. */
  readonly finished?: FileObject | undefined
}

export interface FoundUpload extends UploadRecord {
  readonly id: string
  readonly revision: number
}

export function decodeUploadRecord(stored: StoredRecord): FoundUpload {
  const record = JSON.parse(stored.value) as UploadRecord
  const bearersActFor = record.bearersActFor && withExpiry(record.bearersActFor)
  return { ...record, bearersActFor, id: stored.key, revision: stored.revision }
}

/** JSON has no Infinity, the end of a mock token that never expires. */
function withExpiry(caller: Caller): Caller {
  return 'expiresAt' in caller ? { ...caller, expiresAt: caller.expiresAt ?? Infinity } : caller
}

/** In whose name a request goes on with an upload: who opened it, as the newest token has them. */
export function actorOf({ bearersActFor, openedBy }: UploadRecord, caller: Caller): Caller {
  const isFresh = caller.kind === 'user' && openedBy === identityOf(caller)
  return isFresh ? caller : (bearersActFor ?? caller)
}

export async function findUpload(store: ProjectStore, id: string): Promise<FoundUpload | undefined> {
  const stored = await store.getRecord(UPLOAD_SPACE, id)
  return stored && decodeUploadRecord(stored)
}

export function identityOf(caller: Caller): string {
  switch (caller.kind) {
    case 'visitor':
    case 'admin':
      return caller.kind
    case 'user':
    case 'operator':
      return `${caller.kind}:${caller.uid}`
  }
}
