import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { failureOf } from '../../backend/errors/failure.ts'
import { messageOfRead } from '../../backend/errors/read-reaction.ts'
import type { DescribedRequest } from '../../shared/requests/list-requests.ts'
import { databaseSearch } from '../../shared/databases/database-search.ts'
import { defaultDatabase } from '../../backend/default-database.ts'
import { useDatabase } from '../../shared/databases/use-databases.ts'
import { useRequest } from '../../shared/requests/use-requests.ts'
import { requestsTexts } from '../../texts/en/requests.ts'
import { toastProblem } from '../../ui/toast.ts'
import { withoutRequest } from '../../shared/rules/rules-search.ts'

export interface AskedRequest {
  readonly described: DescribedRequest
  /** The line that decided it is to be shown; otherwise it is to be tried again. */
  readonly isLineWanted: boolean
}

/** The past request that the address names, once all that is kept of it is known. */
export function useAskedRequest(): readonly [asked: AskedRequest | undefined, close: () => void] {
  const { id: open } = useDatabase()
  const navigate = useNavigate()
  const { request: id, at } = useSearch({ from: '/opened/signed-in/projects/$project/rules' })
  const { data: described, error } = useRequest(id)
  const close = useCallback(() => {
    void navigate({ to: '.', search: (before) => withoutRequest(before), replace: true })
  }, [navigate])
  useEffect(() => {
    if (error === null) return
    const isGone = failureOf(error).code === 'not-found'
    toastProblem(`${requestsTexts.requestFailed}. ${isGone ? requestsTexts.requestGone : messageOfRead(error)}`)
    close()
  }, [error, close])
  const elsewhere = described && databaseElsewhere(described, open)
  useEffect(() => {
    if (elsewhere === undefined) return
    // Other rules decided it than those of the address.
    void navigate({ to: '.', search: (before) => ({ ...before, ...databaseSearch(elsewhere) }), replace: true })
  }, [elsewhere, navigate])
  const asked = useMemo(
    () => (described !== undefined && elsewhere === undefined ? { described, isLineWanted: at === 'line' } : undefined),
    [described, elsewhere, at],
  )
  return [asked, close]
}

/** The database whose rules decided a request, where it isn't the open one. */
function databaseElsewhere({ request }: DescribedRequest, open: string): string | undefined {
  const { service, database = defaultDatabase } = request
  return service === 'files' || database === open ? undefined : database
}
