import type { OnOperatorAct } from '../access/operator-policy.ts'
import type { Actor } from '../audit/audit-entry.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Log } from '../lib/ambient.ts'
import type { CommittedChanges } from '../documents/document-delta.ts'
import { parseAuthor } from '../documents/history/author.ts'
import type { ServiceKeys } from '../identity/tokens/service-keys.ts'
import { changedRoles } from './team-changes.ts'

export interface TeamNotesOptions {
  readonly audit: Pick<AuditLog, 'note'>
  readonly serviceKeys: Pick<ServiceKeys, 'list'>
  readonly onOperatorAct: OnOperatorAct
  readonly log: Log
}

/**
 * Writes changes of roles into the activity and the audit log of the project, shortly after they were made, with the service keys
 * that were made by people who are no owners any more: those keys stay valid.
 */
export function createTeamNotes({
  audit,
  serviceKeys,
  onOperatorAct,
  log,
}: TeamNotesOptions): (changes: CommittedChanges) => void {
  return (changes) => {
    const actor = actorOf(changes.author)
    for (const { project, roles } of changedRoles(changes)) {
      const target = Object.keys(roles).join(', ')
      if (actor.kind === 'person')
        onOperatorAct({ project, uid: actor.uid, service: 'team', operation: 'update', target, detail: roles })
      void keysLeftBy(serviceKeys, project, roles)
        .catch((err: unknown) => {
          log.error({ err, project }, 'the service keys of a project could not be listed for its audit log')
          return ''
        })
        .then((keys) => {
          const detail = { ...roles, ...(keys !== '' && { keysStillValid: keys }) }
          audit.note({ project, actor, action: 'team.update', target, detail })
        })
    }
  }
}

async function keysLeftBy(
  serviceKeys: Pick<ServiceKeys, 'list'>,
  project: string,
  roles: Readonly<Record<string, string>>,
): Promise<string> {
  const left = new Set(Object.keys(roles).filter((uid) => roles[uid]?.startsWith('owner →')))
  if (left.size === 0) return ''
  const keys = await serviceKeys.list(project)
  return keys
    .filter(({ madeBy }) => madeBy !== undefined && 'uid' in madeBy && left.has(madeBy.uid))
    .map(({ id }) => id)
    .join(', ')
}

function actorOf(author: string | undefined): Actor {
  const parsed = parseAuthor(author)
  return parsed.kind === 'server' || parsed.kind === 'visitor' ? parsed : { kind: 'person', uid: parsed.uid }
}
