import { StatusError } from '@hearth/model'

/** Predefined lists that give nobody more than who runs the project has anyway. */
const CLOSED = new Set(['private', 'projectPrivate', 'bucketOwnerRead', 'bucketOwnerFullControl'])
const OPENING = new Set(['publicRead', 'publicReadWrite', 'authenticatedRead'])
const OF_THE_PROJECT = /^project-(?:owners|editors|viewers)-/

/**
 * What a request says of who may do what with a file: a predefined list and the entities of one of its own (Cloud Storage, "Access control
 * lists").
 */
export type TakeAccess = (predefined: string | undefined, entities?: readonly string[]) => void

/** Throws `unimplemented`/`NOT_OFFERED` for what would open a file, which rules alone do, and `invalid-argument`/`INVALID_REQUEST`. */
export function takeClosedAccess(predefined: string | undefined, entities: readonly string[] = []): void {
  const name = predefined?.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  if (name !== undefined && !CLOSED.has(name) && !OPENING.has(name)) {
    throw new StatusError('invalid-argument', 'INVALID_REQUEST', `There is no predefined access list ${predefined}.`)
  }
  const opened =
    name !== undefined && OPENING.has(name) ? name : entities.find((entity) => !OF_THE_PROJECT.test(entity))
  if (opened === undefined) return
  const message = `Access lists (${opened}) are not offered: who may do what is said by rules. Nothing was stored or changed.`
  throw new StatusError('unimplemented', 'NOT_OFFERED', message)
}

/** As the vendor's emulator does: they are taken, and have no effect. */
export function ignoreAccess(): void {}
