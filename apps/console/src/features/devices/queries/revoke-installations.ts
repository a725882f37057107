import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import { installationsPath, type InstallationUser } from './installation.ts'

const answer = z.object({ revoked: z.number() })
/** As many as the server takes in one call. */
const atOnce = 100

/** Ends installations. Answers how many there were. */
export async function revokeInstallations(project: ProjectSession, fids: readonly string[]): Promise<number> {
  let revoked = 0
  for (let at = 0; at < fids.length; at += atOnce) {
    revoked += await revoke(project, { fids: fids.slice(at, at + atOnce) })
  }
  return revoked
}

/** Ends all installations where a user is signed in. Answers how many there were. */
export async function revokeInstallationsOf(
  project: ProjectSession,
  { uid, tenant }: Pick<InstallationUser, 'uid' | 'tenant'>,
): Promise<number> {
  return await revoke(project, { uid, ...(tenant !== null && { tenant }) })
}

async function revoke(project: ProjectSession, body: object): Promise<number> {
  const { revoked } = await project.call({
    method: 'POST',
    path: `${installationsPath(project)}:revoke`,
    body,
    answer,
  })
  return revoked
}
