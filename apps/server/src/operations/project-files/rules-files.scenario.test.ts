import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

const DOCUMENT = '/v1/projects/any-project/databases/(default)/documents/notes/1'
const FILE = '/v0/b/any-project.appspot.com/o/a.txt'

function rulesWith(condition: string): string {
  return `rules_version = '2';
service cloud.firestore { match /databases/{d}/documents { match /{document=**} { allow read, write: if ${condition}; } } }`
}

function filesWith(condition: string): string {
  return `rules_version = '2';
service firebase.storage { match /b/{bucket}/o { match /{path=**} { allow read, write: if ${condition}; } } }`
}

class FolderWorld implements AsyncDisposable {
  readonly folder: string
  readonly warned: string[] = []
  /** Of each file that has any. */
  readonly issues: string[][] = []

  private constructor(folder: string) {
    this.folder = folder
  }

  static async make(files: Readonly<Record<string, string>>): Promise<FolderWorld> {
    const world = new FolderWorld(await mkdtemp(join(tmpdir(), 'hearth-rules-files-')))
    for (const [name, content] of Object.entries(files)) await world.save(name, content)
    return world
  }

  async save(name: string, content: string): Promise<void> {
    await writeFile(join(this.folder, name), content)
  }

  async start(): Promise<TestServer> {
    const warn = ({ issues }: { readonly issues?: string[] }, sentence: string) => {
      this.warned.push(sentence)
      if (issues !== undefined) this.issues.push(issues)
    }
    const log = { info() {}, warn, error() {} }
    return await TestServer.start({ mode: 'dev', settings: { HEARTH_RULES: this.folder }, log })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true })
  }
}

async function statusOf(server: TestServer, path: string): Promise<number> {
  return (await fetch(server.origin + path)).status
}

test('without any file everything is open', async () => {
  await using world = await FolderWorld.make({})
  await using server = await world.start()
  expect(await statusOf(server, DOCUMENT)).toBe(404)
  expect(await statusOf(server, FILE)).toBe(404)
})

test('rules are picked up, and again when they are saved', async () => {
  await using world = await FolderWorld.make({ 'firestore.rules': rulesWith('false') })
  await using server = await world.start()
  expect(await statusOf(server, DOCUMENT)).toBe(403)
  expect(await statusOf(server, FILE)).toBe(404)
  await world.save('firestore.rules', rulesWith('true'))
  await vi.waitFor(async () => expect(await statusOf(server, DOCUMENT)).toBe(404), 5_000)
  await world.save('storage.rules', filesWith('false'))
  await vi.waitFor(async () => expect(await statusOf(server, FILE)).toBe(403), 5_000)
})

test('rules whose file is deleted hold no more, and hold again when it is back', async () => {
  await using world = await FolderWorld.make({ 'firestore.rules': rulesWith('false') })
  await using server = await world.start()
  expect(await statusOf(server, DOCUMENT)).toBe(403)
  await rm(join(world.folder, 'firestore.rules'))
  await vi.waitFor(async () => expect(await statusOf(server, DOCUMENT)).toBe(404), 5_000)
  expect(world.warned.at(-1)).toContain('this file of rules is gone')
  await world.save('firestore.rules', rulesWith('false'))
  await vi.waitFor(async () => expect(await statusOf(server, DOCUMENT)).toBe(403), 5_000)
})

test('rules that a tool gave stay when a file is deleted', async () => {
  await using world = await FolderWorld.make({ 'firestore.rules': rulesWith('false') })
  await using server = await world.start()
  const closed = JSON.stringify({ rules: { files: [{ content: rulesWith('false') }] } })
  await fetch(`${server.origin}/emulator/v1/projects/any-project:securityRules`, { method: 'PUT', body: closed })
  expect(await statusOf(server, DOCUMENT)).toBe(403)
  await rm(join(world.folder, 'firestore.rules'))
  const other = DOCUMENT.replace('any-project', 'other-project')
  await vi.waitFor(async () => expect(await statusOf(server, other)).toBe(404), 5_000)
  expect(await statusOf(server, DOCUMENT)).toBe(403)
})

test('rules of files that a tool gave hold for every project, until the file is saved again', async () => {
  await using world = await FolderWorld.make({ 'storage.rules': filesWith('false') })
  await using server = await world.start()
  const other = FILE.replace('any-project', 'other-project')
  const opened = JSON.stringify({ rules: { files: [{ name: 'storage.rules', content: filesWith('true') }] } })
  await fetch(`${server.origin}/internal/setRules`, { method: 'PUT', body: opened })
  expect(await statusOf(server, FILE)).toBe(404)
  expect(await statusOf(server, other)).toBe(404)
  await world.save('storage.rules', `${filesWith('false')}\n`)
  await vi.waitFor(async () => expect(await statusOf(server, FILE)).toBe(403), 5_000)
  expect(await statusOf(server, other)).toBe(403)
})

test('the console is told which file holds instead of published rules, and since when', async () => {
  await using world = await FolderWorld.make({ 'firestore.rules': rulesWith('false') })
  await using server = await world.start()
  const ask = async (): Promise<unknown> => {
    const address = `${server.origin}/hearth/v1/projects/any-project/rules-override`
    return await (await fetch(address, { headers: { authorization: 'Bearer owner' } })).json()
  }
  expect(await statusOf(server, DOCUMENT)).toBe(403)
  const path = join(world.folder, 'firestore.rules')
  const files = [{ name: path, content: rulesWith('false') }]
  expect(await ask()).toEqual({
    documents: { origin: 'file', path, isBroken: false, files, since: expect.stringMatching(/^20/) as string },
  })
  const body = JSON.stringify({ rules: { files: [{ content: 'service firebase.storage {' }] }, ignore_errors: true })
  await fetch(`${server.origin}/internal/setRules`, { method: 'PUT', body })
  expect(await ask()).toMatchObject({ files: { origin: 'tool', isBroken: true } })
})

