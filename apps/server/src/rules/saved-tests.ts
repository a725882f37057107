import { StatusError } from '@hearth/model'
import type { RulesTestCase } from '@hearth/rules'
import type { Clock, Random } from '../lib/ambient.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import type { StoredRecord } from '../persistence/stored-record.ts'
import { assertAskable } from './test-case-schema.ts'

const SPACE = 'rules-test'
const TESTS_MAX = 500
/** Some three megabytes. */
const PAGE_SIZE_MAX = 50
const BYTES_MAX = 64 * 1024
const idPattern = /^[0-9a-f-]{20,60}$/

/** A test of a project's rules that its team shares. Whatever version of the rules holds, it is the same test. */
export interface SavedTest {
  /** Later ones are greater, as text. */
  readonly id: string
  readonly test: RulesTestCase
  /** Rises with each change. */
  readonly revision: number
  /** Who changed it last: a uid, or `server`. */
  readonly author: string
  /** Milliseconds since the epoch. */
  readonly updatedAt: number
}

type Kept = Pick<SavedTest, 'test' | 'author' | 'updatedAt'>

export interface SavedTestsOptions {
  readonly storeOf: (project: string) => Promise<ProjectStore>
  readonly clock: Clock
  readonly random: Random
}

/** Tests of rules as records of their project, at most 500 of 64 KiB. All methods throw what `Projects.store` throws. */
export class SavedTests {
  readonly #options: SavedTestsOptions

  constructor(options: SavedTestsOptions) {
    this.#options = options
  }

  /** A page of them, the oldest first; of at most 50, however many are asked for. */
  async list(
    project: string,
    { pageSize, pageToken }: { pageSize: number; pageToken: string | undefined },
  ): Promise<{ tests: SavedTest[]; nextPageToken: string | undefined }> {
    const store = await this.#options.storeOf(project)
    const limit = Math.min(pageSize, PAGE_SIZE_MAX)
    const range = pageToken === undefined ? {} : { start: `${pageToken}\0` }
    const records = await store.read((snapshot) =>
      snapshot.listRecords(SPACE, range, { limit: limit + 1, reverse: false }),
    )
    const tests = records.slice(0, limit).map(decode)
    return { tests, nextPageToken: records.length > limit ? tests.at(-1)?.id : undefined }
  }

  /** Throws `invalid-argument` for a test that can't be asked, `resource-exhausted`/`TOO_MANY_TESTS`. */
  async create(project: string, test: RulesTestCase, author: string): Promise<SavedTest> {
    const { storeOf, clock, random } = this.#options
    const store = await storeOf(project)
    if ((await listRecords(store)).length >= TESTS_MAX) {
      const text = `A project keeps at most ${TESTS_MAX} tests. Delete some first.`
      throw new StatusError('resource-exhausted', 'TOO_MANY_TESTS', text)
    }
    const time = clock.nowMs().toString(16).padStart(12, '0')
    return await this.#write(store, `${time}-${Buffer.from(random.bytes(8)).toString('hex')}`, 0, test, author)
  }

  /** Throws as `create`, `not-found`/`TEST_NOT_FOUND`, and `aborted`/`TEST_CHANGED` when it has another revision by now. */
  async update(
    project: string,
    id: string,
    { test, revision, author }: { test: RulesTestCase; revision: number; author: string },
  ): Promise<SavedTest> {
    const store = await this.#options.storeOf(project)
    const current = await getRecord(store, id)
    if (current.revision !== revision) throw changed()
    return await this.#write(store, id, revision, test, author)
  }

  /** Throws `not-found`/`TEST_NOT_FOUND`. */
  async remove(project: string, id: string): Promise<void> {
    const store = await this.#options.storeOf(project)
    await getRecord(store, id)
    await store.commit({ records: [{ space: SPACE, key: id, value: undefined }] })
  }

  async #write(
    store: ProjectStore,
    id: string,
    revision: number,
    test: RulesTestCase,
    author: string,
  ): Promise<SavedTest> {
    assertAskable(test)
    const kept: Kept = { test, author, updatedAt: this.#options.clock.nowMs() }
    const value = JSON.stringify(kept)
    if (Buffer.byteLength(value) > BYTES_MAX) {
      const text = `A test takes at most ${BYTES_MAX / 1024} KiB as JSON.`
      throw new StatusError('invalid-argument', 'TEST_TOO_LARGE', text)
    }
    try {
      await store.commit({
        expect: [{ kind: 'record', space: SPACE, key: id, revision }],
        records: [{ space: SPACE, key: id, value }],
      })
    } catch (error) {
      if (error instanceof StatusError && error.reason === 'CONFLICT') throw changed()
      throw error
    }
    return decode(await getRecord(store, id))
  }
}

async function listRecords(store: ProjectStore): Promise<StoredRecord[]> {
  return await store.read((snapshot) => snapshot.listRecords(SPACE, {}, { limit: TESTS_MAX, reverse: false }))
}

async function getRecord(store: ProjectStore, id: string): Promise<StoredRecord> {
  const record = idPattern.test(id) ? await store.getRecord(SPACE, id) : undefined
  if (record !== undefined) return record
  throw new StatusError('not-found', 'TEST_NOT_FOUND', 'There is no such test. Somebody may have deleted it.')
}

function decode({ key, value, revision }: StoredRecord): SavedTest {
  return { id: key, revision, ...(JSON.parse(value) as Kept) }
}

function changed(): StatusError {
  return new StatusError('aborted', 'TEST_CHANGED', 'Somebody changed this test meanwhile. Load it again.')
}
