import { z } from 'zod'
import { bucketNamesMax } from '../../projects/bucket-names.ts'
import type { Settings } from './settings-route.ts'

const names = z.array(z.string()).max(bucketNamesMax, `A bucket has at most ${bucketNamesMax} further names.`)
const change = z
  .strictObject({
    publicFiles: z.boolean().optional(),
    bucketNames: names.optional(),
    /** Those that `bucketNames` replaces, as they were read. */
    expectedBucketNames: names.optional(),
  })
  .refine(
    ({ publicFiles, bucketNames }) => publicFiles !== undefined || bucketNames !== undefined,
    'publicFiles or bucketNames is missing.',
  )

interface FileSettings {
  readonly publicFiles: boolean
  readonly bucketNames: readonly string[]
}

/**
 * `{ publicFiles, bucketNames }`: whether single files may be, and are, open to everybody at their public address, and what the bucket is called
 * beside the names that follow from the project's id.
 */
export const fileSettings: Settings<z.infer<typeof change>, FileSettings> = {
  path: '/hearth/v1/projects/:project/files/settings',
  change,
  act: { service: 'file-settings', operation: 'update' },
  read: async ({ files, projects }, project) => ({
    ...(await files.settings(project)),
    bucketNames: projects.bucketNames.list(project),
  }),
  // Public files let strangers in, and a name can be one project's alone: nobody who found a session open, and no ordinary key, decides that.
  isGrave: (_deps, _project, { publicFiles, bucketNames }) => publicFiles === true || bucketNames !== undefined,
  async update(deps, project, { publicFiles, bucketNames, expectedBucketNames }) {
    // What may be refused comes first.
    if (bucketNames !== undefined) await deps.projects.bucketNames.replace(project, bucketNames, expectedBucketNames)
    if (publicFiles !== undefined) await deps.files.updateSettings(project, { publicFiles })
    return await fileSettings.read(deps, project)
  },
  describe: ({ publicFiles, bucketNames }) => ({
    publicFiles: publicFiles ? 'on' : 'off',
    bucketNames: bucketNames.join(', '),
  }),
}
