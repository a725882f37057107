import { StatusError } from '@hearth/model'
import { assertRecentSignIn, type ConsoleUser, isServerOwner, roleNeeded } from '../../access/admin-access.ts'
import type { Caller, OperatorRole } from '../../access/caller.ts'
import { assertKeyScope, assertMayChangeConsole, type KeyScope } from '../../access/key-scopes.ts'
import { hasRole, roleIn } from '../../access/project-team.ts'
import type { Exchange } from '../../http/exchange.ts'
import { CONSOLE_PROJECT } from '../../projects/project-id.ts'
import type { HearthAdminDeps } from './deps.ts'

type Deps = Pick<HearthAdminDeps, 'authenticator' | 'projects' | 'projectDocuments'>

/** Somebody who may act in a project, and as what. Server credentials act as owners without a uid. */
export interface Member {
  readonly uid: string | undefined
  /** The service key, by its id; undefined for people and for `Bearer owner`. */
  readonly key: string | undefined
  /** Of the service key. */
  readonly scopes?: readonly KeyScope[] | undefined
  readonly role: OperatorRole
  /** When the person signed in to the console, in seconds; undefined for server credentials. */
  readonly authTime: number | undefined
  readonly isOperator: boolean
}

/** Throws `unauthenticated` for everybody who is not signed in to the console with an account of their own. */
export async function consoleUserOf(exchange: Exchange, deps: Deps): Promise<ConsoleUser> {
  return userOf(exchange, await deps.authenticator.authenticate(CONSOLE_PROJECT, exchange.headers.authorization))
}

function userOf(exchange: Exchange, caller: Caller): ConsoleUser {
  if (caller.kind !== 'user') throw signInRequired()
  exchange.note({ uid: caller.uid })
  return caller
}

/**
 * The caller as a member of the project with at least this role (an owner for all but reading in the project `console`), by an operator session of the project or by the console's own session.
 * Throws `unauthenticated`, `permission-denied`/`NOT_A_MEMBER` (also for a project that there is not: only the server's owner is told
 * `not-found`) and `permission-denied`/`ROLE_TOO_LOW`.
 */
export async function requireRole(
  exchange: Exchange,
  deps: Deps,
  project: string,
  needed: OperatorRole,
): Promise<Member> {
  exchange.note({ project })
  const member = await memberOf(exchange, deps, project)
  if (member === undefined) {
    throw new StatusError(
      'permission-denied',
      'NOT_A_MEMBER',
      'You do not belong to this project. Ask one of its owners.',
    )
  }
  if (member.uid !== undefined) exchange.note({ uid: member.uid })
  if (exchange.method !== 'GET') assertMayChangeConsole(project, member)
  const required = roleNeeded(project, needed)
  if (!hasRole(member.role, required)) {
    throw new StatusError(
      'permission-denied',
      'ROLE_TOO_LOW',
      `This needs the role ${required}; yours is ${member.role}.`,
    )
  }
  return member
}

async function memberOf(exchange: Exchange, deps: Deps, project: string): Promise<Member | undefined> {
  const exists = (await deps.projects.find(project)) !== undefined
  const inProject = exists ? await credentialOf(exchange, deps, project) : undefined
  if (inProject?.kind === 'operator') {
    const { uid, role, authTime } = inProject
    return { uid, key: undefined, role, authTime, isOperator: true }
  }
  if (inProject?.kind === 'admin') {
    const { key, scopes } = inProject
    return { uid: undefined, key, scopes, role: 'owner', authTime: undefined, isOperator: false }
  }

  const caller = await deps.authenticator.authenticate(CONSOLE_PROJECT, exchange.headers.authorization)
  if (!exists && (caller.kind === 'admin' || (caller.kind === 'user' && isServerOwner(caller)))) {
    // Throws `not-found` under `start`; `dev` makes the project, as everything else that names it does.
    await deps.projects.get(project)
    return await memberOf(exchange, deps, project)
  }
  const user = userOf(exchange, caller)
  const role = exists ? await roleOfUser(deps, project, user) : undefined
  if (role === undefined) return undefined
  return { uid: user.uid, key: undefined, role, authTime: user.authTime, isOperator: false }
}

/**
 * For what only some requests need, those that let somebody in or can't be taken back. Throws `failed-precondition`/`CREDENTIAL_TOO_OLD_LOGIN_AGAIN` for a
 * person who signed in more than five minutes ago, and `permission-denied`/`KEY_SCOPE_MISSING` for a service key without the scope.
 */
export function assertRecentOwner(deps: Pick<HearthAdminDeps, 'clock'>, member: Member, scope: KeyScope): void {
  assertKeyScope(member, scope)
  if (member.authTime !== undefined) assertRecentSignIn(member.authTime, deps.clock.nowMs())
}

/** Throws `permission-denied`/`PEOPLE_ONLY` with the sentence for a service key, whatever its scopes. */
export function assertIsPerson({ key }: Member, sentence: string): void {
  if (key !== undefined) throw new StatusError('permission-denied', 'PEOPLE_ONLY', sentence)
}

/** The role of a console account in a project. Whoever owns the server owns each project, so none can end up without an owner. */
export async function roleOfUser(
  deps: Pick<HearthAdminDeps, 'projectDocuments'>,
  project: string,
  user: ConsoleUser,
): Promise<OperatorRole | undefined> {
  if (isServerOwner(user)) return 'owner'
  return roleIn(await deps.projectDocuments.findTeam(project), user.uid)
}

/** Undefined when the credential is not one of this project: it may be one of the console. */
async function credentialOf(exchange: Exchange, deps: Deps, project: string): Promise<Caller | undefined> {
  try {
    return await deps.authenticator.authenticate(project, exchange.headers.authorization, exchange)
  } catch (error) {
    if (error instanceof StatusError && error.code === 'unauthenticated') return undefined
    throw error
  }
}

function signInRequired(): StatusError {
  return new StatusError('unauthenticated', 'SIGN_IN_REQUIRED', 'Sign in to the console first.')
}
