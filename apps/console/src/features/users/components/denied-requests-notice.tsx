import { useProject } from '../../../session/project-context.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { Notice } from '../../../ui/notice.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { deniedLately, useDeniedRequests } from '../queries/users-queries.ts'

/** That the rules denied something to the user lately, what came last, and the way to why. Silent where nothing was, or is known. */
export function DeniedRequestsNotice({ uid }: { readonly uid: string }) {
  const project = useProject()
  const { requests = [], nextPageToken } = useDeniedRequests(uid).data ?? {}
  const [last] = requests
  if (last === undefined) return null
  return (
    <Notice tone="attention">
      {usersTexts.deniedLately(requests.length, nextPageToken !== undefined, `${last.operation} ${last.path}`)}{' '}
      <TextLink to="/projects/$project/requests" params={{ project: project.id }} search={{ ...deniedLately, uid }}>
        {usersTexts.whyDenied}
      </TextLink>
    </Notice>
  )
}
