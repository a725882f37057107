import { StatusError } from '@hearth/model'
import type { Protocol } from '../../http/route.ts'
import { writeVendorError } from '../../http/error-body.ts'
import {
  createDatabase,
  deleteDatabase,
  getDatabase,
  getLocation,
  getOperation,
  listDatabases,
  listLocations,
  listOperations,
  updateDatabase,
} from './database-methods.ts'
import { defineMethod, type FirestoreAdminDeps } from './define-method.ts'
import { getField, listFields, updateField } from './field-methods.ts'
import { createIndex, deleteIndex, getIndex, listIndexes } from './index-methods.ts'

const FILES = 'Copies of documents are made with `hearth documents export` and taken in with `hearth documents import`.'
const BACKUPS =
  'Backups of a project are made, restored and kept in the console (Settings, Backups) and by /hearth/v1/projects/<project>/backups.'
const OPERATIONS = 'Operations have ended when they are answered; one that ended can’t be cancelled.'
const DELETIONS = 'Delete documents with the server library (`recursiveDelete`), or in the console.'

/** What the vendor's API has and Hearth does not: method, path, and what does instead. Each is refused by `UNIMPLEMENTED`. */
const unbuilt: readonly (readonly [method: string, path: string, instead: string, below?: 'locations'])[] = [
  ['POST', '/:database:exportDocuments', FILES],
  ['POST', '/:database:importDocuments', FILES],
  ['POST', '/:database:bulkDeleteDocuments', DELETIONS],
  ['POST', '/:database/operations/:id:cancel', OPERATIONS],
  ['POST', ':restore', BACKUPS],
  ['POST', ':clone', BACKUPS],
  ['GET', '/:database/backupSchedules', BACKUPS],
  ['POST', '/:database/backupSchedules', BACKUPS],
  ['GET', '/:database/backupSchedules/:id', BACKUPS],
  ['PATCH', '/:database/backupSchedules/:id', BACKUPS],
  ['DELETE', '/:database/backupSchedules/:id', BACKUPS],
  ['GET', '/:location/backups', BACKUPS, 'locations'],
  ['GET', '/:location/backups/:id', BACKUPS, 'locations'],
  ['DELETE', '/:location/backups/:id', BACKUPS, 'locations'],
]

const unbuiltMethods = unbuilt.map(([method, path, instead, below]) =>
  defineMethod({
    method,
    path,
    ...(below && { below }),
    needs: 'viewer',
    handle: () =>
      Promise.reject(new StatusError('unimplemented', 'NOT_BUILT', `Hearth does not have this call. ${instead}`)),
  }),
)

const methods = [
  listDatabases,
  getDatabase,
  createDatabase,
  updateDatabase,
  deleteDatabase,
  listOperations,
  getOperation,
  listLocations,
  getLocation,
  listFields,
  getField,
  updateField,
  listIndexes,
  getIndex,
  createIndex,
  deleteIndex,
  ...unbuiltMethods,
]

/** google.firestore.admin.v1 over REST, as the vendor's command line and `FirestoreAdminClient` with `fallback` use it. */
export function createFirestoreAdminProtocol(deps: FirestoreAdminDeps): Protocol {
  return {
    name: 'firestore-admin',
    routes: methods.map((method) => method(deps)),
    writeError: (exchange, error) => writeVendorError(exchange, error, { isListed: false }),
  }
}
