import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tryParseJson } from '@hearth/model'
import { z } from 'zod'

/** Raised when an earlier release would not understand what is in the folder. */
export const SERVER_BACKUP_FORMAT = 1
const FILE_NAME = 'hearth-backup.json'

/** The part that every format has. */
const maker = z.object({ format: z.number().int(), release: z.string() })

const shape = maker.extend({
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  projects: z.array(
    z.object({
      id: z.string().regex(/^[a-z][a-z0-9-]{3,29}$/),
      version: z.number(),
      documents: z.number(),
      sizeBytes: z.number(),
      sha256: z.string(),
      /** Of these `missing` have no content in the backup. */
      files: z.object({ count: z.number(), sizeBytes: z.number(), missing: z.number() }),
    }),
  ),
})

/** What a backup of a whole server says of itself; written last. */
export type ServerManifest = z.infer<typeof shape>

/** Throws an `Error` with a sentence for the operator. */
export async function readServerManifest(folder: string): Promise<ServerManifest> {
  let text: string
  try {
    text = await readFile(join(folder, FILE_NAME), 'utf8')
  } catch (cause) {
    throw new Error(`${folder} has no ${FILE_NAME}: it is no backup of a server, or one that was not finished.`, {
      cause,
    })
  }
  return parseServerManifest(text, folder)
}

/** Throws an `Error` with a sentence for the operator. */
export function parseServerManifest(text: string, folder: string): ServerManifest {
  const json = tryParseJson(text)
  const made = maker.safeParse(json)
  if (made.success && made.data.format > SERVER_BACKUP_FORMAT) {
    throw new Error(`${folder} was made by a newer Hearth (${made.data.release}). Restore it with that one.`)
  }
  const parsed = shape.safeParse(json)
  if (!parsed.success) throw new Error(`The ${FILE_NAME} of ${folder} can't be understood.`)
  return parsed.data
}

export async function writeServerManifest(folder: string, manifest: ServerManifest): Promise<void> {
  const aside = join(folder, `${FILE_NAME}.unfinished`)
  await writeFile(aside, `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600, flush: true })
  await rename(aside, join(folder, FILE_NAME))
}
