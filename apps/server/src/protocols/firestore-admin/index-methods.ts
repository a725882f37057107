import { StatusError } from '@hearth/model'
import { decodeIndex, encodeIndex, indexDeclaration, isVectorIndex } from '../firestore-codec/index-declaration.ts'
import { defineMethod, doneOperation, type MethodCall } from './define-method.ts'

const INDEXES_PATH = '/:database/collectionGroups/:collectionGroup/indexes'

/** The indexes over several fields of a collection group, built by themselves or declared; of all groups for `-`. */
export const listIndexes = defineMethod({
  method: 'GET',
  path: INDEXES_PATH,
  needs: 'viewer',
  handle: async (call) => ({ indexes: (await visibleIndexes(call)).map((index) => encodeIndex(call.project, index)) }),
})

export const getIndex = defineMethod({
  method: 'GET',
  path: `${INDEXES_PATH}/:id`,
  needs: 'viewer',
  async handle(call) {
    const index = (await visibleIndexes(call)).find(({ id }) => id === call.id)
    if (index === undefined) throw new StatusError('not-found', 'INDEX_NOT_FOUND', `There is no index ${call.id}.`)
    return encodeIndex(call.project, index)
  },
})

/** The operation has ended when the index is asked for and its state is `READY`. */
export const createIndex = defineMethod({
  method: 'POST',
  path: INDEXES_PATH,
  needs: 'owner',
  body: indexDeclaration,
  async handle({ administration, project, database, collectionGroup, body }) {
    if (isVectorIndex(body)) {
      throw new StatusError('unimplemented', 'VECTOR_INDEX', 'Vector search needs no index, and none is built for it.')
    }
    const index = await administration.createIndex(project, decodeIndex(database, collectionGroup, body))
    const name = `projects/${project}/databases/${database}/operations/create-${index.id.replaceAll(/[^a-z0-9]/gi, '').toLowerCase()}`
    return {
      ...doneOperation(name, 'google.firestore.admin.v1.Index', encodeIndex(project, index)),
      // gcloud reads it even of what has ended.
      metadata: {
        '@type': 'type.googleapis.com/google.firestore.admin.v1.IndexOperationMetadata',
        index: `projects/${project}/databases/${database}/collectionGroups/${collectionGroup}/indexes/${index.id}`,
      },
    }
  },
})

export const deleteIndex = defineMethod({
  method: 'DELETE',
  path: `${INDEXES_PATH}/:id`,
  needs: 'owner',
  async handle({ administration, project, database, id }) {
    await administration.removeIndex(project, database, id)
    return {}
  },
})

async function visibleIndexes({ administration, project, database, collectionGroup }: MethodCall<unknown>) {
  const indexes = await administration.listIndexes(project, database)
  return indexes.filter(
    ({ collectionId, state }) => state !== 'removing' && (collectionGroup === '-' || collectionId === collectionGroup),
  )
}
