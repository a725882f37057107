import type { Version } from '@hearth/model'
import type { CommitMessage } from './commit-message.ts'
import type { FailedBatch, WriterTerms } from './project-writer.ts'
import type { WrittenError } from './written-error.ts'

/** What the main thread tells the writer thread. `store` is a number the main thread gave out at `open`. */
export type WriterRequest =
  | ({
      readonly kind: 'open'
      readonly store: number
      readonly file: string
      readonly cacheKib: number
    } & WriterTerms)
  | ({ readonly kind: 'commit'; readonly store: number } & CommitMessage)
  | { readonly kind: 'collect'; readonly store: number; readonly horizon: number }
  | { readonly kind: 'idle'; readonly store: number }
  | { readonly kind: 'close'; readonly store: number }
  /** The thread ends by itself when nothing holds it any more. */
  | { readonly kind: 'end' }

/** What the writer thread answers. Results of commits come in the order the batches were sent. */
export type WriterReply =
  | { readonly kind: 'opened'; readonly store: number; readonly version: Version }
  | { readonly kind: 'open-failed'; readonly store: number; readonly error: WrittenError }
  | {
      readonly kind: 'results'
      readonly store: number
      readonly count: number
      /** Only the batches that were not applied, by their place among the `count`. */
      readonly failures: readonly (readonly [number, FailedBatch])[]
      /** Of each of the `count`; 0 where it was not applied. */
      readonly versions: readonly Version[]
      /** What those that raise the catalogue have raised it to, by their place. */
      readonly raised: readonly (readonly [number, number])[]
      /** The newest version before them that is in the feed. */
      readonly previous: Version
      /** The newest durable version. */
      readonly version: Version
      readonly floor: Version
    }
  | { readonly kind: 'broken'; readonly store: number; readonly message: string }
  /** Readers keep the log from being begun anew, and it has grown large. */
  | { readonly kind: 'log-held'; readonly store: number }
  | { readonly kind: 'collected'; readonly store: number }
  | { readonly kind: 'closed'; readonly store: number }

/** Given to the thread at its start. */
export interface WriterSettings {
  /** Two numbers, failures to produce at the next commit and at the next checkpoint. Tests only. */
  readonly faults?: SharedArrayBuffer
}
