import { StatusError } from '@hearth/model'
import { CONSOLE_PROJECT } from '../projects/project-id.ts'

/**
 * What a service key may only where an owner said so when making it. Without any it does what servers of apps need: users, documents, files, rules,
 * indexes, analytics, reading all else of its project, and making backups.
 * - `backups`: restore and delete backups;
 * - `keys`: make and revoke service keys, API keys and analytics secrets, and replace signing keys;
 * - `project`: delete the project, make and delete its databases, its apps, its invitations, and how long events are kept;
 * - `sign-in`: ways to sign in, providers, tenants, and the mails about accounts;
 * - `webhooks`: where decisions about sign-ins and text messages are asked for.
 */
export const keyScopes = ['backups', 'keys', 'project', 'sign-in', 'webhooks'] as const
export type KeyScope = (typeof keyScopes)[number]

/** A service key, or whoever is none. */
interface MaybeKey {
  /** Its id. */
  readonly key?: string | undefined
  readonly scopes?: readonly KeyScope[] | undefined
}

function hasKeyScope({ key, scopes = [] }: MaybeKey, scope: KeyScope): boolean {
  return key === undefined || scopes.includes(scope)
}

/** Throws `permission-denied`/`KEY_SCOPE_MISSING` for a service key that was made without the scope. */
export function assertKeyScope(caller: MaybeKey, scope: KeyScope): void {
  if (hasKeyScope(caller, scope)) return
  const text =
    `This service key was made without the scope "${scope}". An owner does this in the console, ` +
    'or makes a key with that scope there (Settings, Apps and keys, Create key).'
  throw new StatusError('permission-denied', 'KEY_SCOPE_MISSING', text)
}

/**
 * The console's accounts run the server and its documents say who belongs to which project: a key that changed them could make itself anybody. It
 * reads there; for all else it needs `project`. Throws as {@link assertKeyScope}.
 */
export function assertMayChangeConsole(project: string, caller: MaybeKey): void {
  if (project === CONSOLE_PROJECT) assertKeyScope(caller, 'project')
}

/** Whoever may change the console's accounts may have what they sign in with. True for every other project. */
export function mayChangeConsole(project: string, caller: MaybeKey): boolean {
  return project !== CONSOLE_PROJECT || hasKeyScope(caller, 'project')
}
