import { generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { flagWords, runCommand } from '../../testing/run-command.ts'
import { TestServer } from '../../testing/test-server.ts'
import { exportDocuments } from './export-documents.ts'
import { FirestoreRest } from './firestore-rest.ts'
import { importDocuments } from './import-documents.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function newFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-transfer-'))
  folders.push(folder)
  return join(folder, 'documents.jsonl')
}

function targetOf(server: TestServer, project: string, database = '(default)') {
  return { origin: server.origin, project, database, token: async () => 'owner' }
}

const silent = { onProgress: () => undefined, onAnotherFile: () => undefined, collection: undefined }

async function write(
  server: TestServer,
  documents: Readonly<Record<string, object>>,
  project = 'from-app',
): Promise<void> {
  const rest = new FirestoreRest(targetOf(server, project))
  const writes = Object.entries(documents).map(([path, fields]) => ({
    update: { name: `${rest.root}/${path}`, fields },
  }))
  await rest.call('commit', { writes })
}

/** Every document of a database by its path. */
async function allOf(server: TestServer, project: string, database?: string): Promise<Record<string, unknown>> {
  const rest = new FirestoreRest(targetOf(server, project, database))
  const rows = (await rest.call('runQuery', { structuredQuery: { from: [{ allDescendants: true }] } })) as {
    document?: { name: string; fields: unknown }
  }[]
  return Object.fromEntries(
    rows.flatMap(({ document }) => (document ? [[document.name.slice(rest.root.length + 1), document.fields]] : [])),
  )
}

function many(count: number): Record<string, object> {
  const entries = Array.from({ length: count }, (_, n) => [`c/${n}`, { n: { integerValue: String(n) } }] as const)
  return Object.fromEntries(entries)
}

const everyType = {
  null: { nullValue: null },
  big: { integerValue: '9223372036854775807' },
  zero: { doubleValue: '-0' },
  not: { doubleValue: 'NaN' },
  at: { timestampValue: '2026-01-01T00:00:00.123456Z' },
  bytes: { bytesValue: '//8=' },
  place: { geoPointValue: { latitude: 1.5, longitude: -2 } },
  friend: { referenceValue: 'projects/from-app/databases/(default)/documents/users/bob' },
  other: { referenceValue: 'projects/from-app/databases/elsewhere/documents/users/bob' },
  list: {
    arrayValue: { values: [{ stringValue: '😀\n"' }, { mapValue: { fields: { 'a.b': { booleanValue: true } } } }] },
  },
}

test('what was exported is imported into another database with every type, at any depth', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await write(server, { 'users/ada': everyType, 'users/ghost/deep/1': {}, 'users/__id7__': {} })
  const file = await newFile()
  expect(await exportDocuments({ ...targetOf(server, 'from-app'), ...silent, file })).toBe(3)
  expect(await importDocuments({ ...targetOf(server, 'to-app', 'copy'), ...silent, file })).toBe(3)
  const copied = await allOf(server, 'to-app', 'copy')
  const original = await allOf(server, 'from-app')
  expect(Object.keys(copied)).toEqual(['users/__id7__', 'users/ada', 'users/ghost/deep/1'])
  expect(copied['users/ada']).toEqual({
    ...(original['users/ada'] as object),
    // Into the database that was exported: the same document of this one.
    friend: { referenceValue: 'projects/to-app/databases/copy/documents/users/bob' },
  })
})

test('an export is of one moment, and goes on where it was interrupted', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await write(server, many(1200))
  const file = await newFile()
  const options = { ...targetOf(server, 'from-app'), collection: undefined, file }
  const cut = exportDocuments({
    ...options,
    onProgress: () => {
      throw new Error('cut')
    },
  })
  await expect(cut).rejects.toThrow('cut')
  // In the middle of a line.
  await writeFile(file, (await readFile(file)).subarray(0, -7))
  await write(server, { 'c/1': { n: { integerValue: '0' } }, 'd/later': {} })
  expect(await exportDocuments({ ...options, ...silent })).toBe(1200)
  await importDocuments({ ...targetOf(server, 'to-app'), ...silent, file })
  expect(await allOf(server, 'to-app')).toEqual(many(1200))
  await expect(exportDocuments({ ...options, ...silent })).rejects.toMatchObject({ code: 'already-exists' })
})

