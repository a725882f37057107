import type { OperatorAct } from '../../access/operator-acts.ts'
import { type ActParts, actName } from '../../audit/act-names.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Member } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'

/** Writes an act into the activity, where a person did it, and into the audit log of the project, before it is answered. */
export async function noteAct(
  deps: Pick<HearthAdminDeps, 'onOperatorAct' | 'recordAct'>,
  exchange: Exchange,
  { uid, key }: Pick<Member, 'uid' | 'key'>,
  act: ActParts & Pick<OperatorAct, 'project' | 'target' | 'detail'>,
): Promise<void> {
  const { detail, ...told } = act
  const { project, target } = told
  if (uid !== undefined) deps.onOperatorAct({ ...told, uid })
  const actor =
    uid !== undefined
      ? ({ kind: 'person', uid } as const)
      : key !== undefined
        ? ({ kind: 'service-key', id: key } as const)
        : undefined
  if (actor === undefined) return
  await deps.recordAct({
    project,
    actor,
    action: actName(act),
    target,
    ...(detail !== undefined && { detail }),
    address: exchange.clientAddress,
    requestId: exchange.id,
  })
}
