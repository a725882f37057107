import type { Protocol } from '../../http/route.ts'
import { writeVendorError } from '../../http/vendor-error-body.ts'
import {
  createDatabase,
  deleteDatabase,
  getDatabase,
  getOperation,
  listDatabases,
  listOperations,
  updateDatabase,
} from './database-methods.ts'
import type { FirestoreAdminDeps } from './define-method.ts'
import { getField, listFields, updateField } from './field-methods.ts'
import { createIndex, deleteIndex, getIndex, listIndexes } from './index-methods.ts'
import { getLocation, listLocations } from './location-methods.ts'
import { unbuiltMethods } from './unbuilt-methods.ts'

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