test('an import that was interrupted goes on behind what was acknowledged', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await write(server, many(900))
  const file = await newFile()
  await exportDocuments({ ...targetOf(server, 'from-app'), ...silent, file })
  const options = { ...targetOf(server, 'to-app'), ...silent, file }
  const told: number[] = []
  const cut = importDocuments({
    ...options,
    onProgress(documents) {
      told.push(documents)
      throw new Error('cut')
    },
  })
  await expect(cut).rejects.toThrow('cut')
  expect(Object.keys(await allOf(server, 'to-app'))).toHaveLength(400)
  await importDocuments({ ...options, onProgress: (documents) => told.push(documents) })
  expect(told).toEqual([400, 800, 900])
  expect(await allOf(server, 'to-app')).toEqual(many(900))
  expect(existsSync(`${file}.import-progress`)).toBe(false)
})

test('one collection is exported with what is below it', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await write(server, { 'a/1': {}, 'b/1': {}, 'b/1/c/1': {}, 'b2/1': {}, 'c/1': {} })
  const file = await newFile()
  await exportDocuments({ ...targetOf(server, 'from-app'), ...silent, collection: 'b', file })
  await importDocuments({ ...targetOf(server, 'to-app'), ...silent, file })
  expect(Object.keys(await allOf(server, 'to-app'))).toEqual(['b/1', 'b/1/c/1'])
})

/** Runs the command and answers its exit status and everything it told. */
async function run(server: TestServer, action: 'export' | 'import', file: string, flags: Record<string, string>) {
  const { status, told } = await runCommand(['documents', action, file, ...flagWords({ url: server.origin, ...flags })])
  return { status, told, last: told.at(-1) ?? '' }
}

function linesOf(...documents: readonly (readonly [path: string, fields?: object])[]): string {
  return documents.map(([path, fields = {}]) => `${JSON.stringify({ path, fields })}\n`).join('')
}

test('an export goes on only for the documents that it was begun for', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await write(server, { 'a/1': {}, 'a/2': {}, 'z/1': {} })
  const file = await newFile()
  const one = { project: 'from-app', collection: 'a' }
  expect((await run(server, 'export', file, one)).status).toBe(0)
  const [head = '', first = ''] = (await readFile(file, 'utf8')).split('\n')
  const begun = `${head}\n${first}\n`
  await writeFile(file, begun)
  for (const other of [
    { project: 'from-app' },
    { ...one, collection: 'z' },
    { ...one, project: 'to-app' },
    { ...one, database: 'other' },
  ]) {
    const { status, last } = await run(server, 'export', file, other)
    expect([status, last]).toEqual([1, expect.stringContaining('an export of the collection a of from-app/(default)')])
    expect(await readFile(file, 'utf8')).toBe(begun)
  }
  expect(await run(server, 'export', file, one)).toMatchObject({ status: 0, last: '2 documents exported.' })
})

test('an export that was interrupted goes on beside writes, however much they changed', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await write(server, many(500))
  const file = await newFile()
  await run(server, 'export', file, { project: 'from-app' })
  const whole = await readFile(file, 'utf8')
  await writeFile(file, `${whole.split('\n').slice(0, 100).join('\n')}\n`)
  const changed = Object.keys(many(500)).map((path) => [path, { n: { stringValue: 'changed' } }])
  await write(server, Object.fromEntries(changed))
  const rest = new FirestoreRest(targetOf(server, 'from-app'))
  const over = new AbortController()
  const writing = (async () => {
    for (let n = 0; !over.signal.aborted; n++) {
      const name = `${rest.root}/${n % 2 === 0 ? 'c' : 'b'}/${n % 500}`
      await rest.call('commit', { writes: n % 3 === 0 ? [{ delete: name }] : [{ update: { name, fields: {} } }] })
    }
  })()
  const { status } = await run(server, 'export', file, { project: 'from-app' })
  over.abort()
  await writing
  expect(status).toBe(0)
  expect(await readFile(file, 'utf8')).toBe(whole)
})

test('an export goes on only where the server has what was exported', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await write(server, { 'a/1': { n: { integerValue: '1' } }, 'a/2': {} })
  const file = await newFile()
  await run(server, 'export', file, { project: 'from-app' })
  const [head = ''] = (await readFile(file, 'utf8')).split('\n')
  await writeFile(file, `${head}\n${linesOf(['a/1', { n: { integerValue: '2' } }])}`)
  const { status, last } = await run(server, 'export', file, { project: 'from-app' })
  expect([status, last]).toEqual([1, expect.stringContaining('other documents than this server has')])
})

