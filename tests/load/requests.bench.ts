/**
 * What apps ask most, of one project under rules and with 10,000 documents of 0.5 KB: gets with a user and without, queries of 20 by
 * one range and by two fields, creates with ids by the server. Gets stand beside a bare handler that answers the same bytes, queries beside one that reads as many by a
 * prepared statement, downloads beside one that answers the bytes from memory.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import { type BareAnswer, startBareServer } from './bare-server.ts'
import { type Cost, getRequest, type LoadTarget, measureCost, postRequest } from './http-load.ts'
import { reportCosts } from './report.ts'

const project = 'bench-app'
const documents = 10_000
const batch = 500
const files = 100
const rounds = 5
const roundMs = 1_500
const name = `projects/${project}/databases/(default)`
const root = `/v1/${name}/documents`
const rules = `rules_version = '2';
service cloud.firestore { match /databases/{database}/documents {
  match /open/{id} { allow read: if true; }
  match /docs/{id} { allow read: if request.auth != null; }
  match /made/{id} { allow create: if request.auth != null; }
} }`
const fileRules = `rules_version = '2';
service firebase.storage { match /b/{bucket}/o { match /{name} { allow get: if true; } } }`

await using server = await SpawnedServer.start({ mode: 'start' })
const { idToken, bucket } = await prepare()
const folder = await mkdtemp(join(tmpdir(), 'hearth-bench-'))
try {
  await measureAll(folder)
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measureAll(itemsFolder: string): Promise<void> {
  const user = `authorization: Bearer ${idToken}\r\n`
  const get = (collection: string, headers: string) => (sequence: number) =>
    getRequest(`${root}/${collection}/${idOf((sequence * 7919) % documents)}`, headers)
  const query = (bodyOf: (start: number) => string) => (sequence: number) =>
    postRequest(`${root}:runQuery`, bodyOf((sequence * 7919) % (documents - 100)), user)
  const one = await (await fetch(`${server.origin}${root}/open/${idOf(1)}`)).text()
  const text: BareAnswer = { kind: 'text', text: one }
  const path = join(itemsFolder, 'items.sqlite')
  fillItems(path, JSON.stringify({ document: JSON.parse(one) as unknown, readTime: new Date().toISOString() }))
  const rows: BareAnswer = { kind: 'rows', path, rows: documents, count: 20 }
  const content: BareAnswer = { kind: 'text', text: 'x'.repeat(1024) }
  const created = JSON.stringify({ fields: fieldsOf(5) })
  const create = () => postRequest(`${root}/made`, created, user)
  const download = (sequence: number) => getRequest(`/v0/b/${bucket}/o/file-${sequence % files}?alt=media`)

  await compare('get of a document, any user, 32 connections', 32, get('docs', user), { bare: text, goal: 0.5 })
  await compare('get of a document, no user, 32 connections', 32, get('open', ''), { bare: text, goal: 0.55 })
  await compare('query of 20 by one range, 16 connections', 16, query(byRange), { bare: rows })
  await compare('query of 20 by two fields, 16 connections', 16, query(byTwoFields), { bare: rows })
  await compare('create, id by the server, durable, 32 connections', 32, create, {})
  await compare('download of 1 KiB, 16 connections', 16, download, { bare: content })
}

/** Rounds of both in turn, so that what else the machine does falls on both. */
async function compare(
  title: string,
  connections: number,
  request: LoadTarget['request'],
  { bare: answer, goal }: { readonly bare?: BareAnswer; readonly goal?: number },
): Promise<void> {
  await using bare = answer === undefined ? undefined : await startBareServer(answer)
  const measured: Cost[] = []
  const floor: Cost[] = []
  const own = { port: server.port, pid: server.pid, request }
  // The bare server is asked by GET: it answers whatever is asked, and reads no body.
  const least = bare && { ...bare, request: () => getRequest('/') }
  for (let warmUp = 0; warmUp < 2; warmUp++) await measureCost(own, connections, roundMs)
  if (least !== undefined) await measureCost(least, connections, roundMs)
  for (let round = 0; round < rounds; round++) {
    if (least !== undefined) floor.push(await measureCost(least, connections, roundMs))
    measured.push(await measureCost(own, connections, roundMs))
  }
  reportCosts({ name: title, measured, floor, ...(goal !== undefined && { goal }) })
}

