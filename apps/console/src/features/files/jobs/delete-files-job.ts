import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import type { JobOrder } from '../../../shared/jobs/job.ts'
import { WorkList } from '../../../shared/jobs/work-list.ts'
import { nameOfFolder } from '../name-of-folder.ts'
import { deleteFile } from '../queries/delete-file.ts'
import { eachFile } from './each-file.ts'

/** Deletes files of a folder, and below it. One that is gone by then is as good as deleted. */
export function deleteFilesJob(project: ProjectSession, folder: string, paths: readonly string[]): JobOrder {
  const list = new WorkList(paths)
  return {
    project: project.id,
    kind: 'delete-files',
    target: nameOfFolder(folder),
    canRetry: true,
    async run(progress) {
      const act = async (path: string) => {
        await deleteFile(project, path)
        return undefined
      }
      await eachFile({ project, list, pathOf: (path) => path, act }, progress)
      return undefined
    },
  }
}
