import { StatusError } from '@hearth/model'
import type { Expectation, Persistence, ProjectStore, RecordChange } from '../persistence/persistence.ts'
import type { StoredRecord } from '../persistence/stored-record.ts'
import { CONSOLE_PROJECT, impliedBucketsOf, projectIdInBucket } from './project-id.ts'

const NAMES_OF_SERVER_MAX = 10_000
const PAGE_SIZE = 500

/** By project: its names. */
const NAMES = 'bucket-names'
/** By name: its project, so that a name is one project's. */
const BUCKETS = 'bucket'

/**
 * The names that owners gave the buckets of their projects, kept as records of the project `console`. All of them are in memory: which bucket is
 * meant is asked with every request for a file.
 */
export class BucketNames {
  readonly #persistence: Pick<Persistence, 'openProject'>
  readonly #projects = new Map<string, string>()

  constructor(persistence: Pick<Persistence, 'openProject'>) {
    this.#persistence = persistence
  }

  /** Has to be called before anything else. */
  async load(): Promise<void> {
    const registry = await this.#registry()
    let start = ''
    for (;;) {
      const page = await registry.read((snapshot) =>
        snapshot.listRecords(NAMES, { start }, { limit: PAGE_SIZE, reverse: false }),
      )
      for (const record of page) this.#keep(record.key, namesIn(record))
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE_SIZE) return
      start = `${last.key}\0`
    }
  }

  /** The project that has a bucket of this name; undefined where no owner gave it. */
  find(bucket: string): string | undefined {
    return this.#projects.get(bucket)
  }

  /** In the order of their letters. */
  list(project: string): string[] {
    const names = [...this.#projects].filter(([, owner]) => owner === project).map(([name]) => name)
    return names.toSorted()
  }

  /**
   * The names from now on; those that follow from the project's id it has anyway. Throws `invalid-argument`/`INVALID_BUCKET_NAME`,
   * `already-exists`/`BUCKET_TAKEN` for one that another project has, `resource-exhausted`/`TOO_MANY_BUCKETS`, `aborted`/`CONFLICT` where
   * somebody else changed them meanwhile, and `failed-precondition`/`BUCKET_NAMES_CHANGED` where they are not those that are `expected`.
   */
  async replace(project: string, wanted: readonly string[], expected?: readonly string[]): Promise<string[]> {
    const names = [...new Set(wanted)].filter((name) => projectIdInBucket(name) !== project).toSorted()
    for (const name of names) validateBucketName(name)
    const registry = await this.#registry()
    const current = await registry.getRecord(NAMES, project)
    const before = current === undefined ? [] : namesIn(current)
    if (expected !== undefined && expected.toSorted().join() !== before.join()) {
      const text = 'Somebody else has changed the names of the bucket. Read them again. Nothing was changed.'
      throw new StatusError('failed-precondition', 'BUCKET_NAMES_CHANGED', text)
    }
    const added = names.filter((name) => !before.includes(name))
    const removed = before.filter((name) => !names.includes(name))
    for (const name of added) await assertFree(registry, name)
    if (this.#projects.size + added.length > NAMES_OF_SERVER_MAX) {
      const text = `A server has at most ${NAMES_OF_SERVER_MAX} names of buckets.`
      throw new StatusError('resource-exhausted', 'TOO_MANY_BUCKETS', text)
    }
    await registry.commit({
      expect: [
        { kind: 'record', space: NAMES, key: project, revision: current?.revision ?? 0 },
        ...added.flatMap(expectFree),
      ],
      records: [
        { space: NAMES, key: project, value: names.length === 0 ? undefined : JSON.stringify(names) },
        ...removed.map((name) => ({ space: BUCKETS, key: name, value: undefined })),
        ...added.map((name) => ({ space: BUCKETS, key: name, value: JSON.stringify({ project }) })),
      ],
    })
    this.forget(project)
    this.#keep(project, names)
    return names
  }

  /** What has to hold for a project to be made: none of the buckets it begins with is another's. */
  expectationsOf(project: string): Expectation[] {
    return impliedBucketsOf(project).map((name) => ({ kind: 'record', space: BUCKETS, key: name, revision: 0 }))
  }

  /** Throws `already-exists`/`BUCKET_TAKEN` where a project of this id can't be made because of it. */
  assertProjectFits(project: string): void {
    const taken = impliedBucketsOf(project).find((name) => this.#projects.has(name))
    if (taken === undefined) return
    const text = `Another project has the bucket "${taken}", which would be this one’s. Choose another id.`
    throw new StatusError('already-exists', 'BUCKET_TAKEN', text)
  }

  /** Of a project that goes for good. */
  removalsOf(project: string): RecordChange[] {
    return [
      { space: NAMES, key: project, value: undefined },
      ...this.list(project).map((name) => ({ space: BUCKETS, key: name, value: undefined })),
    ]
  }

  forget(project: string): void {
    for (const name of this.list(project)) this.#projects.delete(name)
  }

  #keep(project: string, names: readonly string[]): void {
    for (const name of names) this.#projects.set(name, project)
  }

  #registry(): Promise<ProjectStore> {
    return this.#persistence.openProject(CONSOLE_PROJECT)
  }
}

/** A project that was deleted keeps its names, and comes back with them. */
async function assertFree(registry: ProjectStore, name: string): Promise<void> {
  const implied = projectIdInBucket(name)
  const isTaken =
    (await registry.getRecord(BUCKETS, name)) !== undefined ||
    (implied !== undefined && (await registry.getRecord('project', implied)) !== undefined)
  if (!isTaken) return
  const text = `Another project has the bucket "${name}". Nothing was changed.`
  throw new StatusError('already-exists', 'BUCKET_TAKEN', text)
}

function expectFree(name: string): Expectation[] {
  const implied = projectIdInBucket(name)
  const unnamed = { kind: 'record', space: BUCKETS, key: name, revision: 0 } as const
  return implied === undefined ? [unnamed] : [unnamed, { kind: 'record', space: 'project', key: implied, revision: 0 }]
}

function namesIn({ value }: StoredRecord): string[] {
  return JSON.parse(value) as string[]
}

/**
 * The vendor's rules for names of buckets: 3 to 63 of a-z, 0-9, "-", "_" and ".", 222 with dots of which each part has at most 63, beginning and
 * ending with a letter or digit, no address, nothing of the vendor's own (cloud.google.com/storage/docs/buckets#naming).
 */
function validateBucketName(name: string): void {
  const parts = name.split('.')
  const isWellFormed =
    name.length >= 3 &&
    name.length <= (parts.length === 1 ? 63 : 222) &&
    parts.every((part) => /^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/.test(part))
  const isAddress = /^\d+\.\d+\.\d+\.\d+$/.test(name)
  if (isWellFormed && !isAddress && !name.startsWith('goog') && !name.includes('google')) return
  const text =
    `"${name}" can be no bucket’s name: 3 to 63 of the characters a-z, 0-9, "-", "_" and "." (222 where there are dots), ` +
    'beginning and ending with a letter or digit, and nothing of the vendor’s own.'
  throw new StatusError('invalid-argument', 'INVALID_BUCKET_NAME', text)
}
