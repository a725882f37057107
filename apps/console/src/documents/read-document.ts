import * as z from 'zod/mini'
import { HearthError } from '../backend/api/hearth-error.ts'
import { type CalledDatabase, documentsUrl } from './project-database.ts'
import { encodePath } from './data-path.ts'
import type { TypedFields } from './values/typed-value.ts'
import { decodeFields } from './values/wire-value.ts'

const answer = z.object({
  fields: z.optional(z.record(z.string(), z.unknown())),
  updateTime: z.string(),
})

export interface StoredDocument {
  readonly fields: TypedFields
  /** RFC 3339; names this version of the document as a precondition. */
  readonly updateTime: string
}

/**
 * A document with the exact types of its values, over the REST protocol: the web SDK's numbers can't tell an integer from a double.
 * undefined when there is none.
 */
export async function findDocument(
  database: CalledDatabase,
  path: string,
  signal?: AbortSignal,
): Promise<StoredDocument | undefined> {
  try {
    const { fields, updateTime } = await database.project.call({
      path: `${documentsUrl(database)}/${encodePath(path)}`,
      ...(signal !== undefined && { signal }),
      answer,
    })
    return { fields: decodeFields(fields ?? {}, database.root), updateTime }
  } catch (thrown) {
    if (thrown instanceof HearthError && thrown.code === 'not-found') return undefined
    throw thrown
  }
}
