import { useCallback } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { Notice } from '../../../ui/notice.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useRepeated } from '../../../ui/use-repeated.ts'
import { listRequests } from '../../requests/queries/list-requests.ts'

/** Somebody may be trying while a colleague looks. */
const refreshMs = 30_000
/** More of them are not counted. */
const countedMax = 100
const filter = { verdict: 'denied', since: '1d' } as const

/** That the rules denied something to the user lately, what came last, and the way to why. Silent where nothing was, or is known. */
export function DeniedRequestsNotice({ uid }: { readonly uid: string }) {
  const project = useProject()
  const { asked } = useRepeated(
    useCallback(() => listRequests(project, { ...filter, uid }, { pageSize: countedMax }), [project, uid]),
    refreshMs,
  )
  const { requests = [], nextPageToken } = asked.answer ?? {}
  const [last] = requests
  if (last === undefined) return null
  return (
    <Notice tone="attention">
      {usersTexts.deniedLately(requests.length, nextPageToken !== undefined, `${last.operation} ${last.path}`)}{' '}
      <TextLink to="/projects/$project/requests" params={{ project: project.id }} search={{ ...filter, uid }}>
        {usersTexts.whyDenied}
      </TextLink>
    </Notice>
  )
}
