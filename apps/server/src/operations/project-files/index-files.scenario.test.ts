import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

class FolderWorld implements AsyncDisposable {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static async make(files: Readonly<Record<string, unknown>>): Promise<FolderWorld> {
    const world = new FolderWorld(await mkdtemp(join(tmpdir(), 'hearth-index-files-')))
    for (const [name, content] of Object.entries(files)) await world.save(name, content)
    return world
  }

  async save(name: string, content: unknown): Promise<void> {
    await writeFile(join(this.folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }

  async start(): Promise<TestServer> {
    return await TestServer.start({ mode: 'dev', settings: { HEARTH_RULES: this.folder } })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true })
  }
}

/** The status of a query by the field `a`. */
async function statusOf(server: TestServer, project = 'any-project', database = '(default)'): Promise<number> {
  const value = { integerValue: '1' }
  const where = { fieldFilter: { field: { fieldPath: 'a' }, op: 'EQUAL', value } }
  const response = await fetch(`${server.origin}/v1/projects/${project}/databases/${database}/documents:runQuery`, {
    method: 'POST',
    body: JSON.stringify({ structuredQuery: { from: [{ collectionId: 'c' }], where } }),
  })
  await response.text()
  return response.status
}

const exempt = { fieldOverrides: [{ collectionGroup: 'c', fieldPath: 'a', indexes: [] }] }

test('exemptions hold from the first query on, for every project, and follow the file when it is saved', async () => {
  await using world = await FolderWorld.make({ 'firestore.indexes.json': exempt })
  await using server = await world.start()
  expect(await statusOf(server)).toBe(400)
  expect(await statusOf(server, 'other-project')).toBe(400)
  await world.save('firestore.indexes.json', { indexes: [], fieldOverrides: [] })
  await vi.waitFor(async () => expect(await statusOf(server)).toBe(200), 15_000)
  await world.save('firestore.indexes.json', exempt)
  await vi.waitFor(async () => expect(await statusOf(server, 'other-project')).toBe(400), 15_000)
})

test('firebase.json says where the file is, for each database', async () => {
  await using world = await FolderWorld.make({
    'firebase.json': {
      firestore: [{ indexes: 'none.json' }, { database: 'orders', indexes: 'mine.json' }],
    },
    'mine.json': exempt,
  })
  await using server = await world.start()
  expect(await statusOf(server)).toBe(200)
  expect(await statusOf(server, 'any-project', 'orders')).toBe(400)
})

test.each([
  ['is no JSON', '{'],
  ['declares what is no index', { fieldOverrides: [{ collectionGroup: '__c__', fieldPath: 'a', indexes: [] }] }],
])('a file that %s is reported, and everything else goes on', async (_what, content) => {
  await using world = await FolderWorld.make({ 'firestore.indexes.json': content })
  const told: string[] = []
  const log = { info() {}, warn() {}, error: (_fields: object, message: string) => void told.push(message) }
  await using server = await TestServer.start({ mode: 'dev', settings: { HEARTH_RULES: world.folder }, log })
  expect(await statusOf(server)).toBe(200)
  expect(told).toEqual([expect.stringContaining('indexes')])
})
