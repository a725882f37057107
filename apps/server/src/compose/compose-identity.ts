import { CallerWatch } from '../access/caller-watch.ts'
import { isServerOwner } from '../access/console-caller.ts'
import { roleIn } from '../access/project-team.ts'
import { createIdentity, type Identity } from '../identity/identity.ts'
import type { FindRole } from '../identity/sessions/operator-sessions.ts'
import { createFindProjectTeam } from '../projects/find-team.ts'
import { consoleProject } from '../projects/project-id.ts'
import type { Messages } from './compose-messages.ts'
import type { Stores } from './compose-stores.ts'
import type { BuildContext } from './build-context.ts'

/** How long a stream outlives the sessions of its account where a client of its own ended them: it must have the answer first. */
const ownRevocationMs = 3_000

export interface People {
  readonly identity: Identity
  readonly callers: CallerWatch
  readonly findRole: FindRole
  readonly isConsoleSignUpOpen: boolean
}

/** Who people are, what those of the console may, and the end of what they had open when that changes. */
export function composeIdentity(
  { config, ambient }: BuildContext,
  { persistence, projects, storeOf, secrets, replacedStores }: Stores,
  { mails, texts, hooks }: Messages,
): People {
  const { mode, signInProviders } = config
  const isConsoleSignUpOpen = config.console.signUp === 'anyone'
  const findTeam = createFindProjectTeam(persistence)
  const findRole: FindRole = async (project, uid) => {
    const role = roleIn(await findTeam(project), uid)
    if (role === 'owner') return role
    const account = await identity.accounts.find(consoleProject, uid)
    return isServerOwner({ claims: account?.customClaims ?? {} }) ? 'owner' : role
  }
  const identity = createIdentity({
    ...ambient,
    mode,
    storeOf,
    listProjects: () => projects.list(),
    secrets,
    consoleProject,
    consoleSignUp: isConsoleSignUpOpen,
    signUpsPerHour: config.signUpsPerHour,
    failedSignIns: config.failedSignIns,
    sessionIdleMsMax: config.sessionIdleMsMax,
    findRole,
    mails,
    messages: texts,
    hooks,
    google: signInProviders.google,
    devDomains: config.http.devOrigins.map((origin) => new URL(origin).hostname),
    providerReach: signInProviders.reach,
  })
  const callers = new CallerWatch({ clock: ambient.clock, consoleProject })
  // A new name or new claims do no harm to what is open: they count from the next token on.
  identity.changes.subscribe(({ project, uid, kind }) => {
    if (kind === 'deleted' || kind === 'revoked') callers.revoke(project, uid)
    if (kind === 'revokedByItself') callers.revoke(project, uid, ownRevocationMs)
  })
  identity.serviceKeys.onRevoked((project, key) => callers.revokeKey(project, key))
  identity.keys.onWithdrawn((project) => callers.revokeAll(project))
  // Sessions and accounts may be gone with what came since.
  replacedStores.subscribe((project) => {
    identity.accounts.forget(project)
    identity.settings.forget(project)
    identity.tokens.forget(project)
    callers.revokeAll(project)
  })
  return { identity, callers, findRole, isConsoleSignUpOpen }
}
