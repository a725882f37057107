import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../lib/ambient.ts'
import { bringContentsBack, countMissing } from '../backup-contents.ts'
import { syncFolder } from '../manifest.ts'
import { openEmptyFolder } from '../../operations/data-folder.ts'
import { SECRETS_KEY_FILE } from '../../operations/secrets-key.ts'
import { explain } from './explain.ts'
import { readServerManifest, type ServerManifest } from './server-manifest.ts'
import type { StoreFiles } from './backup-server.ts'

/** Not carried into a later time: uploads that go on nowhere, and mails and calls about incidents that may have been sent since. */
const droppedSpaces = ['upload', 'mail-outbox', 'alert-calls']

/**
 * Makes the data folder, which is new or empty, of the backup of a whole server in `folder`. Everything is read before anything is written;
 * the file without which no server takes the folder is written last. Throws `DataFolderError` where something is in the data folder, else
 * an `Error` with a sentence for the operator.
 */
export async function restoreServer(
  { dataFolder, folder }: { readonly dataFolder: string; readonly folder: string },
  { files, clock }: { readonly files: StoreFiles; readonly clock: Clock },
  tell: (sentence: string) => void,
): Promise<void> {
  const manifest = await readServerManifest(folder)
  for (const project of manifest.projects) await verify(project, join(folder, 'projects', project.id), files)
  const taken = openEmptyFolder(dataFolder)
  try {
    await bringBack(manifest, { dataFolder, folder }, { files, clock })
    if (!(await readdir(dataFolder)).includes(SECRETS_KEY_FILE)) tell(keyNeeded(dataFolder))
    tell(
      'What was revoked, disabled or deleted since (keys, sessions, download links, accounts, rules) is open again. Close it again before others reach the server.',
    )
    tell(`Restored ${manifest.projects.length} projects into ${dataFolder}, as they were on ${when(manifest)}.`)
  } catch (cause) {
    for (const name of await readdir(dataFolder)) await rm(join(dataFolder, name), { recursive: true, force: true })
    throw new Error(`Nothing was restored: ${explain(cause)}`, { cause })
  } finally {
    taken.close()
    await files.blobs.close()
  }
}

async function bringBack(
  manifest: ServerManifest,
  { dataFolder, folder }: { readonly dataFolder: string; readonly folder: string },
  { files, clock }: { readonly files: StoreFiles; readonly clock: Clock },
): Promise<void> {
  await mkdir(join(dataFolder, 'projects'), { mode: 0o700 })
  for (const { id, version, files: named } of manifest.projects) {
    const from = join(folder, 'projects', id)
    const missing = await files.read(join(from, 'store.sqlite'), (copy) =>
      bringContentsBack(copy, { project: id, blobs: files.blobs, folder: from, onBrought() {} }),
    )
    if (missing > named.missing) throw new Error(`The contents of ${missing} files of ${id} are missing.`)
    const store = join(dataFolder, 'projects', `${id}.sqlite`)
    await copyFile(join(from, 'store.sqlite'), store)
    await files.beginAnew(store, Math.max(version, clock.nowMs() * 1000) + 1, droppedSpaces)
  }
  await syncFolder(join(dataFolder, 'projects'))
  for (const name of [SECRETS_KEY_FILE, 'format.json']) await copyIfThere(join(folder, name), join(dataFolder, name))
  await syncFolder(dataFolder)
}

/** Throws an `Error` with a sentence for the operator. */
async function verify(project: ServerManifest['projects'][number], folder: string, files: StoreFiles): Promise<void> {
  const store = join(folder, 'store.sqlite')
  const { sha256 } = await files.verify(store)
  if (sha256 !== project.sha256) throw new Error(`The backup of ${project.id} is damaged: ${store} was changed.`)
  const missing = await files.read(store, (copy) => countMissing(copy, folder))
  if (missing > project.files.missing) {
    throw new Error(
      `The backup of ${project.id} is damaged: the contents of ${missing} files are missing or cut short.`,
    )
  }
}

async function copyIfThere(from: string, to: string): Promise<void> {
  await copyFile(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

function keyNeeded(dataFolder: string): string {
  const path = join(dataFolder, SECRETS_KEY_FILE)
  return `The key of secrets was not in the backup. Before you start the server, put the file of the former one at ${path}, or set HEARTH_SECRETS_KEY to its content.`
}

function when({ createdAt }: ServerManifest): string {
  return new Date(createdAt).toISOString()
}
