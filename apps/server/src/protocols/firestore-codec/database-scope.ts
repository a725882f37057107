import {
  invalidArgument,
  MAX_NAME_BYTES,
  parseDocumentName,
  parseParentName,
  validateDocumentPath,
} from '@hearth/model'
import type { ResourceName } from '@hearth/model'
import type { DatabaseRef } from '../../documents/documents.ts'

/**
 * The database a request or a stream is about. Names are full on the wire and relative to the database in the model;
 * a name of any other database is refused here.
 */
export class DatabaseScope implements DatabaseRef {
  readonly project: string
  readonly database: string
  /** `projects/P/databases/D` */
  readonly name: string
  /** `projects/P/databases/D/documents/`, which stands before every path of this database. */
  readonly root: string

  constructor(project: string, database: string) {
    this.project = project
    this.database = database
    this.name = `projects/${project}/databases/${database}`
    this.root = `${this.name}/documents/`
  }

  static #last: DatabaseScope | undefined

  /** The same object as before while requests are about the same database, as most are. */
  static of(project: string, database: string): DatabaseScope {
    const last = DatabaseScope.#last
    if (last !== undefined && last.project === project && last.database === database) return last
    return (DatabaseScope.#last = new DatabaseScope(project, database))
  }

  /** From `projects/P/databases/D`. Throws `invalid-argument`. */
  static parse(name: string | undefined): DatabaseScope {
    const [, project, database] = /^projects\/([^/]+)\/databases\/([^/]+)$/.exec(name ?? '') ?? []
    if (project === undefined || database === undefined) {
      throw invalidArgument('INVALID_NAME', 'The database must be named projects/{project}/databases/{database}.')
    }
    return DatabaseScope.of(project, database)
  }

  /** From the name of a document, or of the parent of one: the root of a database or a document. */
  static ofName(name: string | undefined): DatabaseScope {
    const { project, database } = parseParentName(name ?? '')
    return DatabaseScope.of(project, database)
  }

  /** The path of a document's full name. Throws `invalid-argument`. */
  documentPath(name: string | undefined): string {
    if (name?.startsWith(this.root) === true && name.length * 3 <= MAX_NAME_BYTES) {
      // As nearly all names are: no need to take it apart.
      const path = name.slice(this.root.length)
      validateDocumentPath(path)
      return path
    }
    const parsed = parseDocumentName(name ?? '')
    this.#check(parsed)
    return parsed.path
  }

  /** The path of a parent's full name, empty for `.../documents`. Throws `invalid-argument`. */
  parentPath(name: string | undefined): string {
    const parsed = parseParentName(name ?? '')
    this.#check(parsed)
    return parsed.path
  }

  /** Throws `invalid-argument` when a request names another database than its address or its stream does. */
  expect(name: string | undefined): void {
    if (name !== undefined && name !== '' && name !== this.name) throw otherDatabase(this.name)
  }

  #check(parsed: ResourceName): void {
    if (parsed.project !== this.project || parsed.database !== this.database) throw otherDatabase(this.name)
  }
}

function otherDatabase(name: string): Error {
  return invalidArgument('OTHER_DATABASE', `The request is about the database ${name} and names a document of another.`)
}