test('firebase.json says where they are', async () => {
  await using world = await FolderWorld.make({
    'firebase.json': JSON.stringify({ firestore: { rules: 'mine.rules' } }),
    'mine.rules': rulesWith('false'),
  })
  await using server = await world.start()
  expect(await statusOf(server, DOCUMENT)).toBe(403)
})

test('a database that firebase.json names rules for goes by them, until it names none', async () => {
  const [ofDefault, ofSecond] = [{ rules: 'firestore.rules' }, { database: 'second', rules: 'second.rules' }]
  await using world = await FolderWorld.make({
    'firebase.json': JSON.stringify({ firestore: [ofDefault, ofSecond] }),
    'firestore.rules': rulesWith('false'),
    'second.rules': rulesWith('true'),
  })
  await using server = await world.start()
  const [second, third] = ['second', 'third'].map((id) => DOCUMENT.replace('(default)', id))
  expect(await statusOf(server, DOCUMENT)).toBe(403)
  expect(await statusOf(server, second ?? '')).toBe(404)
  expect(await statusOf(server, third ?? '')).toBe(403)
  await world.save('second.rules', rulesWith('false'))
  await vi.waitFor(async () => expect(await statusOf(server, second ?? '')).toBe(403), 5_000)
  await world.save('second.rules', rulesWith('true'))
  await vi.waitFor(async () => expect(await statusOf(server, second ?? '')).toBe(404), 5_000)
  await world.save('firebase.json', JSON.stringify({ firestore: [ofDefault] }))
  await vi.waitFor(async () => expect(await statusOf(server, second ?? '')).toBe(403), 5_000)
})

test('broken rules close what had none', async () => {
  await using world = await FolderWorld.make({ 'firestore.rules': rulesWith('') })
  await using server = await world.start()
  expect(await statusOf(server, DOCUMENT)).toBe(403)
})

test('broken rules leave the ones before them', async () => {
  await using world = await FolderWorld.make({ 'firestore.rules': rulesWith('true') })
  const told: string[] = []
  const log = { info() {}, warn() {}, error: (_fields: object, message: string) => void told.push(message) }
  await using server = await TestServer.start({ mode: 'dev', settings: { HEARTH_RULES: world.folder }, log })
  await world.save('firestore.rules', rulesWith(''))
  await vi.waitFor(() => expect(told).toEqual(['these rules have errors']), 5_000)
  expect(await statusOf(server, DOCUMENT)).toBe(404)
})

test('misspelt names are warned of, with their place', async () => {
  await using world = await FolderWorld.make({ 'firestore.rules': rulesWith('isOwner() || requst.auth != null') })
  const told: object[] = []
  const warn = (fields: object, message: string) => void told.push({ ...fields, message })
  const log = { info() {}, warn, error() {} }
  await using server = await TestServer.start({ mode: 'dev', settings: { HEARTH_RULES: world.folder }, log })
  expect(await statusOf(server, DOCUMENT)).toBe(403)
  const line = (text: string) => expect.stringMatching(new RegExp(`^2:\\d+ ${text}`)) as string
  expect(told).toContainEqual({
    path: join(world.folder, 'firestore.rules'),
    issues: expect.arrayContaining([line('Invalid function name'), line('Invalid variable name')]) as string[],
    message: 'these rules have warnings',
  })
})

test('a broken firebase.json is told once, and the rules before it stay', async () => {
  await using world = await FolderWorld.make({
    'firebase.json': JSON.stringify({ firestore: { rules: 'mine.rules' } }),
    'mine.rules': rulesWith('false'),
  })
  const told: object[] = []
  const warn = (fields: object) => void told.push(fields)
  const log = { info() {}, warn, error() {} }
  await using server = await TestServer.start({ mode: 'dev', settings: { HEARTH_RULES: world.folder }, log })
  const before = told.length
  await world.save('firebase.json', '{ "firestore": ')
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(before), 5_000)
  for (const content of ['a', 'b', 'c']) {
    await world.save('other.txt', content)
    await new Promise((done) => setTimeout(done, 150))
  }
  expect(told.slice(before)).toEqual([{ cause: expect.stringContaining('JSON') as string }])
  expect(await statusOf(server, DOCUMENT)).toBe(403)
})

test('firebase.json may list buckets', async () => {
  const closed = "rules_version = '2'; service firebase.storage { match /b/{b}/o {} }"
  await using world = await FolderWorld.make({
    'firebase.json': JSON.stringify({ storage: [{ bucket: 'any-project.appspot.com', rules: 'mine.rules' }] }),
    'mine.rules': closed,
  })
  await using server = await world.start()
  expect(await statusOf(server, FILE)).toBe(403)
})

test('a file without rules of its service is warned of', async () => {
  await using world = await FolderWorld.make({
    'firestore.rules': rulesWith('true'),
    'storage.rules': rulesWith('true'),
  })
  await using server = await world.start()
  expect(await statusOf(server, FILE)).toBe(403)
  const sentence = 'this file has no rules of its service: everything there is closed'
  expect(world.warned.filter((warning) => warning === sentence)).toHaveLength(1)
})

test('a warning says where it stands, and one of the whole file says what is wrong alone', async () => {
  const old = `service cloud.firestore {
  match /databases/{d}/documents { match /{document=**} { allow read: if request.user != null; } }
}`
  await using world = await FolderWorld.make({ 'firestore.rules': old })
  await using server = await world.start()
  expect(server.port).toBeGreaterThan(0)
  expect(world.issues).toEqual([[expect.stringMatching(/^Ruleset uses old version/), expect.stringMatching(/^2:\d+ /)]])
})
