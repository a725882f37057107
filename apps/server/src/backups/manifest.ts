import { randomUUID } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StatusError, tryParseJson } from '@hearth/model'
import { z } from 'zod'

/** Raised when what is in a backup, or how, is not what an earlier release understands. */
const CURRENT_FORMAT = 1
const FILE_NAME = 'manifest.json'

const manifestShape = z.object({
  format: z.number().int(),
  /** Of Hearth, for people to read. */
  release: z.string(),
  id: z.string(),
  project: z.string(),
  kind: z.enum(['nightly', 'by-hand', 'before-restore']),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  /** Every commit up to here is in it, none after. */
  version: z.number(),
  documents: z.number(),
  records: z.number(),
  store: z.object({ sizeBytes: z.number(), /** Undefined until it was verified. */ sha256: z.string().optional() }),
  files: z.object({
    count: z.number(),
    sizeBytes: z.number(),
    /** Files whose content the server itself did not have any more. */
    missing: z.number(),
  }),
  /** When it was opened and read whole, in milliseconds since the epoch; undefined until it was. */
  verifiedAt: z.number().optional(),
  /** `before-restore`: the backup that was restored then. */
  restored: z.string().optional(),
})

/** What a backup says of itself. It is written last, so that a folder that has one is whole. */
export type Manifest = z.infer<typeof manifestShape>
export type BackupKind = Manifest['kind']

export const MANIFEST_FORMAT = CURRENT_FORMAT

/** Undefined where there is none. Throws `failed-precondition`/`BACKUP_FORMAT_NEWER`, `data-loss`/`BACKUP_DAMAGED`. */
export async function findManifest(folder: string): Promise<Manifest | undefined> {
  let text: string
  try {
    text = await readFile(join(folder, FILE_NAME), 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
  const parsed = manifestShape.safeParse(tryParseJson(text))
  if (!parsed.success) {
    throw new StatusError('data-loss', 'BACKUP_DAMAGED', 'The manifest of this backup can’t be understood.')
  }
  if (parsed.data.format > CURRENT_FORMAT) {
    const message = `This backup was made by a newer Hearth (${parsed.data.release}). Restore it with that one.`
    throw new StatusError('failed-precondition', 'BACKUP_FORMAT_NEWER', message)
  }
  return parsed.data
}

/** Whole or not at all, and durable. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeWhole(folder, FILE_NAME, manifest)
}

/** A file of JSON, whole or not at all, and durable. */
export async function writeWhole(folder: string, name: string, content: object): Promise<void> {
  const aside = join(folder, `${name}.${randomUUID()}`)
  const file = await open(aside, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(content, undefined, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(aside, join(folder, name))
  await syncFolder(folder)
}

/** What was created, renamed or removed in a folder is durable when this resolves. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Names and new files up to `path` are durable. */
export async function syncParent(path: string): Promise<void> {
  await syncFolder(dirname(path))
}
