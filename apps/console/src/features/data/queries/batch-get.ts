import * as z from 'zod/mini'
import { documentsUrl, type ProjectDatabase } from '../../../documents/project-database.ts'

/** A document as it was when it was read. */
export interface ReadDocument {
  /** Below the database. */
  readonly path: string
  /** As the REST protocol writes them. */
  readonly fields: Readonly<Record<string, unknown>>
  /** RFC 3339. */
  readonly updateTime: string
}

const answer = z.array(
  z.object({
    found: z.optional(
      z.object({
        name: z.string(),
        fields: z.optional(z.record(z.string(), z.unknown())),
        updateTime: z.string(),
      }),
    ),
  }),
)

/**
 * Reads at most 200 documents as they are at one moment; those that are missing are left out.
 *
 * @param fieldPaths of each document only these; undefined for all of it
 */
export async function batchGet(
  database: ProjectDatabase,
  paths: readonly string[],
  fieldPaths?: readonly string[],
): Promise<readonly ReadDocument[]> {
  const { project, root } = database
  const read: z.infer<typeof answer> = await project.call({
    method: 'POST',
    path: `${documentsUrl(database)}:batchGet`,
    body: {
      documents: paths.map((path) => `${root}/${path}`),
      ...(fieldPaths !== undefined && { mask: { fieldPaths } }),
    },
    answer,
  })
  return read.flatMap(({ found }) =>
    found === undefined
      ? []
      : [{ path: found.name.slice(root.length + 1), fields: found.fields ?? {}, updateTime: found.updateTime }],
  )
}
