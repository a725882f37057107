import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { failureOf } from '../../errors/failure.ts'
import { messageOf } from '../../errors/reaction.ts'
import { type DescribedRequest, getRequest } from '../../rules/past-request.ts'
import { useProject } from '../../session/project-context.tsx'
import { requestsTexts } from '../../texts/en/requests.ts'
import { toast } from '../../ui/toast.ts'

export interface AskedRequest {
  readonly described: DescribedRequest
  /** The line that decided it is to be shown; otherwise it is to be tried again. */
  readonly isLineWanted: boolean
}

/** The past request that the address names, once all that is kept of it is known. */
export function useAskedRequest(): readonly [asked: AskedRequest | undefined, close: () => void] {
  const project = useProject()
  const navigate = useNavigate()
  const { request: id, at } = useSearch({ from: '/opened/signed-in/projects/$project/rules' })
  const [asked, setAsked] = useState<AskedRequest>()
  const close = useCallback(() => {
    void navigate({ to: '.', search: ({ request: _request, at: _at, ...others }) => others, replace: true })
  }, [navigate])
  useEffect(() => {
    setAsked(undefined)
    if (id === undefined) return undefined
    let isCurrent = true
    getRequest(project, id).then(
      (described) => {
        if (isCurrent) setAsked({ described, isLineWanted: at === 'line' })
      },
      (thrown: unknown) => {
        if (!isCurrent) return
        const isGone = failureOf(thrown).code === 'not-found'
        toast(`${requestsTexts.requestFailed}. ${isGone ? requestsTexts.requestGone : messageOf(thrown)}`)
        close()
      },
    )
    return () => {
      isCurrent = false
    }
  }, [project, id, at, close])
  return [asked, close]
}
