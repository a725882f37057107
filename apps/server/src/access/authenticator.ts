import type { Caller, RequestSource } from './caller.ts'

/**
 * Turns the credential of a request into a caller. `authorization` is the header's whole value: `Bearer x`,
 * `Firebase x`, `Bearer owner`; absent means visitor. The caller is told to come `from` there, which may say that nobody is at the page that
 * asks (`idle-header.ts`). Throws `unauthenticated` for a
 * credential that does not verify.
 */
export interface Authenticator {
  authenticate(project: string, authorization: string | undefined, from?: RequestSource): Promise<Caller>
}
