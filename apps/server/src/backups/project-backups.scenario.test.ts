import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StatusError } from '@hearth/model'
import { describe, expect, it } from 'vitest'
import { AlertSettingsStore } from '../alerts/alert-settings.ts'
import { systemClock, systemRandom } from '../lib/ambient.ts'
import type { AuditedAct } from '../audit/audit-entry.ts'
import { DiskBlobs } from '../blobs/disk/disk-blobs.ts'
import { BlobGarbage } from '../files/blob-garbage.ts'
import { OBJECT_SPACE } from '../files/object-record.ts'
import { SqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts'
import { BackupFolders } from './backup-folders.ts'
import type { BackupJob } from './backup-job.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { BEFORE_RESTORE_KEPT, ProjectBackups } from './project-backups.ts'

const PROJECT = 'shop-app'
const NIGHTLY_KEPT = 2
const noNote = async (): Promise<void> => {}
const underWay = { reason: 'BACKUP_UNDER_WAY' }

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** Backups of one project, on the engines of a server. Tests may stop in front of the next reading of a copy, or the bringing back of a content. */
class World implements AsyncDisposable {
  readonly folders: BackupFolders
  readonly backups: ProjectBackups
  readonly acts: AuditedAct[] = []
  readonly #folder: string
  readonly #persistence: SqlitePersistence
  readonly #blobs: DiskBlobs
  readonly #stops = new Map<'verify' | 'bring', { reached: () => void; goOn: Promise<void> }>()

  private constructor(folder: string, persistence: SqlitePersistence) {
    this.#folder = folder
    this.#persistence = persistence
    this.#blobs = new DiskBlobs(join(folder, 'blobs'))
    this.folders = new BackupFolders(join(folder, 'backups'))
    const garbage = new BlobGarbage(this.#blobs)
    const pass = (place: 'verify' | 'bring') => this.#pass(place)
    this.backups = new ProjectBackups({
      folders: this.folders,
      persistence: {
        copyProject: (...asked) => persistence.copyProject(...asked),
        copyBytes: (...asked) => persistence.copyBytes(...asked),
        readCopy: (...asked) => persistence.readCopy(...asked),
        replaceProject: (...asked) => persistence.replaceProject(...asked),
        openProject: (...asked) => persistence.openProject(...asked),
        async verifyCopy(file) {
          await pass('verify')
          return await persistence.verifyCopy(file)
        },
      },
      blobs: {
        copyOut: (...asked) => this.#blobs.copyOut(...asked),
        size: (...asked) => this.#blobs.size(...asked),
        bringBack: async (...asked) => {
          await pass('bring')
          await this.#blobs.bringBack(...asked)
        },
      },
      holdContents: (held) => garbage.hold(held),
      hasRoom: async () => true,
      waitingFolder: join(folder, 'restoring'),
      onEnded: () => 0,
      onReplaced: () => undefined,
      nightlyKept: NIGHTLY_KEPT,
      release: '0',
      clock: systemClock,
      random: systemRandom,
      log: { info() {}, warn() {}, error() {} },
      sweepsMayRun: () => true,
      isClockBelieved: () => true,
      noteAct: (act) => this.acts.push(act),
    })
  }

  static async open(): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), 'hearth-backups-'))
    await mkdir(join(folder, 'backups'))
    return new World(folder, await SqlitePersistence.open({ folder, clock: systemClock }))
  }

  /** The next one that comes there waits until the answer's `goOn` is called. */
  stopAt(place: 'verify' | 'bring'): { readonly reached: Promise<void>; readonly goOn: () => void } {
    const reached = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    this.#stops.set(place, { reached: reached.resolve, goOn: goOn.promise })
    return { reached: reached.promise, goOn: goOn.resolve }
  }

  async #pass(place: 'verify' | 'bring'): Promise<void> {
    const stop = this.#stops.get(place)
    if (stop === undefined) return
    this.#stops.delete(place)
    stop.reached()
    await stop.goOn
  }

  async mark(text: string): Promise<void> {
    const store = await this.#persistence.openProject(PROJECT)
    await store.commit({ records: [{ space: 'mark', key: 'mark', value: JSON.stringify(text) }] })
  }

  async marked(): Promise<string | undefined> {
    const store = await this.#persistence.openProject(PROJECT)
    return (await store.getRecord('mark', 'mark'))?.value
  }

  async tellOfAlerts(address: string): Promise<void> {
    const settings = new AlertSettingsStore((project) => this.#persistence.openProject(project))
    await settings.set(PROJECT, { ...(await settings.get(PROJECT)), addresses: [address] })
  }

  async toldOfAlerts(): Promise<readonly string[]> {
    return (await new AlertSettingsStore((project) => this.#persistence.openProject(project)).get(PROJECT)).addresses
  }

  /** A file of the project; answers what takes its content away from where the server reads it, and its name in the backups. */
  async addFile(): Promise<{ id: string; lose: () => Promise<void> }> {
    const blob = { project: PROJECT, id: randomBytes(16).toString('hex') }
    const { sizeBytes } = await this.#blobs.store(blob, oneChunk('the content'), 1000)
    const store = await this.#persistence.openProject(PROJECT)
    const value = JSON.stringify({ blobId: blob.id, object: { sizeBytes } })
    await store.commit({ records: [{ space: OBJECT_SPACE, key: blob.id, value }] })
    return { id: blob.id, lose: () => this.#blobs.remove(blob) }
  }

  async make(): Promise<string> {
    return await this.ended(await this.backups.begin(PROJECT))
  }

  async restore(id: string): Promise<string> {
    return await this.ended(await this.backups.beginRestore(PROJECT, { id, isExact: false }, noNote))
  }

  /** The backup that the job is about. */
  async ended(job: BackupJob): Promise<string> {
    await expect.poll(() => job.finishedAt).toBeDefined()
    return job.backup
  }

  /** The newest backup is one that nobody has read, as a killed server leaves one. */
  async forgetVerification(): Promise<Manifest> {
    const [newest] = await this.backups.list(PROJECT)
    if (newest === undefined) throw new Error('There is no backup.')
    await writeManifest(this.folders.pathOf(PROJECT, newest.id), { ...newest, verifiedAt: undefined })
    return newest
  }

  async kinds(): Promise<string[]> {
    return (await this.backups.list(PROJECT)).map(({ kind }) => kind)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.backups.close()
    await this.#persistence.close()
    await this.#blobs.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

describe('while a backup is restored', () => {
  it('no nightly one is made or thinned out, no other begun, none deleted', async () => {
    await using world = await World.open()
    await world.mark('first')
    const { id: first } = await world.backups.makeNightly(PROJECT)
    for (let made = 1; made < NIGHTLY_KEPT; made++) await world.backups.makeNightly(PROJECT)
    await world.mark('later')
    const { reached, goOn } = world.stopAt('verify')
    const job = await world.backups.beginRestore(PROJECT, { id: first, isExact: false }, noNote)
    await reached
    await expect(world.backups.makeNightly(PROJECT)).rejects.toMatchObject(underWay)
    await expect(world.backups.begin(PROJECT)).rejects.toMatchObject(underWay)
    await expect(world.backups.beginRestore(PROJECT, { id: first, isExact: false }, noNote)).rejects.toMatchObject(
      underWay,
    )
    await expect(world.backups.remove(PROJECT, first)).rejects.toMatchObject(underWay)
    goOn()
    await world.ended(job)
    expect(job.failure).toBeUndefined()
    expect(await world.marked()).toBe('"first"')
    // Now one may be made, and the oldest goes.
    await world.backups.makeNightly(PROJECT)
    expect((await world.backups.list(PROJECT)).some(({ id }) => id === first)).toBe(false)
  })

  it('who is told of alerts is as it was before, unless everything is to be as it was in the backup', async () => {
    await using world = await World.open()
    await world.tellOfAlerts('left@example.com')
    const backup = await world.make()
    await world.tellOfAlerts('new@example.com')
    await world.restore(backup)
    expect(await world.toldOfAlerts()).toEqual(['new@example.com'])
    await world.ended(await world.backups.beginRestore(PROJECT, { id: backup, isExact: true }, noNote))
    expect(await world.toldOfAlerts()).toEqual(['left@example.com'])
  })

  it('contents that vanish in the middle of it keep it from replacing anything', async () => {
    await using world = await World.open()
    await world.mark('first')
    const { id, lose } = await world.addFile()
    const backup = await world.make()
    await world.mark('later')
    await lose()
    const { reached, goOn } = world.stopAt('bring')
    const job = await world.backups.beginRestore(PROJECT, { id: backup, isExact: false }, noNote)
    await reached
    await rm(join(world.folders.pathOf(PROJECT, backup), 'contents', id.slice(0, 2), id))
    goOn()
    await world.ended(job)
    expect(job.failure?.reason).toBe('BACKUP_DAMAGED')
    expect(await world.marked()).toBe('"later"')
    expect(await world.kinds()).toEqual(['by-hand'])
    expect(world.acts).toMatchObject([{ action: 'backups.restore-failed', target: backup }])
  })

  it('its end is that of everything that belongs to it: what was there before is verified, what is too old gone', async () => {
    await using world = await World.open()
    const backup = await world.make()
    for (let time = 0; time < BEFORE_RESTORE_KEPT; time++) await world.restore(backup)
    const oldest = (await world.backups.list(PROJECT)).filter(({ kind }) => kind === 'before-restore').at(-1)
    const first = world.stopAt('verify')
    const job = await world.backups.beginRestore(PROJECT, { id: backup, isExact: false }, noNote)
    await first.reached
    const last = world.stopAt('verify')
    first.goOn()
    await last.reached
    // The project is the other one by now, and the oldest is still there: nobody may ask for it before it is gone.
    expect(job).toMatchObject({ phase: 'verify', finishedAt: undefined, before: expect.any(String) })
    expect((await world.backups.list(PROJECT)).map(({ id }) => id)).toContain(oldest?.id)
    await expect(
      world.backups.beginRestore(PROJECT, { id: oldest?.id ?? '', isExact: false }, noNote),
    ).rejects.toMatchObject(underWay)
    last.goOn()
    await world.ended(job)
    const before = (await world.backups.list(PROJECT)).filter(({ kind }) => kind === 'before-restore')
    expect(before.map(({ id }) => id)).not.toContain(oldest?.id)
    expect(before).toHaveLength(BEFORE_RESTORE_KEPT)
    expect(before.every(({ verifiedAt }) => verifiedAt !== undefined)).toBe(true)
  })
})

describe('a nightly backup', () => {
  it('keeps restores and deletions out until the last old one is thinned out', async () => {
    await using world = await World.open()
    const { id: oldest } = await world.backups.makeNightly(PROJECT)
    await world.restore(oldest)
    // One that nobody has read, so that the nightly one after it has something to verify.
    await world.forgetVerification()
    const { reached, goOn } = world.stopAt('verify')
    const making = world.backups.makeNightly(PROJECT)
    await reached
    await expect(world.backups.beginRestore(PROJECT, { id: oldest, isExact: false }, noNote)).rejects.toMatchObject(
      underWay,
    )
    await expect(world.backups.remove(PROJECT, oldest)).rejects.toMatchObject(underWay)
    goOn()
    await making
    expect(world.acts.map(({ action }) => action)).toEqual(['backups.create', 'backups.create'])
  })

  it('is made although an earlier one can’t be verified any more', async () => {
    await using world = await World.open()
    const backup = await world.make()
    await world.restore(backup)
    const { id } = await world.forgetVerification()
    await rm(join(world.folders.pathOf(PROJECT, id), 'store.sqlite'))
    await world.backups.makeNightly(PROJECT)
    expect(await world.kinds()).toEqual(['nightly', 'before-restore', 'by-hand'])
  })
})

describe('the deletion of a project', () => {
  it('waits for what is under way, and then nobody makes anything of it again', async () => {
    await using world = await World.open()
    const backup = await world.make()
    const { reached, goOn } = world.stopAt('verify')
    const job = await world.backups.beginRestore(PROJECT, { id: backup, isExact: false }, noNote)
    await reached
    let isGone = false
    const removing = world.backups.removeAll(PROJECT).then(() => {
      isGone = true
    })
    const gone = { reason: 'PROJECT_NOT_FOUND' }
    await expect(world.backups.begin(PROJECT)).rejects.toMatchObject(gone)
    await expect(world.backups.makeNightly(PROJECT)).rejects.toMatchObject(gone)
    expect(isGone).toBe(false)
    goOn()
    await removing
    expect(job.finishedAt).toBeDefined()
    expect(await world.backups.list(PROJECT)).toEqual([])
    await expect(world.backups.makeNightly(PROJECT)).rejects.toBeInstanceOf(StatusError)
  })
})
