import type { ReplacementTerms, StoreCopy } from '../store-copy.ts'
import type { WrittenError } from './written-error.ts'

/** What the thread for copies is started with; it does this and ends. */
export type CopyTask =
  | { readonly kind: 'copy'; readonly from: string; readonly to: string }
  | { readonly kind: 'verify'; readonly file: string }
  /** `beginAnew` of `copy-worker.ts`. */
  | {
      readonly kind: 'begin-anew'
      readonly file: string
      readonly version: number
      readonly droppedSpaces: readonly string[]
    }
  /** Makes `file` fit to take the place of `replaced`, which nobody else has open. */
  | {
      readonly kind: 'prepare'
      readonly file: string
      readonly replaced: string
      readonly version: number
      readonly terms: ReplacementTerms
    }

/** `copy` and `verify` tell of the copy, the others without a digest: `prepare` of the store that is to be replaced. */
export type CopyReply =
  | { readonly kind: 'done'; readonly copy: StoreCopy }
  | { readonly kind: 'failed'; readonly error: WrittenError }
