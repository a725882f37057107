import type { Version } from '@hearth/model'
import type { StoredRecord } from './stored-record.ts'

/** What a whole copy of a project's store holds. */
export interface StoreCopy {
  /** All commits up to here are in it, none after. */
  readonly version: Version
  readonly documents: number
  readonly records: number
  readonly sizeBytes: number
  /** Of the file, in hex. */
  readonly sha256: string
}

/** Bytes written so far, and how many there will be at most. */
export interface CopyProgress {
  readonly doneBytes: number
  readonly totalBytes: number
}

/** The records of a copy, read without taking it into use. */
export interface OpenCopy {
  /** Records of a space from `start` on, in key order. */
  listRecords(space: string, start: string, limit: number): StoredRecord[]
}

export interface LivingSpace {
  readonly space: string
  /** These fields are as they were, even where the rest stays as it is now. */
  readonly earlierFields: readonly string[]
  /**
   * Spaces that lead here: a record's `field` is the key of one of these. What leads to a record that stays, stays. A record does not come back where
   * something that led to it leads to another now.
   */
  readonly ledToBy: readonly { readonly space: string; readonly field: string }[]
}

type RecordFields = Readonly<Record<string, boolean | null>>

/** What becomes of a store's records when an earlier state takes its place. A space of tenants (`space@tenant`) goes as `space` does. */
export interface ReplacementTerms {
  /** These records stay as they are now, whatever the earlier state says. */
  readonly keptSpaces: readonly string[]
  /** Of these the earlier state has only those that there still are now, as they are now. */
  readonly sharedSpaces: readonly string[]
  /** Of these the earlier state has those that were taken out since; what there still is stays as it is now, and what came since goes. */
  readonly livingSpaces: readonly LivingSpace[]
  /** Lists in records that only shrink: what is not in the list now, is not in it then. */
  readonly shrinkingLists: readonly { readonly space: string; readonly path: string }[]
  /** None of these. */
  readonly droppedSpaces: readonly string[]
  /** Numbers in records that never go back: the greater of the two stays. */
  readonly risingFields: readonly { readonly space: string; readonly field: string }[]
  /** A field of records that were taken out since and come back: seconds since the epoch, of the replacement. */
  readonly returnFields: readonly { readonly space: string; readonly field: string }[]
  /** Records that were taken out since come back with these fields in the place of theirs, and without those that are null here. */
  readonly returnPatches: readonly { readonly space: string; readonly fields: RecordFields }[]
  /** For a record of `space` that was taken out since and comes back, that of the tenant named as it is, in `ofTenant` under `key`, has these fields. */
  readonly returnedTenants: readonly {
    readonly space: string
    readonly ofTenant: string
    readonly key: string
    readonly fields: RecordFields
  }[]
  /** Fields that are true now are true then; a record of `made` is there now alone where nothing was said about it before, and comes along. */
  readonly lastingFlags: readonly { readonly space: string; readonly field: string; readonly made: string }[]
  /**
   * Things outside of the store that records name: those that records of the store so far name, and none of the `usedBy` space of the
   * earlier state, become records of `space` under their names.
   */
  readonly leftovers: {
    readonly space: string
    readonly namedBy: readonly string[]
    readonly usedBy: string
    readonly field: string
  }
}

export interface StoreReplacement {
  /** A copy that nobody else uses; it becomes the store, and is gone from there. */
  readonly file: string
  /** Where the store's file goes, on the same disk. */
  readonly replacedTo: string
  readonly terms: ReplacementTerms
  /** The store takes no more calls. Returns a version that every one that was handed out is below. */
  readonly onEnded: (readTime: Version) => Version
  /** The store's file is at `replacedTo`, and is still the store. Whoever throws here keeps it. */
  readonly onKept: (replaced: Omit<StoreCopy, 'sha256'>) => Promise<void>
  /** The earlier state is in its place, durably, and nobody has read it. Must not throw. */
  readonly onReplaced: () => void
}
