import { generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { parseCommandLine } from '../../config/command-line.ts'
import { parseDocumentCommand } from '../../config/document-command.ts'
import { SettingsError } from '../../config/server-config.ts'
import { TestServer } from '../../testing/test-server.ts'
import { exportDocuments } from './export-documents.ts'
import { FirestoreRest } from './firestore-rest.ts'
import { importDocuments } from './import-documents.ts'
import { runTransfer } from './run-transfer.ts'

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

const silent = { onProgress: () => undefined, collection: undefined }

async function write(server: TestServer, documents: Readonly<Record<string, object>>): Promise<void> {
  const rest = new FirestoreRest(targetOf(server, 'from-app'))
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
  const options = { ...targetOf(server, 'to-app'), collection: undefined, file }
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

const head = '{"format":"hearth-documents","version":1,"project":"p","database":"d","readTime":"t"}\n'

test.each([
  ['no JSON', 'nonsense\n', /^Line 1 is not JSON/],
  ['no head', '{"path":"c/1","fields":{}}\n', /^Line 1 /],
  ['a later version', head.replace('1,', '9,'), /^Line 1 has a version/],
  ['no fields', `${head}{"path":"c/1"}\n`, /^Line 2 has no fields/],
  ['no end', `${head}{"path":"c/1","fields":{}}\n`, /ends before its last line/],
  ['a path of a collection', `${head}{"path":"c","fields":{}}\n{"end":true,"documents":1}\n`, /\S/],
])('the command says what is wrong with a file that has %s, and ends with 1', async (_, text, sentence) => {
  await using server = await TestServer.start({ mode: 'dev' })
  const file = await newFile()
  await writeFile(file, text)
  const command = parseDocumentCommand('import', file, { project: 'to-app', url: server.origin }, {})
  const told: string[] = []
  expect(await runTransfer(command, (sentence) => told.push(sentence))).toBe(1)
  expect(told.at(-1)).toMatch(sentence)
})

test('the command says when the file or the credential is no good, and ends with 1', async () => {
  await using server = await TestServer.start({ mode: 'start' })
  const file = await newFile()
  const told: string[] = []
  const run = (action: string) =>
    runTransfer(parseDocumentCommand(action, file, { project: 'demo-app', url: server.origin }, {}), (sentence) =>
      told.push(sentence),
    )
  expect(await run('import')).toBe(1)
  expect(told.at(-1)).toContain("can't be used")
  expect(await run('export')).toBe(1)
  expect(told.at(-1)).toMatch(/\S/)
})

test('a key of another project is named, with the project that it is for', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const file = await newFile()
  const key = { project_id: 'other-app', private_key_id: 'k', client_email: 'k@other-app' }
  await writeFile(file, JSON.stringify({ ...key, private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) }))
  const told: string[] = []
  const command = parseDocumentCommand('export', 'out.jsonl', { project: 'shop-app', key: file }, {})
  expect(await runTransfer(command, (sentence) => told.push(sentence))).toBe(1)
  expect(told).toEqual([`${file} is a key of the project other-app, not of shop-app.`])
})

test('the file is named before the settings or by --file, and once', () => {
  const command = parseCommandLine(['documents', 'export', 'out.jsonl', '--project', 'shop-app'])
  expect(command).toMatchObject({ name: 'documents', action: 'export', file: 'out.jsonl' })
  expect(parseDocumentCommand('export', 'out.jsonl', { project: 'shop-app' }, {}).file).toBe('out.jsonl')
  expect(parseDocumentCommand('export', undefined, { project: 'shop-app', file: 'out.jsonl' }, {}).file).toBe(
    'out.jsonl',
  )
  expect(() => parseDocumentCommand('export', 'a', { project: 'shop-app', file: 'b' }, {})).toThrowError(SettingsError)
})
