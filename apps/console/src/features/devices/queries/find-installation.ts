import { getInstallation, type Installation } from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import { failureOf } from '../../../backend/errors/failure.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'

/** One installation; `null` when there is none with this id. */
export async function findInstallation(project: ProjectSession, fid: string): Promise<Installation | null> {
  try {
    return await callApi(getInstallation, { project: project.id, fid }, project)
  } catch (thrown) {
    if (failureOf(thrown).code === 'not-found') return null
    throw thrown
  }
}
