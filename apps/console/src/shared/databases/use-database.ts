import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useProject } from '../../session/project-context.tsx'
import { defaultDatabase } from '../../backend/default-database.ts'
import { databaseOf, type ProjectDatabase } from '../../documents/project-database.ts'

/** The database that the address names, whether there is one or not. */
export function useDatabase(): ProjectDatabase {
  const project = useProject()
  const { database = defaultDatabase } = useSearch({ strict: false })
  return useMemo(() => databaseOf(project, database), [project, database])
}
