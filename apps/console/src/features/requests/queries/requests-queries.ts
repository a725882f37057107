import { useQuery } from '@tanstack/react-query'
import { getRequest } from '../../../shared/requests/past-request.ts'
import { useProject } from '../../../session/project-context.tsx'

/** All that is kept of a request. */
export function useRequest(id: string) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'requests', 'request', id],
    queryFn: async () => await getRequest(project, id),
  })
}
