import { StatusError } from '@hearth/model'
import { RulesSources, type SourceFile } from '@hearth/rules'
import type { Clock, Random } from '../lib/ambient.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import type { StoredRecord } from '../persistence/stored-record.ts'
import { defaultBucketOf, projectIdInBucket } from '../projects/project-id.ts'
import { Turn } from '../lib/turn.ts'
import type { NewRelease, PublishedRules, Release, Ruleset, StoredRuleset } from './published-rules.ts'

/** What is known of a ruleset, by id; its files are in a record of their own, so that lists are short. */
const RULESETS = 'ruleset'
const SOURCES = 'ruleset-source'
export const RELEASES = 'rules-release'

const BUCKET_SERVICE = 'firebase.storage'

const RULESETS_MAX = 2_500
const RELEASES_MAX = 100
const FILES_MAX = 10
const NOTE_MAX = 1_000
const ATTEMPTS_MAX = 8
const releaseName = /^(?:cloud\.firestore(?:\/[\w().-]{1,100})?|firebase\.storage\/[\w.-]{1,222})$/

export interface RulesStoreOptions {
  readonly storeOf: (project: string) => Promise<ProjectStore>
  /** Whether an owner of the project gave its bucket this name. */
  readonly isNamedBucketOf: (project: string, bucket: string) => boolean
  readonly clock: Clock
  readonly random: Random
}

/** What a release is kept as: the same for all names of a project's bucket. */
type Naming = (name: string) => string

/** Published rules as records of their project. Who goes by them hears of releases by the feed of its store. */
export class RulesStore implements PublishedRules {
  readonly #options: RulesStoreOptions

  constructor(options: RulesStoreOptions) {
    this.#options = options
  }

  async createRuleset(
    project: string,
    { files, author, note }: { files: readonly SourceFile[]; author: string; note: string },
  ): ReturnType<PublishedRules['createRuleset']> {
    const { issues, services } = await checkSources(files)
    const { storeOf, clock, random } = this.#options
    const store = await storeOf(project)
    if ((await countRecords(store, RULESETS, RULESETS_MAX)) >= RULESETS_MAX) {
      const text = `A project keeps at most ${RULESETS_MAX} rulesets. Delete some first.`
      throw new StatusError('resource-exhausted', 'TOO_MANY_RULESETS', text)
    }
    const createdAt = clock.nowMs()
    const id = `${createdAt.toString(16).padStart(12, '0')}-${Buffer.from(random.bytes(10)).toString('hex')}`
    const stored: StoredRuleset = { id, createdAt, services, author, note: note.slice(0, NOTE_MAX) }
    await store.commit({
      expect: [{ kind: 'record', space: RULESETS, key: id, revision: 0 }],
      records: [
        { space: RULESETS, key: id, value: JSON.stringify(stored) },
        { space: SOURCES, key: id, value: JSON.stringify(files) },
      ],
    })
    return { ruleset: { ...stored, files }, issues }
  }

  async getRuleset(project: string, id: string): Promise<Ruleset> {
    const store = await this.#options.storeOf(project)
    const [stored, source] = await Promise.all([store.getRecord(RULESETS, id), store.getRecord(SOURCES, id)])
    if (stored === undefined || source === undefined) throw rulesetNotFound(id)
    return { ...(decode(stored) as StoredRuleset), files: decode(source) as SourceFile[] }
  }

  async listRulesets(
    project: string,
    { size, token }: { size: number; token?: string | undefined },
  ): ReturnType<PublishedRules['listRulesets']> {
    const store = await this.#options.storeOf(project)
    const range = token === undefined ? {} : { end: token }
    const records = await store.read((snapshot) =>
      snapshot.listRecords(RULESETS, range, { limit: size + 1, reverse: true }),
    )
    const rulesets = records.slice(0, size).map((record) => decode(record) as StoredRuleset)
    const last = rulesets.at(-1)
    return records.length > size && last !== undefined ? { rulesets, nextPageToken: last.id } : { rulesets }
  }

