import { failureOf } from '../../../errors/failure.ts'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import { installation, installationsPath, type Installation } from './installation.ts'

/** One installation; `null` when there is none with this id. */
export async function findInstallation(project: ProjectSession, fid: string): Promise<Installation | null> {
  try {
    return await project.call({
      path: `${installationsPath(project)}/${encodeURIComponent(fid)}`,
      answer: installation,
    })
  } catch (thrown) {
    if (failureOf(thrown).code === 'not-found') return null
    throw thrown
  }
}
