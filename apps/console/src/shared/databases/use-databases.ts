import { useQuery } from '@tanstack/react-query'
import { useProject } from '../../session/project-context.tsx'
import { useFailure } from '../../ui/query-content.tsx'
import { listDatabases, type ListedDatabase } from './list-databases.ts'
import { defaultDatabase } from '../../backend/default-database.ts'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { databaseOf, type ProjectDatabase } from '../../documents/project-database.ts'

export interface Databases {
  /** Undefined until they are known. */
  readonly listed: readonly ListedDatabase[] | undefined
  /** What is known of the one that the address names. */
  readonly open: 'there' | 'missing' | 'asking' | 'failed'
  /** Why they are not known. */
  readonly error: unknown
  readonly readAgain: () => void
}

/** The databases of the project, asked for anew whenever the address names another. */
export function useDatabases(): Databases {
  const { id } = useDatabase()
  const query = useDatabaseList(id)
  const { data: listed, isPlaceholderData, refetch } = query
  const failure = useFailure(query)
  const isThere = id === defaultDatabase || listed?.some((database) => database.id === id) === true
  const isAnswered = listed !== undefined && !isPlaceholderData && failure === undefined
  return {
    listed,
    open: isThere ? 'there' : failure !== undefined ? 'failed' : isAnswered ? 'missing' : 'asking',
    error: failure,
    readAgain: () => void refetch(),
  }
}

/** @param open another one makes it another question */
export function useDatabaseList(open = '') {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'databases', open],
    queryFn: async () => await listDatabases(project),
  })
}

/** The database that the address names, whether there is one or not. */
export function useDatabase(): ProjectDatabase {
  const project = useProject()
  const { database = defaultDatabase } = useSearch({ strict: false })
  return useMemo(() => databaseOf(project, database), [project, database])
}
