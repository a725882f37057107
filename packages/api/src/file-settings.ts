import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

const bucketNamesMax = 10
const bucketNames = z
  .array(z.string())
  .check(z.maxLength(bucketNamesMax, `A bucket has at most ${bucketNamesMax} further names.`))

const settings = z.object({
  /** Whether single files may be, and are, open to everybody at their public address. */
  publicFiles: z.boolean(),
  /** What the bucket is called beside the names that follow from the project's id. */
  bucketNames: z.array(z.string()),
})
export type FileSettings = z.infer<typeof settings>

export const getFileSettings = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/files/settings',
  summary:
    'Whether single files may be, and are, [public](files.md#public-files), and what the bucket is called beside the names that follow from the project’s id ([files.md](files.md)).',
  who: 'viewer',
  answer: settings,
} as const satisfies Endpoint

export const updateFileSettings = {
  method: 'PATCH',
  path: '/hearth/v1/projects/:project/files/settings',
  summary:
    'Turning public files on and changing names need a recent sign-in, or the scope `project` of a key. With `expectedBucketNames` the names are replaced only if they are these still.',
  who: 'owner',
  recentSignIn: 'sometimes',
  audit: 'file-settings.update',
  body: z
    .strictObject({
      publicFiles: z.optional(z.boolean()),
      bucketNames: z.optional(bucketNames),
      /** Those that `bucketNames` replaces, as they were read. */
      expectedBucketNames: z.optional(bucketNames),
    })
    .check(
      z.refine(
        (asked) => asked.publicFiles !== undefined || asked.bucketNames !== undefined,
        'publicFiles or bucketNames is missing.',
      ),
    ),
  answer: settings,
  errors: {
    INVALID_BUCKET_NAME: 'invalid-argument',
    BUCKET_TAKEN: 'already-exists',
    TOO_MANY_BUCKETS: 'resource-exhausted',
    CONFLICT: 'aborted',
    BUCKET_NAMES_CHANGED: 'failed-precondition',
  },
} as const satisfies Endpoint
