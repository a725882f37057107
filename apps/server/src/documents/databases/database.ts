import { invalidArgument, type Version } from '@hearth/model'

/** One of the databases of a project: its own documents, indexes and policies. */
export interface Database {
  readonly id: string
  /** A random name that no other database has, not even one that had the same id before. */
  readonly uid: string
  /** Nothing of before this time is answered: the id may have had another database. 0 for the default one. */
  readonly createdAt: Version
  readonly isDeleteProtected: boolean
  /** Its documents are being deleted; to clients it is gone. */
  readonly isBeingDeleted: boolean
}

export const DEFAULT_DATABASE = '(default)'
/** Databases of one project. */
export const DATABASES_MAX = 100

const idForm = /^[a-z][a-z0-9-]{2,61}[a-z0-9]$/
const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Throws `invalid-argument`/`INVALID_DATABASE_ID` for what no database can be called (document-semantics 1). */
export function validateDatabaseId(id: string): void {
  if (idForm.test(id) && !uuidForm.test(id)) return
  const text =
    'The id of a database has 4 to 63 of a-z, 0-9 and -, starts with a letter, ends with a letter or digit, and does not look like a UUID.'
  throw invalidArgument('INVALID_DATABASE_ID', text)
}
