/** Who a request comes from, once its credential was verified. A credential that does not verify never becomes a caller. */
export type Caller =
  /** No credential at all. */
  | { readonly kind: 'visitor' }
  /** An end user of a project, by a valid ID token of that project. */
  | {
      readonly kind: 'user'
      readonly uid: string
      readonly claims: Readonly<Record<string, unknown>>
      /** Seconds since the epoch. */
      readonly authTime: number
      readonly expiresAt: number
    }
  /** A member of the project's team in an operator session (claim `hearth_role`). */
  | { readonly kind: 'operator'; readonly uid: string; readonly role: OperatorRole; readonly expiresAt: number }
  /** A server credential: a service account's signed token, or `Bearer owner` under `hearth dev`. */
  | { readonly kind: 'admin' }

export type OperatorRole = 'viewer' | 'editor' | 'owner'
