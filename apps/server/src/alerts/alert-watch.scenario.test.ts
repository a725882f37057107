import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type LookedAt, makeDue } from '../backups/nightly-backups.ts'
import { readDiskSpace, reserveOf } from '../blobs/disk/disk-reserve.ts'
import { systemRandom } from '../lib/ambient.ts'
import { TaskQueue } from '../lib/task-queue.ts'
import type { NoticeOrder } from '../mails/mail-outbox.ts'
import { SqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts'
import { CONSOLE_PROJECT } from '../projects/project-id.ts'
import { AlertSettingsStore } from './alert-settings.ts'
import { AlertTeller, MESSAGES_PER_HOUR } from './alert-teller.ts'
import { AlertWatch } from './alert-watch.ts'
import type { DiskFigures } from './conditions.ts'
import { ENDED_KEPT, Incidents } from './incidents.ts'
import { RecentCounts } from './recent-counts.ts'
import { WatchedFigures } from './watched-figures.ts'

const SHOP = 'shop-app'
const MINUTE_MS = 60_000
const GIB = 1024 ** 3
const log = { info() {}, warn() {}, error() {} }
const night = { hours: 2, minutes: 30 }

/** A watch over one project and its server, on a real store; the figures are the test's. */
class World implements AsyncDisposable {
  now = new Date(2026, 10, 10, 3).getTime()
  disk: DiskFigures = { free: 50 * GIB, total: 100 * GIB, reserve: GIB }
  isBackupFailing = false
  readDisk = async (): Promise<DiskFigures> => this.disk
  readonly clock = { nowMs: () => this.now }
  readonly sent: NoticeOrder[] = []
  readonly incidents: Incidents
  readonly answers = new RecentCounts(this.clock)
  projects = [{ id: CONSOLE_PROJECT }, { id: SHOP }]
  #figures: WatchedFigures
  #watch: AlertWatch
  readonly #persistence: SqlitePersistence
  readonly #folder: string
  #nights = new Map<string, LookedAt>()

  private constructor(folder: string, persistence: SqlitePersistence) {
    this.#folder = folder
    this.#persistence = persistence
    this.incidents = new Incidents(() => persistence.openProject(CONSOLE_PROJECT))
    ;[this.#figures, this.#watch] = this.#begin()
  }

  static async open(): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), 'hearth-alert-watch-'))
    return new World(folder, await SqlitePersistence.open({ folder, clock: { nowMs: () => Date.now() } }))
  }

  /** Another process: nothing is known by heart. */
  restart(): void {
    ;[this.#figures, this.#watch] = this.#begin()
    this.#nights = new Map()
  }

  #begin(): [WatchedFigures, AlertWatch] {
    const { clock, incidents } = this
    const queue = new TaskQueue()
    const settings = new AlertSettingsStore((project) => this.#persistence.openProject(project))
    const calls = { planned: () => ({ space: 'none', key: 'none', value: undefined }), deliverDue: async () => {} }
    const teller = new AlertTeller({
      incidents,
      settings,
      webhookOf: async () => undefined,
      calls,
      mails: {
        isSet: () => true,
        send: async (notices, records) => {
          await incidents.commit(records)
          this.sent.push(...notices)
        },
      },
      addressesOf: async (scope) => [`${scope}@example.com`],
      nameOf: async () => 'Shop',
      publicUrl: () => 'https://backend.example',
      queue,
      clock,
    })
    const figures = new WatchedFigures({
      decisions: new RecentCounts(clock),
      answers: this.answers,
      daysOf: async () => [],
      readDisk: () => this.readDisk(),
      hasNightly: true,
      clock,
      log,
    })
    const listProjects = async () => this.projects
    const options = {
      figures,
      incidents,
      teller,
      calls,
      settings,
      listProjects,
      queue,
      clock,
      random: systemRandom,
      log,
    }
    return [figures, new AlertWatch(options)]
  }

  /** Looks after so many minutes; answers the subjects of what was sent. */
  async look(minutes = 0): Promise<string[]> {
    this.now += minutes * MINUTE_MS
    this.sent.length = 0
    await this.#watch.look()
    return this.sent.map(({ to, notice }) => `${to}: ${notice.subject}`)
  }

  /** Makes the nightly backups that are due, as the server does. */
  async backUp(): Promise<void> {
    const list = async () => this.projects.map(({ id }) => ({ id, name: '', number: '123456789012', createdAt: 0 }))
    const makeNightly = async (project: string) => {
      if (this.isBackupFailing && project === SHOP) throw new Error('no room')
      return { documents: 0, files: { count: 0, missing: 0 }, store: { sizeBytes: 0 } } as never
    }
    const backups = { list: async () => [], makeNightly }
    const options = {
      projects: { list },
      backups,
      time: night,
      clock: this.clock,
      log,
      outcomes: this.#figures.nightly,
    }
    await makeDue(options, this.#nights)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#persistence.close()
    await rm(this.#folder, { recursive: true })
  }
}

it('a nightly backup that fails is told to its project and to the server, again a day later, and once it was made', async () => {
  await using world = await World.open()
  await world.backUp()
  expect(await world.look()).toEqual([])
  world.isBackupFailing = true
  world.now += 24 * 60 * MINUTE_MS
  await world.backUp()
  expect((await world.look()).toSorted()).toEqual([
    'console@example.com: Your Hearth server: the nightly backup was not made',
    'shop-app@example.com: Shop: the nightly backup was not made',
  ])
  expect(world.sent.map(({ notice }) => notice.link ?? '').toSorted()).toEqual([
    'https://backend.example/projects/shop-app/settings?section=alerts',
    'https://backend.example/server',
  ])
  expect(await world.look(60)).toEqual([])
  // A process that begins anew does not know yet, and tells nothing.
  world.restart()
  expect(await world.look()).toEqual([])
  await world.backUp()
  expect(await world.look()).toEqual([])
  expect((await world.look(23 * 60)).toSorted()).toEqual([
    'console@example.com: Still: your Hearth server: the nightly backup was not made',
    'shop-app@example.com: Still: Shop: the nightly backup was not made',
  ])
  world.isBackupFailing = false
  world.now += 2 * 60 * MINUTE_MS
  await world.backUp()
  expect(await world.look()).toHaveLength(2)
  expect(await world.look()).toEqual([])
  const { open, ended } = await world.incidents.listOf(SHOP)
  expect([open.length, ended.map(({ messages }) => messages.map(({ event }) => event))]).toEqual([
    0,
    [['opened', 'reminder', 'ended']],
  ])
})

it('a project that is made anew with the id of one that is gone begins without its failures', async () => {
  await using world = await World.open()
  world.isBackupFailing = true
  await world.backUp()
  expect(await world.look()).toHaveLength(2)
  world.projects = [{ id: CONSOLE_PROJECT }]
  expect(await world.look()).toEqual(['console@example.com: Over: your Hearth server: the nightly backup was not made'])
  world.projects = [{ id: CONSOLE_PROJECT }, { id: SHOP }]
  expect(await world.look()).toEqual([])
})

it('a disk is told of before it is full, when it is, and when there was room for a while', async () => {
  await using world = await World.open()
  await world.backUp()
  // The disk that the tests run on.
  const folder = tmpdir()
  world.readDisk = async () => {
    const space = await readDiskSpace(folder)
    return { ...space, reserve: reserveOf(space.total) }
  }
  const { free, total } = await readDiskSpace(folder)
  await world.look()
  const isLow = free < 4 * reserveOf(total)
  expect((await world.incidents.listOpen()).some(({ kind }) => kind === 'low-disk')).toBe(isLow)
  world.readDisk = async () => world.disk
  await world.look()
  await world.look(10)
  world.disk = { ...world.disk, free: 3 * GIB }
  expect(await world.look()).toEqual(['console@example.com: Your Hearth server: the disk is nearly full'])
  expect(world.sent[0]?.notice.paragraphs[0]).toBe('3 GiB of 100 GiB are free where the server keeps its data.')
  world.disk = { ...world.disk, free: GIB / 2 }
  expect(await world.look()).toEqual(['console@example.com: Your Hearth server: the disk is full'])
  world.disk = { ...world.disk, free: 50 * GIB }
  expect(await world.look()).toEqual([])
  world.disk = { ...world.disk, free: 4.5 * GIB }
  expect(await world.look(9)).toEqual([])
  world.disk = { ...world.disk, free: 50 * GIB }
  // The lower bound was left behind all the time.
  expect(await world.look(1)).toEqual(['console@example.com: Over: your Hearth server: the disk is full'])
  expect(await world.look(9)).toEqual([])
  expect(await world.look(1)).toEqual(['console@example.com: Over: your Hearth server: the disk is nearly full'])
})

it('a disk that can not be read says nothing, and keeps nobody from hearing of the rest', async () => {
  await using world = await World.open()
  await world.backUp()
  world.readDisk = async () => {
    throw new Error('no such device')
  }
  for (let count = 0; count < 20; count++) world.answers.count(CONSOLE_PROJECT, true)
  expect(await world.look()).toEqual(['console@example.com: Your Hearth server: many answers fail'])
})

it('no more than a dozen messages are sent within an hour, and a hundred ended incidents are kept', async () => {
  await using world = await World.open()
  world.isBackupFailing = true
  const told: string[] = []
  for (let count = 0; count < ENDED_KEPT + 3; count++) {
    world.isBackupFailing = true
    world.restart()
    await world.backUp()
    told.push(...(await world.look()))
    world.isBackupFailing = false
    world.restart()
    await world.backUp()
    told.push(...(await world.look()))
  }
  expect(told.filter((line) => line.startsWith(SHOP))).toHaveLength(MESSAGES_PER_HOUR)
  const { ended } = await world.incidents.listOf(SHOP)
  expect(ended).toHaveLength(ENDED_KEPT)
  expect(ended[0]?.messages).toMatchObject([
    { isHeldBack: true, mails: { waiting: 0 } },
    { isHeldBack: true, mails: { waiting: 0 } },
  ])
  world.isBackupFailing = true
  world.restart()
  await world.backUp()
  expect(await world.look(61)).toHaveLength(2)
  // Nobody is told of a project that was deleted meanwhile.
  world.projects = [{ id: CONSOLE_PROJECT }]
  expect((await world.look()).filter((line) => line.startsWith(SHOP))).toEqual([])
  expect((await world.incidents.listOf(SHOP)).open).toEqual([])
})
