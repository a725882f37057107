import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { failureOf } from '../../backend/errors/failure.ts'
import { messageOfRead } from '../../backend/errors/read-reaction.ts'
import { type DescribedRequest, getRequest } from '../../shared/requests/past-request.ts'
import { databaseSearch } from '../../shared/databases/database-search.ts'
import { defaultDatabase } from '../../backend/default-database.ts'
import { useDatabase } from '../../shared/databases/use-database.ts'
import { requestsTexts } from '../../texts/en/requests.ts'
import { toast } from '../../ui/toast.ts'
import { withoutRequest } from '../../shared/rules/rules-search.ts'

export interface AskedRequest {
  readonly described: DescribedRequest
  /** The line that decided it is to be shown; otherwise it is to be tried again. */
  readonly isLineWanted: boolean
}

/** The past request that the address names, once all that is kept of it is known. */
export function useAskedRequest(): readonly [asked: AskedRequest | undefined, close: () => void] {
  const { project, id: open } = useDatabase()
  const navigate = useNavigate()
  const { request: id, at } = useSearch({ from: '/opened/signed-in/projects/$project/rules' })
  const [asked, setAsked] = useState<AskedRequest>()
  const close = useCallback(() => {
    void navigate({ to: '.', search: (before) => withoutRequest(before), replace: true })
  }, [navigate])
  useEffect(() => {
    setAsked(undefined)
    if (id === undefined) return undefined
    let isCurrent = true
    getRequest(project, id).then(
      (described) => {
        if (!isCurrent) return
        const { service, database = defaultDatabase } = described.request
        if (service === 'files' || database === open) return setAsked({ described, isLineWanted: at === 'line' })
        // Other rules decided it than those of the address.
        void navigate({ to: '.', search: (before) => ({ ...before, ...databaseSearch(database) }), replace: true })
      },
      (thrown: unknown) => {
        if (!isCurrent) return
        const isGone = failureOf(thrown).code === 'not-found'
        toast(`${requestsTexts.requestFailed}. ${isGone ? requestsTexts.requestGone : messageOfRead(thrown)}`)
        close()
      },
    )
    return () => {
      isCurrent = false
    }
  }, [project, id, at, open, close, navigate])
  return [asked, close]
}
