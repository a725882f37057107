import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Mutation, StatusError } from '@hearth/model'
import { expect, test } from 'vitest'
import { systemRandom } from '../lib/ambient.ts'
import { DocumentsWorld } from '../testing/documents-world.ts'
import { JobFolders } from './job-folders.ts'
import type { JobOrder, JobRecord } from './job-record.ts'
import { JOB_KEPT_MS, Jobs, type JobsOptions } from './jobs.ts'

const log = { info() {}, warn() {}, error() {} }
const project = 'demo-app'
const database = '(default)'
const by = { kind: 'person', uid: 'olga' } as const
const exporting: JobOrder = {
  kind: 'export',
  database,
  collection: 'c',
  scope: 'below',
  query: undefined,
  format: 'lines',
}
const importing: JobOrder = { kind: 'import', database, collection: 'c', file: 'c.jsonl', clash: 'keep' }

/** Jobs over documents of their own, in a folder that a next server goes on with. */
class JobsWorld implements AsyncDisposable {
  readonly world: DocumentsWorld
  readonly folder: string
  nowMs = 1_750_000_000_000
  hasRoom = true
  isMember = true
  isRefusing = false
  /** Asked before each batch. */
  onBatch: (batch: number) => Promise<void> | void = () => undefined
  /** Told after each part of a page. */
  onPart: (() => void) | undefined
  #batches = 0
  #jobs: Jobs

  private constructor(world: DocumentsWorld, folder: string) {
    this.world = world
    this.folder = folder
    this.#jobs = this.#open()
  }

  static async open(): Promise<JobsWorld> {
    const folder = await mkdtemp(join(tmpdir(), 'hearth-jobs-'))
    return new JobsWorld(await DocumentsWorld.open(), folder)
  }

  get jobs(): Jobs {
    return this.#jobs
  }

  #open(): Jobs {
    const options: JobsOptions = {
      folders: new JobFolders(this.folder, log),
      documents: {
        ...this.world.documents,
        commit: async (...asked) => {
          if (this.isRefusing) throw new StatusError('invalid-argument', 'INVALID_DOCUMENT', 'No.')
          return await this.world.documents.commit(...asked)
        },
        streamQuery: (caller, at, query, take, read) =>
          this.world.documents.streamQuery(
            caller,
            at,
            query,
            async (part) => {
              await take(part)
              this.onPart?.()
            },
            read,
          ),
      },
      decodeQuery: () => {
        throw new Error('no query is asked')
      },
      findCaller: async () => {
        await this.onBatch(++this.#batches)
        if (!this.isMember) throw new StatusError('permission-denied', 'NOT_A_MEMBER', 'No role.')
        return this.world.caller
      },
      hasRoom: async () => this.hasRoom,
      recordAct: async () => undefined,
      noteAct: () => undefined,
      sweepsMayRun: () => true,
      clock: { nowMs: () => this.nowMs },
      random: systemRandom,
      log,
    }
    return new Jobs(options)
  }

  /** Another server with the same folder. */
  async restart(): Promise<void> {
    await this.#jobs.close()
    this.#batches = 0
    this.onBatch = () => undefined
    this.#jobs = this.#open()
    await this.#jobs.open()
  }

  async fill(count: number): Promise<void> {
    const mutations = Array.from({ length: count }, (_, n): Mutation => {
      const fields = new Map([['n', { kind: 'integer', value: BigInt(n) }]] as const)
      return { kind: 'set', path: `c/${n}`, fields, transforms: [], precondition: { kind: 'none' } }
    })
    for (let at = 0; at < count; at += 400) {
      await this.world.documents.commit(this.world.caller, this.world.at, mutations.slice(at, at + 400))
    }
  }

  async start(order: JobOrder, lines = 0): Promise<JobRecord> {
    const record = await this.#jobs.start(project, by, order, {})
    if (order.kind === 'import') {
      const sent = Array.from({ length: lines }, (_, n) => ({
        line: n + 1,
        path: `c/${n}`,
        fields: { n: { integerValue: `${n}` } },
        isNew: true,
      }))
      for (let from = 0; from < lines; from += 500) await this.#jobs.append(record, from, sent.slice(from, from + 500))
      await this.#jobs.begin(record)
    }
    return record
  }

  find({ id }: JobRecord): JobRecord {
    return this.#jobs.get(project, id)
  }

  async ended(record: JobRecord): Promise<JobRecord> {
    await expect.poll(() => this.find(record).endedAt, { timeout: 20_000 }).toBeDefined()
    return this.find(record)
  }

  async ids(): Promise<string[]> {
    const query = { parent: '', allDescendants: true, orderBy: [], offset: 0 }
    const { documents } = await this.world.documents.query(this.world.caller, this.world.at, query)
    return documents.map(({ path }) => path)
  }