async function prepare(): Promise<{ idToken: string; bucket: string }> {
  const code = (await readFile(join(server.dataFolder, 'setup-code'), 'utf8')).trim()
  const [email, password] = ['olga@example.com', 'correct horse']
  await send('/hearth/v1/setup', { code, displayName: 'Olga', email, password })
  const owner = await ConsoleAccount.signIn(server, email, password)
  await owner.createProject(project)
  const { app } = await owner.enter(project)
  const operator = await owner.operatorToken(project)
  const signUp = `/identitytoolkit.googleapis.com/v1/accounts:signUp?key=${app.apiKey}`
  const { idToken: token } = await send(signUp, { email: 'ada@example.com', password, returnSecureToken: true })
  await publish('cloud.firestore', rules, operator)
  await publish(`firebase.storage/${app.storageBucket}`, fileRules, operator)
  const fields = ['third', 'n'].map((fieldPath) => ({ fieldPath, order: 'ASCENDING' }))
  await send(`/v1/${name}/collectionGroups/docs/indexes`, { queryScope: 'COLLECTION', fields }, operator)
  for (const collection of ['docs', 'open']) {
    for (let first = 0; first < documents; first += batch) {
      const writes = Array.from({ length: batch }, (_, i) => {
        const update = { name: `${name}/documents/${collection}/${idOf(first + i)}`, fields: fieldsOf(first + i) }
        return { update }
      })
      await send(`${root}:commit`, { writes }, operator)
    }
  }
  for (let file = 0; file < files; file++) {
    await send(`/v0/b/${app.storageBucket}/o?name=file-${file}`, randomBytes(1024), operator)
  }
  return { idToken: token ?? '', bucket: app.storageBucket }
}

async function publish(release: string, content: string, token: string): Promise<void> {
  const source = { files: [{ name: 'rules', content }] }
  const { name: rulesetName } = await send(`/v1/projects/${project}/rulesets`, { source }, token)
  const body = { name: `projects/${project}/releases/${release}`, rulesetName }
  await send(`/v1/projects/${project}/releases`, body, token)
}

async function send(path: string, body: object, token?: string): Promise<Readonly<Record<string, string>>> {
  const answer = await fetch(server.origin + path, {
    method: 'POST',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, string>
}

function idOf(n: number): string {
  return String(n).padStart(8, '0')
}

function fieldsOf(n: number): object {
  return {
    n: { integerValue: String(n) },
    third: { integerValue: String(n % 3) },
    title: { stringValue: 'An order of some length, as orders are' },
    total: { doubleValue: 149.5 },
    paid: { booleanValue: false },
    note: { stringValue: 'x'.repeat(280) },
  }
}

function filterOf(fieldPath: string, op: string, n: number): object {
  return { fieldFilter: { field: { fieldPath }, op, value: { integerValue: String(n) } } }
}

function byRange(start: number): string {
  const where = filterOf('n', 'GREATER_THAN_OR_EQUAL', start)
  return JSON.stringify({ structuredQuery: { from: [{ collectionId: 'docs' }], where, limit: 20 } })
}

function byTwoFields(start: number): string {
  const filters = [filterOf('third', 'EQUAL', start % 3), filterOf('n', 'GREATER_THAN_OR_EQUAL', start)]
  const where = { compositeFilter: { op: 'AND', filters } }
  return JSON.stringify({ structuredQuery: { from: [{ collectionId: 'docs' }], where, limit: 20 } })
}

/** As many rows as a collection has documents, each the text of one in an answer. */
function fillItems(path: string, text: string): void {
  const database = new DatabaseSync(path)
  database.exec('CREATE TABLE items (n INTEGER PRIMARY KEY, text TEXT); BEGIN')
  const insert = database.prepare('INSERT INTO items VALUES (?, ?)')
  for (let n = 0; n < documents; n++) insert.run(n, text)
  database.exec('COMMIT')
  database.close()
}
