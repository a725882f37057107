/**
 * Conditions and what the vendor's own Firestore emulator (of June 2025) made of each in `allow get: if …`, asked in November 2026
 * about the document
 * `cases/one` by somebody signed in. Taken by hand; the tests need no emulator.
 */
export interface RecordedVerdicts {
  /** True there. */
  readonly granted: readonly string[]
  /** False there, or without a value. */
  readonly denied: readonly string[]
  /** Not compiled there. */
  readonly refused?: readonly string[]
  /** True there, and denied here: docs/reference/compatibility.md says why. */
  readonly stricter?: readonly string[]
}
