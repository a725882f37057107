import { StatusError } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import { scopeOfNow } from '../access/gate.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import { discard } from './blob-garbage.ts'
import { changeObject, objectNotFound } from './change-object.ts'
import type { FileContext } from './file-context.ts'
import type { FileObject } from './file-object.ts'
import type { Files, ObjectRef } from './files.ts'
import { attributesOf } from './metadata.ts'
import { validateObjectName } from './object-name.ts'
import { findObject, isMeant, nextGeneration, OBJECT_SPACE } from './object-record.ts'
import { assertPreconditions } from './preconditions.ts'

/** Gives a file another name in its bucket, in one commit: nobody sees it under both names or under none. */
export function createMove({ projects, gate, garbage, clock, storedBytes }: FileContext): Files['move'] {
  return async (caller, from, name, { expected = {}, expectedSource = {} } = {}) => {
    validateObjectName(from.name)
    validateObjectName(name)
    if (name === from.name) throw new StatusError('invalid-argument', 'SAME_NAME', 'The file has this name already.')
    const project = await projects.projectOfBucket(from.bucket)
    const store = await projects.store(project)
    const moved = await changeObject({ project, store, storedBytes }, name, async (replaced) => {
      const stored = await findObject(store, from.name)
      const source = isMeant(stored, from) ? stored : undefined
      await authorizeMove(caller, { project, store }, from, name, source?.object, replaced?.object)
      if (!source) throw objectNotFound(from)
      assertPreconditions(source.object, expectedSource)
      assertPreconditions(replaced?.object, expected)
      const now = clock.nowMs()
      const object: FileObject = {
        ...source.object,
        name,
        generation: nextGeneration(now, replaced?.object.generation),
        metageneration: 1,
        updated: now,
      }
      return {
        next: { object, blobId: source.blobId },
        freedBytes: source.object.sizeBytes,
        records: [
          { space: OBJECT_SPACE, key: from.name, value: undefined },
          ...(replaced ? [discard(replaced.blobId)] : []),
        ],
        expect: [{ kind: 'record', space: OBJECT_SPACE, key: from.name, revision: source.revision }],
      }
    })
    if (!moved) throw new Error('a moved file stays')
    await garbage.sweep(project, store)
    return moved.object
  }

  async function authorizeMove(
    caller: Caller,
    { project, store }: { project: string; store: ProjectStore },
    from: ObjectRef,
    name: string,
    source: FileObject | undefined,
    replaced: FileObject | undefined,
  ): Promise<void> {
    const before = source && attributesOf(source, source.sizeBytes)
    const there = { service: 'files', bucket: from.bucket, path: from.name, before, after: undefined } as const
    const created = {
      service: 'files',
      operation: 'create',
      bucket: from.bucket,
      path: name,
      before: replaced && attributesOf(replaced, replaced.sizeBytes),
      after: before,
    } as const
    const scope = scopeOfNow(store)
    await gate.authorize(project, caller, { ...there, operation: 'get' }, scope)
    await gate.authorize(project, caller, { ...there, operation: 'delete' }, scope)
    await gate.authorize(project, caller, created, scope)
  }
}
