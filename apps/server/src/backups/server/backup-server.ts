import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../lib/ambient.ts'
import { CONSOLE_PROJECT } from '../../projects/project-id.ts'
import { contentsOf, takeContents } from '../backup-contents.ts'
import { syncFolder } from '../manifest.ts'
import { noDataFolder } from '../../operations/data-folder.ts'
import { SECRETS_KEY_FILE } from '../../operations/secrets-key.ts'
import { type ServerManifest, SERVER_BACKUP_FORMAT, writeServerManifest } from './server-manifest.ts'
import type { Blobs } from '../../blobs/blobs.ts'
import type { OpenCopy, StoreCopy } from '../../persistence/store-copy.ts'

/** The stores and contents of a data folder as files. */
export interface StoreFiles {
  /** As `Persistence.copyProject`, of a file, whether a server has it open or not. */
  readonly copy: (from: string, to: string) => Promise<StoreCopy>
  readonly verify: (file: string) => Promise<StoreCopy>
  /** Lets a copy go on at a later time, without what must not be carried there. Returns what it holds then, without a digest. */
  readonly beginAnew: (file: string, version: number, droppedSpaces: readonly string[]) => Promise<StoreCopy>
  readonly read: <T>(file: string, work: (copy: OpenCopy) => Promise<T>) => Promise<T>
  /** Of the data folder. */
  readonly blobs: Pick<Blobs, 'copyOut' | 'bringBack' | 'close'>
}

/** A file may be deleted, with its content, between the copy of its store and that of its content: then both are copied again. */
const ATTEMPTS_MAX = 5
/** Beside the stores: without it nobody opens the folder. */
const FORMAT_FILE = 'format.json'

export interface ServerBackup {
  readonly dataFolder: string
  /** Where the backup goes; new or empty. */
  readonly folder: string
  /** Contents of files may be in an S3-compatible store and not here. */
  readonly hasContentsElsewhere: boolean
  /** The key that secrets are sealed with goes into the backup too: beside what it opens it protects nothing. */
  readonly withSecretsKey: boolean
}

/**
 * Copies a data folder, in use or not. Each project is of one moment; the console comes last, so that no project is missing that its
 * registry had at the beginning. Throws an `Error` with a sentence for the operator.
 */
export async function backUpServer(
  { dataFolder, folder, hasContentsElsewhere, withSecretsKey }: ServerBackup,
  { files, clock, release }: { readonly files: StoreFiles; readonly clock: Clock; readonly release: string },
  tell: (sentence: string) => void,
): Promise<void> {
  try {
    const stores = await storesOf(dataFolder)
    await assertEmptyFolder(folder)
    const createdAt = clock.nowMs()
    const projects: ServerManifest['projects'] = []
    for (const id of stores) {
      projects.push(await backUpProject({ id, dataFolder, folder, isComplete: !hasContentsElsewhere }, files))
      tell(`${id}: ${projects.at(-1)?.documents} documents, ${projects.at(-1)?.files.count} files`)
    }
    await copyFile(join(dataFolder, FORMAT_FILE), join(folder, FORMAT_FILE))
    const hasKey = withSecretsKey && (await copyKey(dataFolder, folder))
    await syncFolder(folder)
    await writeServerManifest(folder, { format: SERVER_BACKUP_FORMAT, release, createdAt, projects })
    await syncFolder(folder)
    const missing = projects.reduce((sum, project) => sum + project.files.missing, 0)
    if (missing > 0)
      tell(`${missing} files have their contents in the S3-compatible store, which has to be kept by itself.`)
    tell(hasKey ? KEY_IS_IN : keyIsOut(dataFolder))
    tell(`The backup is whole: ${folder}`)
  } finally {
    await files.blobs.close()
  }
}

/** The ids, the console's last. Throws `DataFolderError` where there is no data folder. */
async function storesOf(dataFolder: string): Promise<string[]> {
  try {
    await stat(join(dataFolder, 'format.json'))
    const names = await readdir(join(dataFolder, 'projects'))
    const ids = names.flatMap((name) => /^([a-z][a-z0-9-]{3,29})\.sqlite$/.exec(name)?.[1] ?? [])
    return [...ids.filter((id) => id !== CONSOLE_PROJECT).toSorted(), ...ids.filter((id) => id === CONSOLE_PROJECT)]
  } catch (cause) {
    if (!('code' in (cause as object))) throw cause
    throw noDataFolder(dataFolder, { cause })
  }
}

async function backUpProject(
  { id, dataFolder, folder, isComplete }: { id: string; dataFolder: string; folder: string; isComplete: boolean },
  { copy, read, blobs }: StoreFiles,
): Promise<ServerManifest['projects'][number]> {
  const target = join(folder, 'projects', id)
  await mkdir(join(target, 'contents'), { recursive: true, mode: 0o700 })
  const store = join(target, 'store.sqlite')
  const known = new Set<string>()
  for (let attempt = 1; ; attempt++) {
    await rm(store, { force: true })
    const { version, documents, sizeBytes, sha256 } = await copy(join(dataFolder, 'projects', `${id}.sqlite`), store)
    const options = { project: id, blobs, folder: target, earlier: undefined, known, onTaken() {} }
    const files = await read(store, (opened) => takeContents(contentsOf(opened), options))
    if (files.missing === 0 || !isComplete) return { id, version, documents, sizeBytes, sha256, files }
    if (attempt < ATTEMPTS_MAX) continue
    throw new Error(
      `The contents of ${files.missing} files of ${id} are not in ${dataFolder}. Where they are in an S3-compatible store, set HEARTH_BLOBS as for the server.`,
    )
  }
}

const KEY_IS_IN =
  'secrets.key is in the backup: whoever has the folder can read every secret in it. Keep it where you would keep the data.'

function keyIsOut(dataFolder: string): string {
  const path = join(dataFolder, SECRETS_KEY_FILE)
  return `The key of secrets is not in the backup. Keep ${path}, or your HEARTH_SECRETS_KEY, apart from it: a restored server needs it to start.`
}

/** False where the data folder has none. */
async function copyKey(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(join(from, SECRETS_KEY_FILE), join(to, SECRETS_KEY_FILE))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return false
  }
}

/** Makes the folder for this user alone when it is absent. Throws an `Error` with a sentence for the operator where something is in it. */
async function assertEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty. Name a new or an empty folder.`)
}
