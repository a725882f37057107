import * as z from 'zod/mini'
import { callHearth } from '../../../backend/api/call-hearth.ts'

/** Host names that a link of this project may lead to, the server's own among them. */
export async function getAuthorizedDomains(apiKey: string): Promise<readonly string[]> {
  const query = new URLSearchParams({ key: apiKey })
  const answer = z.object({ authorizedDomains: z.array(z.string()) })
  return (await callHearth({ path: `/identitytoolkit.googleapis.com/v1/projects?${query}`, answer })).authorizedDomains
}
