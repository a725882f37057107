import { useCallback } from 'react'
import { useAsked } from '../ui/use-asked.ts'
import { listDatabases, type ListedDatabase } from './list-databases.ts'
import { defaultDatabase } from './default-database.ts'
import { useDatabase } from './use-database.ts'

export interface Databases {
  /** Undefined until they are known. */
  readonly listed: readonly ListedDatabase[] | undefined
  /** What is known of the one that the address names. */
  readonly open: 'there' | 'missing' | 'asking' | 'failed'
  /** Why they are not known. */
  readonly error: unknown
  readonly askAgain: () => void
}

/** The databases of the project, asked for anew whenever the address names another. */
export function useDatabases(): Databases {
  const { project, id } = useDatabase()
  const { asked, askAgain } = useAsked(
    useCallback(async () => ({ id, listed: await listDatabases(project) }), [project, id]),
  )
  const listed = asked.answer?.listed
  const isThere = id === defaultDatabase || listed?.some((database) => database.id === id) === true
  const isAnswered = asked.answer?.id === id
  return {
    listed,
    open: isThere ? 'there' : asked.status === 'failed' ? 'failed' : isAnswered ? 'missing' : 'asking',
    error: asked.status === 'failed' ? asked.error : undefined,
    askAgain,
  }
}
