import { StatusError } from '@hearth/model'
import { type Caller, isCallerOf, type OperatorRole } from './caller.ts'
import { assertMayChangeConsole } from './key-scopes.ts'
import { hasRole } from './project-team.ts'
import { CONSOLE_PROJECT } from '../projects/project-id.ts'

/** Throws `unauthenticated` without a credential, `permission-denied` for one that is not enough. */
export function assertRole(project: string, caller: Caller, needed: OperatorRole): void {
  if (!isCallerOf(project, caller)) throw denied('This credential belongs to another project.')
  switch (caller.kind) {
    case 'admin':
      if (needed !== 'viewer') assertMayChangeConsole(project, caller)
      return
    case 'operator': {
      const required = roleNeeded(project, needed)
      if (hasRole(caller.role, required)) return
      throw denied(`This needs the role ${required} in the project; yours is ${caller.role}.`)
    }
    case 'user':
      // Who runs the server looks after the accounts of the console.
      if (project === CONSOLE_PROJECT && isServerOwner(caller)) return
      throw denied('This needs an operator of the project.')
    case 'visitor':
      throw new StatusError(
        'unauthenticated',
        'UNAUTHENTICATED',
        'This needs a server credential or an operator session.',
      )
  }
}

/**
 * What `needed` comes to in a project. Claims of a console account say who runs the server and its sessions are theirs, so that an editor there
 * could make itself the server's owner, or throw the owner out: in the project `console` all but reading is for its owners.
 */
export function roleNeeded(project: string, needed: OperatorRole): OperatorRole {
  return project === CONSOLE_PROJECT && needed !== 'viewer' ? 'owner' : needed
}

/**
 * The console's documents say who belongs to which project and what was done there, so how its databases are indexed, what in them expires
 * and which of them there are is not for operators, who may not write those documents either. Throws `permission-denied`/`CONSOLE_DATABASES`.
 */
export function assertMayShapeDatabases(project: string, caller: { readonly isServer: boolean }): void {
  if (project !== CONSOLE_PROJECT || caller.isServer) return
  const sentence = "The console's own databases are changed by server credentials alone."
  throw new StatusError('permission-denied', 'CONSOLE_DATABASES', sentence)
}

function denied(sentence: string): StatusError {
  return new StatusError('permission-denied', 'PERMISSION_DENIED', sentence)
}

/** Somebody signed in to the console with an account of their own. */
export type ConsoleUser = Extract<Caller, { kind: 'user' }>

/** The custom claim of the person who runs the server (product.md section 6). */
export function isServerOwner(user: Pick<ConsoleUser, 'claims'>): boolean {
  return user.claims['serverRole'] === 'owner'
}

/** How long ago somebody may have signed in to do what a found, unlocked screen must not be enough for. */
const RECENT_SIGN_IN_SECONDS = 5 * 60

/**
 * Throws `failed-precondition`/`CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, which the vendor's SDKs call `auth/requires-recent-login`.
 * `authTime`: seconds since the epoch; `nowMs`: milliseconds.
 */
export function assertRecentSignIn(authTime: number, nowMs: number): void {
  if (nowMs / 1000 - authTime <= RECENT_SIGN_IN_SECONDS) return
  const text = 'This needs a recent sign-in. Sign in again, then repeat it.'
  throw new StatusError('failed-precondition', 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN', text)
}
