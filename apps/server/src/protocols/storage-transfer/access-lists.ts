import { StatusError } from '@hearth/model'
import { EVERYBODY } from '../../files/public-files.ts'
import type { Caller } from '../../access/caller.ts'
import { actorOf, type RecordAct } from '../../audit/audit-entry.ts'
import type { Exchange } from '../../http/exchange.ts'

/** Predefined lists that give nobody more than who runs the project has anyway. */
const closed = new Set(['private', 'projectPrivate', 'bucketOwnerRead', 'bucketOwnerFullControl'])
const PUBLIC = 'publicRead'
const others = new Set(['publicReadWrite', 'authenticatedRead'])
const ofTheProject = /^project-(?:owners|editors|viewers)-/

/** One entry of an access list. */
export interface Grant {
  readonly entity: string
  readonly role?: string | undefined
}

/**
 * What a request says of who may do what with a file: a predefined list, and the entries of one of its own (Cloud Storage, "Access control
 * lists"). Whether everybody may read it, of which undefined says nothing: the one thing that lists do here, for all else is said by rules.
 */
type TakeAccess = (predefined: string | undefined, grants?: readonly Grant[]) => boolean | undefined

/** Throws `unimplemented`/`NOT_OFFERED` for what opens a file in another way, and `invalid-argument`/`INVALID_REQUEST`. */
export function takeAccess(predefined: string | undefined, grants?: readonly Grant[]): boolean | undefined {
  const name = predefined?.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  if (name !== undefined && name !== PUBLIC && !closed.has(name) && !others.has(name)) {
    throw new StatusError('invalid-argument', 'INVALID_REQUEST', `There is no predefined access list ${predefined}.`)
  }
  const other = name !== undefined && others.has(name) ? name : grants?.find((grant) => !isKnown(grant))?.entity
  if (other !== undefined) {
    const message = `Access lists (${other}) open files to everybody as readers, and to nobody else: who may do what is said by rules. Nothing was stored or changed.`
    throw new StatusError('unimplemented', 'NOT_OFFERED', message)
  }
  return saysPublic(name, grants)
}

/** Lists that do more than here are taken by the vendor's emulator without an effect. */
export function takeKnownAccess(predefined: string | undefined, grants?: readonly Grant[]): boolean | undefined {
  return saysPublic(predefined?.replace('-r', 'R'), grants)
}

function saysPublic(name: string | undefined, grants: readonly Grant[] | undefined): boolean | undefined {
  if (name === undefined) return grants?.some(isForEverybody)
  return name === PUBLIC || (closed.has(name) ? false : undefined)
}

function isForEverybody({ entity, role = 'READER' }: Grant): boolean {
  return entity === EVERYBODY && role === 'READER'
}

function isKnown(grant: Grant): boolean {
  return isForEverybody(grant) || ofTheProject.test(grant.entity)
}

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
