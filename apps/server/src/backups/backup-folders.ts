import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StatusError } from '@hearth/model'
import { z } from 'zod'
import type { Log, Random } from '../lib/ambient.ts'
import type { GracePeriod } from '../lib/grace-period.ts'
import { findManifest, type Manifest, syncFolder, syncParent, writeWhole } from './manifest.ts'

/** `20261122T020000Z-1a2b3c4d`: the time in UTC, so that names come in the order of time, and a random end. */
const idForm = /^\d{8}T\d{6}Z-[0-9a-f]{8}$/
/** Of the folder of a backup that was deleted and can be taken back. */
const TRASHED = '.deleted'
/** In that folder: for how long. */
const GRACE_FILE = 'deleted.json'
/** Of a folder that is being made or removed. Nobody lists it, and the next start of the server removes it. */
const UNFINISHED = '.unfinished'

const graceShape = z.object({ since: z.number(), countedUntil: z.number(), countedMs: z.number() })

/** A backup that can be taken back. */
export interface DeletedBackup {
  readonly manifest: Manifest
  readonly grace: GracePeriod
}

/**
 * Where the backups of projects are: `<folder>/<project>/<id>/` (`<id>.deleted/` for one that can be taken back) with `manifest.json`, `store.sqlite` and `contents/<first two digits>/<id>`.
 * For the server's own user alone.
 */
export class BackupFolders {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  get root(): string {
    return this.#folder
  }