  async exported(record: JobRecord): Promise<string[]> {
    const { ticket } = this.#jobs.makeTicket(this.find(record))
    const text = await readFile(this.#jobs.findResult(ticket)?.path ?? '', 'utf8')
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { path?: string; end?: boolean })
    expect(lines.at(-1)).toMatchObject({ end: true })
    return lines.flatMap(({ path }) => path ?? [])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#jobs.close()
    await this.world[Symbol.asyncDispose]()
    await rm(this.folder, { recursive: true, force: true })
  }
}

/** Resolves at that batch, which then waits for `goOn`. */
function heldAt(world: JobsWorld, held: number) {
  const reached = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  world.onBatch = async (batch) => {
    if (batch !== held) return
    reached.resolve()
    await free.promise
  }
  return { reached: reached.promise, goOn: () => free.resolve() }
}

test('an export goes on after the server was stopped, with the documents of its first moment, each once', async () => {
  await using world = await JobsWorld.open()
  await world.fill(3_500)
  const held = heldAt(world, 4)
  const record = await world.start(exporting)
  await held.reached
  await world.world.documents.commit(world.world.caller, world.world.at, [
    { kind: 'delete', path: 'c/3499', precondition: { kind: 'none' } },
  ])
  const stopped = world.restart()
  held.goOn()
  await stopped
  expect(await world.ended(record)).toMatchObject({ status: 'done', done: 3_500 })
  const paths = await world.exported(record)
  expect(paths).toHaveLength(3_500)
  expect(new Set(paths)).toEqual(new Set(Array.from({ length: 3_500 }, (_, n) => `c/${n}`)))
  expect(world.find(record).log.map(({ what }) => what)).toEqual([
    'queued',
    'started',
    'interrupted',
    'started',
    'done',
  ])
})

test('an export that breaks off amid a page has each document once when it goes on', async () => {
  await using world = await JobsWorld.open()
  await world.fill(1_500)
  world.onPart = () => {
    throw new StatusError('unavailable', 'TRY_AGAIN', 'Not now.')
  }
  const record = await world.start(exporting)
  expect(await world.ended(record)).toMatchObject({ status: 'failed', done: 0 })
  world.onPart = undefined
  await world.jobs.resume(record, by, {})
  expect(await world.ended(record)).toMatchObject({ status: 'done', done: 1_500 })
  expect(await world.exported(record)).toHaveLength(1_500)
})

test('an import that is cancelled keeps what it wrote, and goes on from there', async () => {
  await using world = await JobsWorld.open()
  const held = heldAt(world, 3)
  const record = await world.start(importing, 900)
  await held.reached
  const cancelled = world.jobs.cancel(record)
  held.goOn()
  await cancelled
  expect(world.find(record)).toMatchObject({ status: 'cancelled', done: 400 })
  expect(await world.ids()).toHaveLength(400)
  world.onBatch = () => undefined
  await world.jobs.resume(record, by, {})
  expect(await world.ended(record)).toMatchObject({ status: 'done', done: 900, kept: 0, inDoubt: 0, failures: 0 })
  expect(await world.ids()).toHaveLength(900)
})

test('a job of somebody who lost their role stops, and goes on in the name of another', async () => {
  await using world = await JobsWorld.open()
  world.onBatch = (batch) => void (world.isMember = batch < 2)
  const record = await world.start(importing, 500)
  expect(await world.ended(record)).toMatchObject({ status: 'failed', done: 200, error: { reason: 'NOT_A_MEMBER' } })
  expect(await world.ids()).toHaveLength(200)
  world.isMember = true
  world.onBatch = () => undefined
  await world.jobs.resume(record, { kind: 'person', uid: 'nina' }, {})
  expect(await world.ended(record)).toMatchObject({ status: 'done', done: 500, by: { uid: 'nina' } })
})

test('of more refused documents than are told of, those that are told of are tried again', async () => {
  await using world = await JobsWorld.open()
  world.isRefusing = true
  const record = await world.ended(await world.start(importing, 1_200))
  expect(record).toMatchObject({ status: 'done', failures: 1_200, refused: 1_000 })
  world.isRefusing = false
  await world.jobs.resume(record, by, {})
  expect(await world.ended(record)).toMatchObject({ status: 'done', done: 1_200, failures: 200, refused: 0 })
  expect(await world.ids()).toHaveLength(1_000)
  await expect(world.jobs.resume(record, by, {})).rejects.toMatchObject({ reason: 'JOB_NOT_RESUMABLE' })
})