  async deleteRuleset(project: string, id: string): Promise<void> {
    const store = await this.#options.storeOf(project)
    const stored = await store.getRecord(RULESETS, id)
    if (stored === undefined) throw rulesetNotFound(id)
    const releases = await listReleases(store, this.#naming(project))
    const holding = releases.find(({ rulesetId }) => rulesetId === id)
    if (holding !== undefined) {
      const text = `The ruleset holds for ${holding.name}. Release another one there first.`
      throw new StatusError('failed-precondition', 'RULESET_RELEASED', text)
    }
    // A release in between has touched its ruleset.
    await store.commit({
      expect: [{ kind: 'record', space: RULESETS, key: id, revision: stored.revision }],
      records: [RULESETS, SOURCES].map((space) => ({ space, key: id, value: undefined })),
    })
  }

  async getRelease(project: string, name: string): Promise<Release> {
    const store = await this.#options.storeOf(project)
    const [record] = await recordsOf(store, this.#naming(project), name)
    if (record === undefined) throw releaseNotFound(name)
    return { ...(decode(record) as Release), name }
  }

  async listReleases(project: string): Promise<readonly Release[]> {
    return await listReleases(await this.#options.storeOf(project), this.#naming(project))
  }

  async release(project: string, asked: NewRelease): Promise<Release> {
    if (!releaseName.test(asked.name)) {
      const text = 'A release is named cloud.firestore, cloud.firestore/{database} or firebase.storage/{bucket}.'
      throw new StatusError('invalid-argument', 'INVALID_RELEASE', text)
    }
    const store = await this.#options.storeOf(project)
    return await afterConflicts(async () => await this.#tryRelease(store, project, asked))
  }

  async #tryRelease(
    store: ProjectStore,
    project: string,
    { name, rulesetId, mode, replaces }: NewRelease,
  ): Promise<Release> {
    const ruleset = await store.getRecord(RULESETS, rulesetId)
    if (ruleset === undefined) throw rulesetNotFound(rulesetId)
    const records = await recordsOf(store, this.#naming(project), name)
    const [current] = records
    if (mode === 'create' && current !== undefined) {
      throw new StatusError('already-exists', 'RELEASE_EXISTS', `There is a release ${name} already.`)
    }
    if (mode === 'update' && current === undefined) throw releaseNotFound(name)
    if (replaces !== undefined) await assertHolds(store, name, current, [replaces, rulesetId])
    if (current === undefined && (await countRecords(store, RELEASES, RELEASES_MAX)) >= RELEASES_MAX) {
      throw new StatusError(
        'resource-exhausted',
        'TOO_MANY_RELEASES',
        `A project has at most ${RELEASES_MAX} releases.`,
      )
    }
    const updatedAt = this.#options.clock.nowMs()
    const createdAt = current === undefined ? updatedAt : (decode(current) as Release).createdAt
    const key = this.#naming(project)(name)
    const release: Release = { name: key, rulesetId, createdAt, updatedAt }
    const others = records.filter((record) => record.key !== key)
    const before = records.find((record) => record.key === key)
    await store.commit({
      expect: [
        { kind: 'record', space: RELEASES, key, revision: before?.revision ?? 0 },
        ...others.map(expectationOf),
        { kind: 'record', space: RULESETS, key: rulesetId, revision: ruleset.revision },
      ],
      records: [
        { space: RELEASES, key, value: JSON.stringify(release) },
        ...others.map((other) => ({ space: RELEASES, key: other.key, value: undefined })),
        // Written anew in any case, so that nobody deletes it meanwhile.
        { space: RULESETS, key: rulesetId, value: JSON.stringify(releasedAs(decode(ruleset) as StoredRuleset, key)) },
      ],
      raisesCatalogue: true,
    })
    return { ...release, name }
  }

  async deleteRelease(project: string, name: string): Promise<void> {
    const store = await this.#options.storeOf(project)
    const records = await recordsOf(store, this.#naming(project), name)
    if (records.length === 0) throw releaseNotFound(name)
    await store.commit({
      expect: records.map(expectationOf),
      records: records.map(({ key }) => ({ space: RELEASES, key, value: undefined })),
      raisesCatalogue: true,
    })
  }

  #naming(project: string): Naming {
    return (name) => {
      const [service, bucket = ''] = name.split('/')
      const isOfProject = projectIdInBucket(bucket) === project || this.#options.isNamedBucketOf(project, bucket)
      return service === BUCKET_SERVICE && isOfProject ? `${BUCKET_SERVICE}/${defaultBucketOf(project)}` : name
    }
  }
}

/** Sources that can be used, with what is to be said of them. Rejects with `invalid-argument`/`RULES_ERRORS` for others. */
export async function checkSources(files: readonly SourceFile[]): Promise<RulesSources> {
  const sources = await readSources(files)
  const errors = sources.issues.filter(({ severity }) => severity === 'ERROR')
  if (errors.length === 0) return sources
  const lines = errors.map(
    ({ position, description }) => `L${position?.line ?? 0}:${position?.column ?? 0} ${description}`,
  )
  const text = `Error compiling rules:\n${lines.join('\n')}`
  throw new StatusError('invalid-argument', 'RULES_ERRORS', text, { details: { issues: sources.issues } })
}

/** Sources with what is to be said of them, errors included. Rejects with `invalid-argument`/`RULES_FILES`. */
export async function readSources(files: readonly SourceFile[]): Promise<RulesSources> {
  if (files.length === 0 || files.length > FILES_MAX) {
    throw new StatusError('invalid-argument', 'RULES_FILES', `A ruleset has 1 to ${FILES_MAX} files.`)
  }
  return await RulesSources.readInTurns(files, new Turn())
}

/** One ruleset may be released under several names at once. */
async function afterConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason !== 'CONFLICT' || attempt === ATTEMPTS_MAX) throw error
    }
  }
}

