/** Where a request of an app comes from, as far as it tells. */
export interface RequestOrigin {
  /** Of the client. */
  readonly address: string
  readonly userAgent?: string | undefined
  /** A language tag: what the app speaks. */
  readonly locale?: string | undefined
}
