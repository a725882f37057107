import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'

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
  { uid, tenant }: Pick<api.InstallationUser, 'uid' | 'tenant'>,
): Promise<number> {
  return await revoke(project, { uid, ...(tenant !== null && { tenant }) })
}

async function revoke(
  project: ProjectSession,
  body: api.InputOf<typeof api.revokeInstallations>['body'],
): Promise<number> {
  return (await callApi(api.revokeInstallations, { project: project.id, body }, project)).revoked
}