  newId(nowMs: number, random: Random): string {
    const time = new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '')
    return `${time}-${Buffer.from(random.bytes(4)).toString('hex')}`
  }

  /** The newest first. What can't be understood is left out, and told. */
  async list(project: string, log: Log): Promise<Manifest[]> {
    const found: Manifest[] = []
    for (const id of (await this.#namesIn(project)).filter((name) => idForm.test(name))) {
      try {
        const manifest = await findManifest(this.pathOf(project, id))
        if (manifest?.id === id && manifest.project === project) found.push(manifest)
      } catch (err) {
        log.warn({ err, project, backup: id }, 'a backup can’t be understood')
      }
    }
    // An id tells the second alone.
    return found.toSorted((one, other) => other.createdAt - one.createdAt)
  }

  /** Throws `not-found`/`BACKUP_NOT_FOUND`, and as `findManifest`. */
  async get(project: string, id: string): Promise<Manifest> {
    const manifest = idForm.test(id) ? await findManifest(this.pathOf(project, id)) : undefined
    if (manifest?.id === id && manifest.project === project) return manifest
    throw notFound()
  }

  pathOf(project: string, id: string): string {
    return join(this.#folder, project, id)
  }

  /** Where a backup is made before it is one. */
  unfinishedPathOf(project: string, id: string): string {
    return this.pathOf(project, id) + UNFINISHED
  }

  async begin(project: string, id: string): Promise<string> {
    const path = this.unfinishedPathOf(project, id)
    await mkdir(join(path, 'contents'), { recursive: true, mode: 0o700 })
    await syncFolder(this.#folder)
    await syncParent(path)
    return path
  }

  /** From here on it is listed. Its manifest has been written. */
  async finish(project: string, id: string): Promise<void> {
    await rename(this.unfinishedPathOf(project, id), this.pathOf(project, id))
    await syncParent(this.pathOf(project, id))
  }

  /** First it is listed no more, then it goes. */
  async remove(project: string, id: string): Promise<void> {
    await this.#remove(this.pathOf(project, id), this.unfinishedPathOf(project, id))
  }

  /** It is listed no more, and everything is there. */
  async putAway(project: string, id: string, grace: GracePeriod): Promise<void> {
    const path = this.pathOf(project, id)
    await writeWhole(path, GRACE_FILE, grace)
    await rename(path, path + TRASHED)
    await syncParent(path)
  }

  /** Those that were put away, the newest first. What can't be understood is left out, and told. */
  async listDeleted(project: string, log: Log): Promise<DeletedBackup[]> {
    const found: DeletedBackup[] = []
    for (const id of (await this.#namesIn(project)).flatMap(idOfDeleted)) {
      try {
        found.push(await this.getDeleted(project, id))
      } catch (err) {
        log.warn({ err, project, backup: id }, 'a deleted backup can’t be understood')
      }
    }
    return found.toSorted((one, other) => other.manifest.createdAt - one.manifest.createdAt)
  }

  /** Throws `not-found`/`BACKUP_NOT_FOUND`, and as `findManifest`. */
  async getDeleted(project: string, id: string): Promise<DeletedBackup> {
    const path = this.pathOf(project, id) + TRASHED
    const manifest = idForm.test(id) ? await findManifest(path) : undefined
    if (manifest?.id !== id || manifest.project !== project) throw notFound()
    return { manifest, grace: await readGrace(path) }
  }

  async keepDeleted(project: string, id: string, grace: GracePeriod): Promise<void> {
    await writeWhole(this.pathOf(project, id) + TRASHED, GRACE_FILE, grace)
  }

  /** It is listed again. */
  async takeBack(project: string, id: string): Promise<void> {
    const path = this.pathOf(project, id)
    await rename(path + TRASHED, path)
    await syncParent(path)
    await rm(join(path, GRACE_FILE), { force: true })
  }

  async removeDeleted(project: string, id: string): Promise<void> {
    await this.#remove(this.pathOf(project, id) + TRASHED, this.unfinishedPathOf(project, id))
  }

  /** Which have any. */
  async projects(): Promise<string[]> {
    return await namesIn(this.#folder)
  }

  async removeUnfinished(project: string, id: string): Promise<void> {
    await rm(this.unfinishedPathOf(project, id), { recursive: true, force: true })
  }

  /** All of a project. */
  async removeAll(project: string): Promise<void> {
    await rm(join(this.#folder, project), { recursive: true, force: true })
  }

  /**
   * Clears up after a process that was killed. The state before a restore is kept where the restore had come through: then it is in no
   * other place. `storeOf`: the file of a project's store.
   */
  async clearUp(storeOf: (project: string) => string, log: Log): Promise<void> {
    for (const project of await namesIn(this.#folder)) {
      for (const name of (await this.#namesIn(project)).filter((one) => one.endsWith(UNFINISHED))) {
        const id = name.slice(0, -UNFINISHED.length)
        const path = this.unfinishedPathOf(project, id)
        const manifest = await findManifest(path).catch(() => undefined)
        if (manifest?.kind === 'before-restore' && !(await isSameFile(join(path, 'store.sqlite'), storeOf(project)))) {
          await this.finish(project, id)
          log.warn({ project, backup: id }, 'the server was killed in a restore, which had come through')
        } else {
          await rm(path, { recursive: true, force: true })
          log.warn({ project, backup: id }, 'a backup that was not finished was removed')
        }
      }
    }
  }

  /** A start finishes what a killed process left of it. */
  async #remove(path: string, going: string): Promise<void> {
    await rename(path, going)
    await syncParent(path)
    await rm(going, { recursive: true, force: true })
  }

  async #namesIn(project: string): Promise<string[]> {
    return await namesIn(join(this.#folder, project))
  }
}

function idOfDeleted(name: string): string[] {
  const id = name.endsWith(TRASHED) ? name.slice(0, -TRASHED.length) : ''
  return idForm.test(id) ? [id] : []
}

async function readGrace(path: string): Promise<GracePeriod> {
  return graceShape.parse(JSON.parse(await readFile(join(path, GRACE_FILE), 'utf8')))
}

function notFound(): StatusError {
  return new StatusError('not-found', 'BACKUP_NOT_FOUND', 'There is no such backup of this project.')
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
  }
}

/** Whether two names lead to the same bytes on the disk. */
async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)))
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev
}