test('two who let a job go on at once let it go on once', async () => {
  await using world = await JobsWorld.open()
  world.onBatch = (batch) => void (world.isMember = batch < 2)
  const record = await world.ended(await world.start(importing, 900))
  world.isMember = true
  world.onBatch = () => undefined
  const asked = await Promise.allSettled([world.jobs.resume(record, by, {}), world.jobs.resume(record, by, {})])
  expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await world.ended(record)).toMatchObject({ status: 'done', done: 900, kept: 0, inDoubt: 0 })
  expect(record.log.filter(({ what }) => what === 'started')).toHaveLength(2)
})

test('a disk that is nearly full ends a job, which goes on when there is room', async () => {
  await using world = await JobsWorld.open()
  await world.fill(2_500)
  const held = heldAt(world, 2)
  const record = await world.start(exporting)
  await held.reached
  world.hasRoom = false
  held.goOn()
  expect(await world.ended(record)).toMatchObject({ status: 'failed', error: { reason: 'DISK_FULL' } })
  await expect(world.start(exporting)).rejects.toMatchObject({ reason: 'DISK_FULL' })
  world.hasRoom = true
  world.onBatch = () => undefined
  await world.jobs.resume(record, by, {})
  expect(await world.ended(record)).toMatchObject({ status: 'done', done: 2_500 })
  expect(await world.exported(record)).toHaveLength(2_500)
})

test('the table of an export is not written onto a disk that is nearly full either', async () => {
  await using world = await JobsWorld.open()
  await world.fill(10)
  world.onPart = () => void (world.hasRoom = false)
  const record = await world.start({ ...exporting, format: 'csv' })
  expect(await world.ended(record)).toMatchObject({ status: 'failed', done: 10, error: { reason: 'DISK_FULL' } })
  world.hasRoom = true
  world.onPart = undefined
  await world.jobs.resume(record, by, {})
  expect(await world.ended(record)).toMatchObject({ status: 'done', done: 10, result: { name: 'c.csv' } })
})

test('two jobs of a project run at a time, twenty wait, and no more are taken', async () => {
  await using world = await JobsWorld.open()
  const free = Promise.withResolvers<void>()
  world.onBatch = () => free.promise
  const records: JobRecord[] = []
  for (let n = 0; n < 22; n += 1) records.push(await world.start(exporting))
  expect(world.jobs.list(project).filter(({ status }) => status === 'running')).toHaveLength(2)
  await expect(world.start(exporting)).rejects.toMatchObject({ reason: 'TOO_MANY_JOBS' })
  await expect(world.jobs.remove(records[0] as JobRecord)).rejects.toMatchObject({ reason: 'JOB_UNDER_WAY' })
  await world.jobs.cancel(records[21] as JobRecord)
  free.resolve()
  for (const record of records) await world.ended(record)
  expect(records.map(({ status }) => status)).toEqual([...Array.from({ length: 21 }, () => 'done'), 'cancelled'])
})

test('a record that is written many times at once is whole, with what it said last', async () => {
  await using world = await JobsWorld.open()
  const record = await world.ended(await world.start(exporting))
  const folders = new JobFolders(world.folder, log)
  const writes = Array.from({ length: 20 }, (_, n) => {
    record.done = n
    return folders.write(record)
  })
  await Promise.all(writes)
  expect(await folders.readAll()).toMatchObject([{ id: record.id, done: 19 }])
})

test('what is over goes after seven days with its files, and what was never begun after one', async () => {
  await using world = await JobsWorld.open()
  const record = await world.ended(await world.start(exporting))
  const uploading = await world.jobs.start(project, by, importing, {})
  const { ticket } = world.jobs.makeTicket(record)
  const kept = async () => (await readdir(join(world.folder, project))).toSorted()
  world.nowMs += JOB_KEPT_MS
  await world.jobs.sweep()
  expect(await kept()).toEqual([record.id])
  expect(() => world.find(uploading)).toThrow(StatusError)
  world.nowMs += 1
  await world.jobs.sweep()
  expect([await kept(), world.jobs.list(project), world.jobs.findResult(ticket)]).toEqual([[], [], undefined])
})

test('a restore of the project ends its jobs, which begin anew when they are let go on', async () => {
  await using world = await JobsWorld.open()
  await world.fill(1_500)
  const held = heldAt(world, 2)
  const record = await world.start(exporting)
  await held.reached
  world.jobs.endAll(project)
  held.goOn()
  expect(await world.ended(record)).toMatchObject({ status: 'failed', done: 0, error: { reason: 'PROJECT_RESTORED' } })
  await world.jobs.resume(record, by, {})
  expect(await world.ended(record)).toMatchObject({ status: 'done', done: 1_500 })
  await world.jobs.removeAll(project)
  expect(await readdir(world.folder)).toEqual([])
})
