import type { Document } from '@hearth/model'

/** What a commit did to the result of a target. */
export type ResultChange =
  /** It is in the result; it is new there or its data changed. */
  | { readonly kind: 'upsert'; readonly path: string; readonly document: Document }
  /** It changed and is not in the result any more; `document` is its new state, undefined when it was deleted. */
  | { readonly kind: 'leave'; readonly path: string; readonly document: Document | undefined }
  /** It did not change, but others pushed it out of the limit. */
  | { readonly kind: 'evict'; readonly path: string }
