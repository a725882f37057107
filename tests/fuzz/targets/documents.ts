import type { StatusCode } from '@hearth/model'
import type { CallContext } from '../../../apps/server/src/protocols/firestore-calls/call.ts'
import type { DocumentsWorld } from '../../../apps/server/src/testing/documents-world.ts'

/** Whatever is wrong with a request, or with the moment; never the server. */
export const refusals: readonly StatusCode[] = [
  'invalid-argument',
  'not-found',
  'already-exists',
  'failed-precondition',
  'aborted',
  'out-of-range',
  'permission-denied',
  'resource-exhausted',
  'unimplemented',
]
/** The numbers of INTERNAL, UNKNOWN and DATA_LOSS, where an answer holds a status. */
const oursToBlame = new Set([2, 13, 15])

/** What is reached by requests that are run. */
export const watches = [
  '/server/src/documents/',
  '/firestore-calls/',
  '/firestore-streams/',
  '/firestore-codec/decode-',
  '/model/src/',
]

/** Throws an error that is no refusal when an answer holds a status that is the server's fault. */
export function expectNoBlame(code: number | undefined, answer: string): void {
  if (oursToBlame.has(code ?? 0)) throw new Error(`An answer says that the server failed: ${answer}`)
}

/** A database with documents. */
export async function openWorld(): Promise<DocumentsWorld> {
  const { DocumentsWorld } = await import('../../../apps/server/src/testing/documents-world.ts')
  const world = await DocumentsWorld.open()
  for (const id of ['ada', 'bob', 'eve']) {
    await world.set(`users/${id}`, { a: id.length, l: ['x', 1], 'a.b': null, m: { x: 1.5 } })
    await world.set(`users/${id}/users/inner`, { a: 2 })
  }
  return world
}

export async function contextOf({ documents, caller, at }: DocumentsWorld): Promise<CallContext> {
  const { DatabaseScope } = await import('../../../apps/server/src/protocols/firestore-codec/database-scope.ts')
  const { systemRandom } = await import('../../../apps/server/src/lib/ambient.ts')
  const scope = new DatabaseScope(at.project, at.database)
  const { OwnMemory } = await import('../../../apps/server/src/documents/held-memory.ts')
  return { caller, address: '127.0.0.1', documents, scope, memory: new OwnMemory(), random: systemRandom }
}

export async function endTransaction(
  { documents, caller, at }: DocumentsWorld,
  transaction: Uint8Array,
): Promise<void> {
  await documents.rollback(caller, at, Buffer.from(transaction).toString())
}
