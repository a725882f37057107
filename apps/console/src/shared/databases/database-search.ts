import { defaultDatabase } from '../../backend/default-database.ts'

/** The part of an address that names a database; the default one goes without. */
export interface DatabaseSearch {
  readonly database?: string | undefined
}

export function readDatabaseSearch({ database }: Record<string, unknown>): DatabaseSearch {
  const isNamed = typeof database === 'string' && database !== '' && database !== defaultDatabase
  // The router would hand on what is not named here, such as a bare number, and no database is called so.
  return { database: isNamed ? database : undefined }
}

/** What leads to a database, on any of the screens that show one. */
export function databaseSearch(id: string | undefined): DatabaseSearch {
  return { database: id === defaultDatabase ? undefined : id }
}

/** The same as the end of an address, with its question mark; nothing for the default one. */
export function databaseQuery(id: string | undefined): string {
  return id === undefined || id === defaultDatabase ? '' : `?${new URLSearchParams({ database: id })}`
}
