import type { Caller } from './caller.ts'

/**
 * Turns the credential of a request into a caller. `authorization` is the header's whole value: `Bearer x`,
 * `Firebase x`, `Bearer owner`; absent means visitor. Throws `unauthenticated` for a credential that does not verify.
 */
export interface Authenticator {
  authenticate(project: string, authorization: string | undefined): Promise<Caller>
}
