/** A second proof that an account asks for at sign-in. */
export type SecondFactor = {
  readonly id: string
  readonly displayName?: string | undefined
  /** Milliseconds since the epoch. */
  readonly enrolledAt: number
} & (
  | { readonly kind: 'phone'; readonly phoneNumber: string }
  | {
      readonly kind: 'totp'
      /** As `TotpSecrets` keeps it. */
      readonly secret: string
      /** The step of the last code that was used; none before it is good again. */
      readonly lastStep?: number | undefined
    }
)

/** The factor that a session was opened with, as its ID tokens tell. */
export interface UsedSecondFactor {
  readonly kind: SecondFactor['kind']
  readonly id: string
}

export const SECOND_FACTORS_MAX = 5
