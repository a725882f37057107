import type { OperatorAct } from '../../access/operator-policy.ts'
import { type ActName, type ActParts, actName } from '../../audit/act-names.ts'
import type { AuditedAct } from '../../audit/audit-entry.ts'
import type { Exchange } from '../../http/exchange.ts'
import { CONSOLE_PROJECT } from '../../projects/project-id.ts'
import type { Member } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'

/** Writes an act into the activity, where a person did it, and into the audit log of the project, before it is answered. */
export async function noteAct(
  deps: Pick<HearthAdminDeps, 'onOperatorAct' | 'recordAct'>,
  exchange: Exchange,
  member: Pick<Member, 'uid' | 'key'>,
  act: ActParts & Pick<OperatorAct, 'project' | 'target' | 'detail'>,
): Promise<void> {
  const { detail, ...told } = act
  const { project, target } = told
  if (member.uid !== undefined) deps.onOperatorAct({ ...told, uid: member.uid })
  const audited = { project, action: actName(act), target, ...(detail !== undefined && { detail }) }
  await auditAct(deps, exchange, member, audited)
}

/** Writes an act into the audit log alone, before it is answered. One of `Bearer owner` is nobody's. */
export async function auditAct(
  { recordAct }: Pick<HearthAdminDeps, 'recordAct'>,
  exchange: Exchange,
  { uid, key }: Pick<Member, 'uid' | 'key'>,
  act: Pick<AuditedAct, 'project' | 'action' | 'target' | 'detail'>,
): Promise<void> {
  const actor =
    uid !== undefined
      ? ({ kind: 'person', uid } as const)
      : key !== undefined
        ? ({ kind: 'service-key', id: key } as const)
        : undefined
  if (actor === undefined) return
  await recordAct({ ...act, actor, address: exchange.clientAddress, requestId: exchange.id })
}

/** `{ service: 'backups', operation: 'create' }` of `backups.create`. */
export function partsOf(name: ActName): ActParts {
  const dot = name.indexOf('.')
  return { service: name.slice(0, dot), operation: name.slice(dot + 1) } as ActParts
}

/** What is the same of every act in the console of somebody who has no account yet. */
export function visitorAct({ clientAddress, id }: Exchange): Omit<AuditedAct, 'action' | 'target'> {
  return { project: CONSOLE_PROJECT, actor: { kind: 'visitor' }, address: clientAddress, requestId: id }
}