test('the beginning of an export by an earlier release is not gone on with, a whole one is imported', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await write(server, { 'a/1': {} })
  const file = await newFile()
  await run(server, 'export', file, { project: 'from-app' })
  const { collection: _, ...earlier } = JSON.parse((await readFile(file, 'utf8')).split('\n')[0] ?? '')
  const begun = `${JSON.stringify(earlier)}\n${linesOf(['a/1'])}`
  await writeFile(file, begun)
  expect(await run(server, 'export', file, { project: 'from-app' })).toMatchObject({
    status: 1,
    last: expect.stringContaining('by an earlier release'),
  })
  await writeFile(file, `${begun}{"end":true,"documents":1}\n`)
  expect((await run(server, 'import', file, { project: 'to-app' })).status).toBe(0)
  expect(Object.keys(await allOf(server, 'to-app'))).toEqual(['a/1'])
})

/** Imports until 400 documents are acknowledged. */
async function beginImport(server: TestServer, file: string): Promise<void> {
  const cut = importDocuments({
    ...targetOf(server, 'to-app'),
    ...silent,
    file,
    onProgress() {
      throw new Error('cut')
    },
  })
  await expect(cut).rejects.toThrow('cut')
}

test('an import that was interrupted begins anew when its file was replaced by another of the same name', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await write(server, many(900))
  const file = await newFile()
  await run(server, 'export', file, { project: 'from-app' })
  await beginImport(server, file)
  const changed = { 'c/0': { n: { stringValue: 'changed' } } }
  await write(server, changed)
  await rm(file)
  await run(server, 'export', file, { project: 'from-app' })
  const { status, told } = await run(server, 'import', file, { project: 'to-app' })
  expect(status).toBe(0)
  expect(told[0]).toContain('is not the file whose import was begun')
  expect(await allOf(server, 'to-app')).toEqual({ ...many(900), ...changed })
})

test('an import that found its file cut off goes on when the export is whole', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await write(server, many(900))
  const file = await newFile()
  await run(server, 'export', file, { project: 'from-app' })
  const whole = await readFile(file, 'utf8')
  await writeFile(file, `${whole.split('\n').slice(0, 600).join('\n')}\n`)
  expect((await run(server, 'import', file, { project: 'to-app' })).last).toContain('ends before its last line')
  expect((await run(server, 'export', file, { project: 'from-app' })).status).toBe(0)
  expect(await readFile(file, 'utf8')).toBe(whole)
  const { status, told } = await run(server, 'import', file, { project: 'to-app' })
  expect([status, told]).toEqual([0, ['900 documents imported.']])
  expect(await allOf(server, 'to-app')).toEqual(many(900))
})

test('documents of many bytes a character are imported', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const text = '漢'.repeat(330_000)
  const paths = Array.from({ length: 20 }, (_, n) => `t/${n}`)
  for (const path of paths) await write(server, { [path]: { text: { stringValue: text } } })
  const file = await newFile()
  await run(server, 'export', file, { project: 'from-app' })
  expect(await run(server, 'import', file, { project: 'to-app' })).toMatchObject({
    status: 0,
    told: expect.arrayContaining(['20 documents imported.']),
  })
  const copied = await allOf(server, 'to-app')
  expect(Object.keys(copied).toSorted()).toEqual(paths.toSorted())
  expect(copied['t/7']).toEqual({ text: { stringValue: text } })
})

test('documents with too many index keys for one commit are imported in several', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const values = Array.from({ length: 6000 }, (_, n) => ({ integerValue: String(n) }))
  const id = 'abcdefghijklmnopqrst'
  const paths = Array.from({ length: 36 }, (_, n) => `organizations/${id}/workspaces/${id}/projects/${id}/days/${n}`)
  const file = await newFile()
  const documents = paths.map((path) => [path, { samples: { arrayValue: { values } } }] as const)
  await writeFile(file, `${HEAD}${linesOf(...documents)}{"end":true,"documents":36}\n`)
  expect(await run(server, 'import', file, { project: 'to-app' })).toMatchObject({
    status: 0,
    last: '36 documents imported.',
  })
  expect(Object.keys(await allOf(server, 'to-app')).toSorted()).toEqual(paths.toSorted())
}, 120_000)

const HEAD = '{"format":"hearth-documents","version":1,"project":"p","database":"d","readTime":"t"}\n'