/** What is kept of a release, the latest first: a bucket's may be there under several names since older versions. */
async function recordsOf(store: ProjectStore, naming: Naming, name: string): Promise<StoredRecord[]> {
  const records = await readReleases(store)
  return latestFirst(records.filter(({ key }) => naming(key) === naming(name)))
}

async function listReleases(store: ProjectStore, naming: Naming): Promise<Release[]> {
  const releases = new Map<string, Release>()
  for (const record of latestFirst(await readReleases(store))) {
    const name = naming(record.key)
    if (!releases.has(name)) releases.set(name, { ...(decode(record) as Release), name })
  }
  return [...releases.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

async function readReleases(store: ProjectStore): Promise<readonly StoredRecord[]> {
  return await store.read((snapshot) => snapshot.listRecords(RELEASES, {}, { limit: RELEASES_MAX, reverse: false }))
}

function latestFirst(releases: readonly StoredRecord[]): StoredRecord[] {
  return releases.toSorted((a, b) => (decode(b) as Release).updatedAt - (decode(a) as Release).updatedAt)
}

/** A ruleset that holds for one more release, if it did not before. */
function releasedAs(ruleset: StoredRuleset, name: string): StoredRuleset {
  const names = ruleset.releasedAs ?? []
  return names.includes(name) ? ruleset : { ...ruleset, releasedAs: [...names, name].slice(-RELEASES_MAX) }
}

/** Throws `aborted`/`RELEASE_CHANGED`, which tells who published, unless one of the rulesets holds: what is asked twice is done once. */
async function assertHolds(
  store: ProjectStore,
  name: string,
  current: StoredRecord | undefined,
  expected: readonly string[],
): Promise<void> {
  const holding = current && (decode(current) as Release).rulesetId
  if (holding !== undefined && expected.includes(holding)) return
  const record = holding === undefined ? undefined : await store.getRecord(RULESETS, holding)
  const author = record && (decode(record) as StoredRuleset).author
  const who = author === undefined ? 'somebody' : author === 'server' ? 'a key or a command' : author
  const text = `Other rules hold for ${name} by now, published by ${who}. Look at them, then publish again.`
  throw new StatusError('aborted', 'RELEASE_CHANGED', text)
}

function expectationOf({ key, revision }: StoredRecord) {
  return { kind: 'record', space: RELEASES, key, revision } as const
}

async function countRecords(store: ProjectStore, space: string, limit: number): Promise<number> {
  const records = await store.read((snapshot) => snapshot.listRecords(space, {}, { limit, reverse: false }))
  return records.length
}

function decode({ value }: StoredRecord): unknown {
  return JSON.parse(value)
}

function rulesetNotFound(id: string): StatusError {
  return new StatusError('not-found', 'RULESET_NOT_FOUND', `There is no ruleset ${JSON.stringify(id.slice(0, 100))}.`)
}

function releaseNotFound(name: string): StatusError {
  return new StatusError('not-found', 'RELEASE_NOT_FOUND', `There is no release ${JSON.stringify(name.slice(0, 200))}.`)
}
