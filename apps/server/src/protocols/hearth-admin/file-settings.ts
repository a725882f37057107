import { type FileSettings, getFileSettings, updateFileSettings } from '@hearth/api'
import { assertRecentOwner } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { route } from './route.ts'

export const fileSettings = [
  route(getFileSettings, async ({ deps, params: { project } }) => await readSettings(deps, project)),

  route(updateFileSettings, async ({ deps, params: { project }, caller, body, note }) => {
    const { publicFiles, bucketNames, expectedBucketNames } = await body()
    // Public files let strangers in, and a name can be one project's alone: nobody who found a session open, and no ordinary key, decides that.
    if (publicFiles === true || bucketNames !== undefined) assertRecentOwner(deps, caller, 'project')
    // What may be refused comes first.
    if (bucketNames !== undefined) await deps.projects.bucketNames.replace(project, bucketNames, expectedBucketNames)
    if (publicFiles !== undefined) await deps.files.updateSettings(project, { publicFiles })
    const updated = await readSettings(deps, project)
    const detail = { publicFiles: updated.publicFiles ? 'on' : 'off', bucketNames: updated.bucketNames.join(', ') }
    await note({ target: 'settings', detail })
    return updated
  }),
]

async function readSettings({ files, projects }: HearthAdminDeps, project: string): Promise<FileSettings> {
  return { ...(await files.settings(project)), bucketNames: projects.bucketNames.list(project) }
}
