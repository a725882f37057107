import type { Document, Query } from '@hearth/model'
import type { Caller } from './caller.ts'

/** What somebody wants to do; the gate sees the state before and after, so that rules can be asked about both. */
export type AccessRequest =
  | {
      readonly service: 'documents'
      readonly operation: 'get' | 'create' | 'update' | 'delete'
      readonly database: string
      readonly path: string
      readonly before: Document | undefined
      readonly after: Document | undefined
    }
  | { readonly service: 'documents'; readonly operation: 'list'; readonly database: string; readonly query: Query }
  | {
      readonly service: 'files'
      readonly operation: 'get' | 'list' | 'create' | 'update' | 'delete'
      readonly bucket: string
      /** The object's name, or the prefix of a list. */
      readonly path: string
      readonly before: FileAttributes | undefined
      readonly after: FileAttributes | undefined
      /** Asked before the content arrives, with what was announced of it; asked again, without this, when the file is whole. */
      readonly isAnnounced?: boolean
    }

export interface FileAttributes {
  readonly sizeBytes: number
  readonly contentType: string
  readonly metadata: Readonly<Record<string, string>>
}

/** The one gate (decision 8). Resolves when the caller may, throws `permission-denied` when not. It denies by default. */
export interface Gate {
  authorize(project: string, caller: Caller, request: AccessRequest): Promise<void>
}