test.each<[string, string | Buffer, RegExp]>([
  ['no JSON', 'nonsense\n', /^Line 1 is not JSON/],
  ['no head', '{"path":"c/1","fields":{}}\n', /^Line 1 is not the head of an export/],
  ['a later version', HEAD.replace('1,', '9,'), /^Line 1 has a version/],
  ['no fields', `${HEAD}{"path":"c/1"}\n`, /^Line 2 has no fields/],
  ['no end', `${HEAD}{"path":"c/1","fields":{}}\n`, /ends before its last line/],
  ['no number at its end', `${HEAD}{"end":true}\n`, /^Line 2 does not say how many/],
  [
    'fewer documents than its end says',
    `${HEAD}${linesOf(['c/1'])}{"end":true,"documents":600}\n`,
    /has 600 documents, but has 1/,
  ],
  [
    'more documents than its end says',
    `${HEAD}${linesOf(['c/1'], ['c/2'])}{"end":true,"documents":1}\n`,
    /has 1 document, but has 2/,
  ],
  ['lines behind its end', `${HEAD}{"end":true,"documents":0}\n${linesOf(['c/1'])}`, /^Line 3 is behind the end/],
  ['bytes that are no text', Buffer.from(`${HEAD}{"path":"c/\xff","fields":{}}\n`, 'latin1'), /^Line 2 is not UTF-8/],
])('the command says what is wrong with a file that has %s, and ends with 1', async (_, text, sentence) => {
  await using server = await TestServer.start({ mode: 'dev' })
  const file = await newFile()
  await writeFile(file, text)
  const { status, last } = await run(server, 'import', file, { project: 'to-app' })
  expect([status, last]).toEqual([1, expect.stringMatching(sentence)])
})

test('what the server refuses is told with its path and line, and stops no other document', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const file = await newFile()
  const tooLarge = { text: { stringValue: 'x'.repeat(1_100_000) } }
  await writeFile(file, `${HEAD}${linesOf(['c/1'], ['c'], ['c/2', tooLarge], ['c/3'])}{"end":true,"documents":4}\n`)
  const { status, last } = await run(server, 'import', file, { project: 'to-app' })
  expect(status).toBe(1)
  expect(last).toMatch(/^Of 4 documents 2 could not be written:\n {2}c \(line 3\): \S.*\n {2}c\/2 \(line 4\): \S.*$/)
  expect(Object.keys(await allOf(server, 'to-app'))).toEqual(['c/1', 'c/3'])
  expect(existsSync(`${file}.import-progress`)).toBe(false)
})

test('an import stops when the server refuses document after document', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const file = await newFile()
  const documents = Array.from({ length: 150 }, (_, n) => [`c/${n}/d`] as const)
  await writeFile(file, `${HEAD}${linesOf(...documents)}{"end":true,"documents":150}\n`)
  const { status, last } = await run(server, 'import', file, { project: 'to-app' })
  expect([status, last]).toEqual([1, expect.stringMatching(/^More than 100 documents were refused/)])
})

test('the command says when the file or the credential is no good, and ends with 1', async () => {
  await using server = await TestServer.start({ mode: 'start' })
  const file = await newFile()
  const importing = await run(server, 'import', file, { project: 'demo-app' })
  expect([importing.status, importing.last]).toEqual([1, expect.stringContaining("can't be used")])
  const exporting = await run(server, 'export', file, { project: 'demo-app' })
  expect([exporting.status, exporting.last]).toEqual([1, expect.stringMatching(/\S/)])
})

test('a key of another project is named, with the project that it is for', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const file = await newFile()
  const key = { project_id: 'other-app', private_key_id: 'k', client_email: 'k@other-app' }
  await writeFile(file, JSON.stringify({ ...key, private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) }))
  const { status, told } = await runCommand([
    'documents',
    'export',
    'out.jsonl',
    '--project',
    'shop-app',
    '--key',
    file,
  ])
  expect(status).toBe(1)
  expect(told).toEqual([`${file} is a key of the project other-app, not of shop-app.`])
})

test('the file is named before the settings or by --file, and once', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await write(server, { 'a/1': {} })
  const [one, other] = [await newFile(), await newFile()]
  const flags = flagWords({ project: 'from-app', url: server.origin })
  expect(await runCommand(['documents', 'export', one, ...flags])).toMatchObject({ status: 0 })
  expect(await runCommand(['documents', 'export', ...flags, '--file', other])).toMatchObject({ status: 0 })
  expect([existsSync(one), existsSync(other)]).toEqual([true, true])
  const twice = await runCommand(['documents', 'export', one, ...flags, '--file', other])
  expect(twice).toMatchObject({ status: 2, told: ['The file is named twice: once is enough.'] })
  expect(await runCommand(['documents', 'export', ...flags])).toMatchObject({ status: 2 })
  expect(await runCommand(['documents', 'export', one, ...flags, '--collection', 'a/b'])).toMatchObject({ status: 2 })
})
