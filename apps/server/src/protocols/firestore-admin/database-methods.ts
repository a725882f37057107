import { z } from 'zod'
import { formatTimestamp, invalidArgument, StatusError } from '@hearth/model'
import { type Database, DEFAULT_DATABASE } from '../../documents/databases/database.ts'
import { enumText } from '../firestore-codec/index-declaration.ts'
import { defineMethod, doneOperation } from './define-method.ts'

const DATABASE_TYPE = 'google.firestore.admin.v1.Database'

const protection = enumText(
  'DELETE_PROTECTION_STATE_UNSPECIFIED',
  'DELETE_PROTECTION_DISABLED',
  'DELETE_PROTECTION_ENABLED',
)

/** Unknown fields are passed over: the tools send what only the vendor's service can decide, such as the place. */
const databaseBody = z.object({
  type: enumText('DATABASE_TYPE_UNSPECIFIED', 'FIRESTORE_NATIVE').optional(),
  deleteProtectionState: protection.optional(),
})

export const listDatabases = defineMethod({
  method: 'GET',
  path: '',
  needs: 'viewer',
  async handle({ administration, project }) {
    const databases = await administration.listDatabases(project)
    return { databases: databases.map((database) => databaseJson(project, database)) }
  },
})

export const getDatabase = defineMethod({
  method: 'GET',
  path: '/:database',
  needs: 'viewer',
  handle: async ({ administration, project, database }) =>
    databaseJson(project, await administration.getDatabase(project, database)),
})

export const createDatabase = defineMethod({
  method: 'POST',
  path: '',
  needs: 'owner',
  keyScope: 'project',
  body: databaseBody,
  async handle({ administration, exchange, project, body }) {
    const id = exchange.query.get('databaseId') ?? ''
    const isDeleteProtected = body.deleteProtectionState === 'DELETE_PROTECTION_ENABLED'
    const database = await administration.createDatabase(project, id, { isDeleteProtected })
    return doneOperation(operationName(project, database, 'create'), DATABASE_TYPE, databaseJson(project, database))
  },
})

/** Of a database only its protection can be changed. */
export const updateDatabase = defineMethod({
  method: 'PATCH',
  path: '/:database',
  needs: 'owner',
  keyScope: 'project',
  body: databaseBody,
  async handle({ administration, exchange, project, database: id, body }) {
    const foreign = (exchange.query.get('updateMask') ?? 'deleteProtectionState')
      .split(',')
      .find((field) => field !== 'deleteProtectionState' && field !== 'delete_protection_state')
    if (foreign !== undefined) {
      throw invalidArgument('INVALID_REQUEST', `The field ${foreign} of a database can't be changed.`)
    }
    const isProtected = body.deleteProtectionState === 'DELETE_PROTECTION_ENABLED'
    const database = await administration.setDeleteProtection(project, id, isProtected)
    return doneOperation(operationName(project, database, 'update'), DATABASE_TYPE, databaseJson(project, database))
  },
})

export const deleteDatabase = defineMethod({
  method: 'DELETE',
  path: '/:database',
  needs: 'owner',
  keyScope: 'project',
  needsRecentSignIn: true,
  async handle({ administration, project, database: id }) {
    const database = await administration.deleteDatabase(project, id)
    const name = operationName(project, database, 'delete')
    // The vendor's command line takes an answer without the database for one of a database that was not found.
    return { ...doneOperation(name, DATABASE_TYPE, databaseJson(project, database)), done: false }
  },
})

/** Those under way: none, as all have ended when they are answered, and of a deletion there is no database to ask. */
export const listOperations = defineMethod({
  method: 'GET',
  path: '/:database/operations',
  needs: 'viewer',
  async handle({ administration, project, database }) {
    await administration.getDatabase(project, database)
    return {}
  },
})

/** An operation has ended when it is asked for, except a deletion, whose documents go in the background. */
export const getOperation = defineMethod({
  method: 'GET',
  path: '/:database/operations/:id',
  needs: 'viewer',
  async handle({ administration, project, database, id }) {
    const [, verb, uid] = /^(create|update|delete)-([a-z0-9-]+)$/.exec(id) ?? []
    if (verb === undefined || uid === undefined) {
      throw invalidArgument('INVALID_OPERATION', `There is no operation ${id}.`)
    }
    const name = `projects/${project}/databases/${database}/operations/${id}`
    return { name, done: verb !== 'delete' || (await administration.isDeleted(project, uid)) }
  },
})

function databaseJson(project: string, { id, uid, createdAt, isDeleteProtected }: Database): object {
  return {
    name: `projects/${project}/databases/${id}`,
    uid,
    ...(id !== DEFAULT_DATABASE && { createTime: formatTimestamp(createdAt) }),
    locationId: LOCATION_ID,
    type: 'FIRESTORE_NATIVE',
    databaseEdition: 'STANDARD',
    concurrencyMode: 'PESSIMISTIC',
    pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_ENABLED',
    versionRetentionPeriod: '604800s',
    deleteProtectionState: isDeleteProtected ? 'DELETE_PROTECTION_ENABLED' : 'DELETE_PROTECTION_DISABLED',
    etag: Buffer.from(`${uid}:${isDeleteProtected}`).toString('base64url'),
  }
}

function operationName(project: string, { id, uid }: Database, verb: 'create' | 'update' | 'delete'): string {
  return `projects/${project}/databases/${id}/operations/${verb}-${uid}`
}

/** Where every database is: on this server. */
const LOCATION_ID = 'hearth'

function locationJson(project: string): object {
  return { name: `projects/${project}/locations/${LOCATION_ID}`, locationId: LOCATION_ID, displayName: 'This server' }
}

export const listLocations = defineMethod({
  method: 'GET',
  path: '',
  below: 'locations',
  needs: 'viewer',
  handle: async ({ project }) => ({ locations: [locationJson(project)] }),
})

export const getLocation = defineMethod({
  method: 'GET',
  path: '/:id',
  below: 'locations',
  needs: 'viewer',
  async handle({ project, id }) {
    if (id === LOCATION_ID) return locationJson(project)
    throw new StatusError('not-found', 'LOCATION_NOT_FOUND', `There is no location ${id}: all is on this server.`)
  },
})
