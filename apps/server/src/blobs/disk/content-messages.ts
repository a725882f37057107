/**
 * What the main thread asks of the thread that writes contents; `content` is a number of the main thread's choice. They are done in
 * their order.
 */
export type ContentRequest =
  | {
      readonly kind: 'write'
      readonly content: number
      readonly fd: number
      readonly position: number
      readonly bytes: Uint8Array<ArrayBuffer>
    }
  /** Answered when what was asked before is written. */
  | { readonly kind: 'settle'; readonly content: number }
  /** The content is forgotten with its answer. */
  | { readonly kind: 'finish'; readonly content: number }
  | { readonly kind: 'drop'; readonly content: number }

export type ContentReply =
  /** Bytes written since the last of these. */
  | { readonly kind: 'written'; readonly content: number; readonly bytes: number }
  /** `failure`: why something was not written, since the last of these. */
  | {
      readonly kind: 'settled'
      readonly content: number
      readonly failure: { code: string; message: string } | undefined
    }
  | { readonly kind: 'finished'; readonly content: number; readonly md5: string; readonly crc32c: string }
