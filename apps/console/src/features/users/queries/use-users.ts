import { useCallback, useState } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { useAsked, type Asking } from '../../../ui/use-asked.ts'
import { listUsers, type UserPage } from './list-users.ts'

const maxPages = 20

/** The first pages of a project's users, as many as were asked for. */
export function useUsers(): Asking<UserPage> & { readonly showMore: () => void; readonly mayShowMore: boolean } {
  const project = useProject()
  const [pages, setPages] = useState(1)
  const ask = useCallback(async () => {
    let result: UserPage = await listUsers(project, undefined)
    for (let page = 1; page < pages && result.nextPageToken !== undefined; page++) {
      const next = await listUsers(project, result.nextPageToken)
      result = { users: [...result.users, ...next.users], nextPageToken: next.nextPageToken }
    }
    return result
  }, [project, pages])
  const asking = useAsked(ask)
  const hasMore = asking.asked.answer?.nextPageToken !== undefined
  return { ...asking, showMore: () => setPages(pages + 1), mayShowMore: hasMore && pages < maxPages }
}
