import { skipToken, useQuery } from '@tanstack/react-query'
import { useProject } from '../../session/project-context.tsx'
import { getRequest } from './past-request.ts'

/** All that is kept of a request; nothing is asked while there is no id. */
export function useRequest(id: string | undefined) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'requests', 'request', id],
    queryFn: id === undefined ? skipToken : async () => await getRequest(project, id),
    // What was kept of another request is none of this one.
    placeholderData: () => undefined,
  })
}
