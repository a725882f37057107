import * as z from 'zod/mini'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'

const passkeyConfig = z.object({
  /** Empty while passkeys are off. */
  rpId: z.string(),
  expectedOrigins: z.array(z.string()),
})

/** Whom a project's passkeys are made for, in the vendor's words. */
export type PasskeyConfig = z.infer<typeof passkeyConfig>

export async function getPasskeyConfig(project: ProjectSession): Promise<PasskeyConfig> {
  return await project.call({ path: passkeyPathOf(project), answer: passkeyConfig })
}

/** Throws `INVALID_CONFIG` for a name or an origin that browsers would not take. */
export async function changePasskeyConfig(project: ProjectSession, change: PasskeyConfig): Promise<PasskeyConfig> {
  return await project.call({ method: 'PATCH', path: passkeyPathOf(project), body: change, answer: passkeyConfig })
}

function passkeyPathOf(project: ProjectSession): string {
  return `/identitytoolkit.googleapis.com/v2/projects/${encodeURIComponent(project.id)}/passkeyConfig`
}
