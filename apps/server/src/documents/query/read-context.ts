import { type CompositeIndex, type Document, makeDocument } from '@hearth/model'
import type { ReadSnapshot, StoredDocument } from '../../persistence/persistence.ts'
import type { WorkMeter } from './work-meter.ts'

/** What one query reads with. */
export interface ReadContext {
  readonly project: string
  readonly database: string
  readonly snapshot: ReadSnapshot
  readonly meter: WorkMeter
  /** Indexes over several fields that were whole before the snapshot was taken. */
  readonly composites: readonly CompositeIndex[]
}

export function toDocument(stored: StoredDocument): Document {
  return makeDocument(stored)
}
