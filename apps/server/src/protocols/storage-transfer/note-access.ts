import type { Caller } from '../../access/caller.ts'
import { actorOf, type RecordAct } from '../../audit/audit-entry.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { TakeAccess } from './access-lists.ts'

/** Writes down that a file was made public, or is so no longer, before that is answered. */
export type NoteAccess = (
  exchange: Exchange,
  caller: Caller,
  name: string,
  isPublic: boolean | undefined,
) => Promise<void>

/** What the calls that may make a file public are given. */
export interface AccessTerms {
  readonly takeAccess: TakeAccess
  readonly noteAccess: NoteAccess
}

export function createNoteAccess(recordAct: RecordAct): NoteAccess {
  return async (exchange, caller, name, isPublic) => {
    const actor = actorOf(caller)
    if (isPublic === undefined || actor === undefined || !('project' in caller)) return
    await recordAct({
      project: caller.project,
      actor,
      action: isPublic ? 'files.publish' : 'files.withdraw',
      target: name,
      address: exchange.clientAddress,
      requestId: exchange.id,
    })
  }
}
