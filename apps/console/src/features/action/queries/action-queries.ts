import { useQuery } from '@tanstack/react-query'
import { openActionLink } from '../action-link.ts'

/** What a link in a mail is for. */
export function useActionLink(link: Parameters<typeof openActionLink>[0]) {
  return useQuery({ queryKey: ['action', link], queryFn: async () => await openActionLink(link), gcTime: 0 })
}
