import * as z from 'zod/mini'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'

const answer = z.object({
  oauthIdpConfigs: z.array(
    z.object({ /** Ends in the provider's id. */ name: z.string(), displayName: z.optional(z.string()) }),
  ),
})

/** The OpenID providers that the project has set up, by id and name. */
export async function listOpenIdProviders(
  project: ProjectSession,
): Promise<readonly { readonly id: string; readonly label: string }[]> {
  const path = `/v2/projects/${encodeURIComponent(project.id)}/oauthIdpConfigs?pageSize=100`
  const { oauthIdpConfigs } = await project.call({ path, answer })
  return oauthIdpConfigs.map(({ name, displayName }) => {
    const id = name.slice(name.lastIndexOf('/') + 1)
    return { id, label: displayName === undefined || displayName === '' ? id : `${displayName} (${id})` }
  })
}
