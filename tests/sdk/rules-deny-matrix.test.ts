import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteApp } from 'firebase/app'
import { collection, doc, type FirestoreError, onSnapshot, setLogLevel } from 'firebase/firestore'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { openFirestore } from './firestore-world.ts'

setLogLevel('silent')

const project = 'demo-app'
const documents = `/v1/projects/${project}/databases/(default)/documents`
const names = `projects/${project}/databases/(default)/documents`
const bucket = `/v0/b/${project}.appspot.com/o`
const owner = { authorization: 'Bearer owner' }

const many = Array.from({ length: 98 }, () => '1 == 1').join(' && ')
/** Conditions by what is wrong with them; undefined: no rules at all. */
const wrongs: Readonly<Record<string, string | undefined>> = {
  'no rules': undefined,
  'rules with a syntax error': 'true ||',
  'rules that fail at run time': 'request.auth.uid.size() / 0 == 1',
  'rules over the limit': 'again() && again() && again() && again() || true',
}

function rulesOf(condition: string, service: 'documents' | 'files'): string {
  const [name, pattern] =
    service === 'documents'
      ? ['cloud.firestore', '/databases/{d}/documents/{document=**}']
      : ['firebase.storage', '/b/{b}/o/{file=**}']
  return `rules_version = '2';
service ${name} {
  function again() { return ${many}; }
  match ${pattern} { allow read, write: if ${condition}; }
}`
}

const queryBody = { structuredQuery: { from: [{ collectionId: 'notes' }] } }
const writeOf = (id: string) => ({ update: { name: `${names}/notes/${id}`, fields: {} } })

type Ask = (origin: string, id: 'there' | 'missing') => Promise<Response>

const post = (path: string, body: (id: string) => object): Ask => {
  return async (origin, id) => fetch(origin + path, { method: 'POST', body: JSON.stringify(body(id)) })
}

/** Each asks about something that is there, or about something that is not. */
const requests: Readonly<Record<string, Ask>> = {
  get: (origin, id) => fetch(`${origin}${documents}/notes/${id}`),
  'get of several': post(`${documents}:batchGet`, (id) => ({ documents: [`${names}/notes/${id}`] })),
  list: (origin, id) => fetch(`${origin}${documents}/${id === 'there' ? 'notes' : 'nothing'}`),
  query: post(`${documents}:runQuery`, () => queryBody),
  count: post(`${documents}:runAggregationQuery`, () => ({
    structuredAggregationQuery: { ...queryBody, aggregations: [{ alias: 'n', count: {} }] },
  })),
  write: (origin, id) => fetch(`${origin}${documents}/notes/${id}`, { method: 'PATCH', body: '{"fields":{}}' }),
  delete: (origin, id) => fetch(`${origin}${documents}/notes/${id}`, { method: 'DELETE' }),
  batch: post(`${documents}:commit`, (id) => ({ writes: [writeOf(id), { delete: `${names}/notes/other` }] })),
  'write that must exist': post(`${documents}:commit`, (id) => ({
    writes: [{ ...writeOf(id), currentDocument: { exists: true } }],
  })),
  'write that must not exist': post(`${documents}:commit`, (id) => ({
    writes: [{ ...writeOf(id), currentDocument: { exists: false } }],
  })),
  'write that is too large with what is there': post(`${documents}:commit`, (id) => ({
    writes: [
      {
        update: { name: `${names}/notes/${id}`, fields: { more: { stringValue: 'x'.repeat(700_000) } } },
        updateMask: { fieldPaths: ['more'] },
      },
    ],
  })),
  'batch of writes on their own': post(`${documents}:batchWrite`, (id) => ({ writes: [writeOf(id)] })),
  'partitions of a query': post(`${documents}:partitionQuery`, () => ({
    structuredQuery: {
      from: [{ collectionId: 'notes', allDescendants: true }],
      orderBy: [{ field: { fieldPath: '__name__' } }],
    },
    partitionCount: 2,
  })),
  async transaction(origin, id) {
    const begun = await fetch(`${origin}${documents}:beginTransaction`, { method: 'POST', body: '{}' })
    const { transaction } = (await begun.json()) as { transaction: string }
    const body = JSON.stringify({ documents: [`${names}/notes/${id}`], transaction })
    return await fetch(`${origin}${documents}:batchGet`, { method: 'POST', body })
  },
  async 'commit of a transaction'(origin, id) {
    const begun = await fetch(`${origin}${documents}:beginTransaction`, { method: 'POST', body: '{}' })
    const { transaction } = (await begun.json()) as { transaction: string }
    const body = JSON.stringify({ writes: [writeOf(id)], transaction })
    return await fetch(`${origin}${documents}:commit`, { method: 'POST', body })
  },
  'query of a group': post(`${documents}:runQuery`, (id) => ({
    structuredQuery: { from: [{ collectionId: id === 'there' ? 'notes' : 'nothing', allDescendants: true }] },
  })),
  'sum of what is there': post(`${documents}:runAggregationQuery`, (id) => ({
    structuredAggregationQuery: {
      structuredQuery: { from: [{ collectionId: id === 'there' ? 'notes' : 'nothing' }] },
      aggregations: [{ alias: 's', sum: { field: { fieldPath: 'n' } } }],
    },
  })),
  'upload in pieces': (origin, id) =>
    fetch(`${origin}${bucket}?name=${id}.txt`, {
      method: 'POST',
      headers: { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start' },
    }),
  upload: (origin, id) => fetch(`${origin}${bucket}?name=${id}.txt`, { method: 'POST', body: 'x' }),
  download: (origin, id) => fetch(`${origin}${bucket}/${id}.txt?alt=media`),
  'metadata of a file': (origin, id) => fetch(`${origin}${bucket}/${id}.txt`),
  'change of metadata': (origin, id) =>
    fetch(`${origin}${bucket}/${id}.txt`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: '{"cacheControl":"no-store"}',
    }),
  'deletion of a file': (origin, id) => fetch(`${origin}${bucket}/${id}.txt`, { method: 'DELETE' }),
  'collections below a document': (origin, id) =>
    fetch(`${origin}${documents}/notes/${id}:listCollectionIds`, { method: 'POST', body: '{}' }),
  'partitions of a group': post(`${documents}:partitionQuery`, (id) => ({
    structuredQuery: { from: [{ collectionId: id === 'there' ? 'notes' : 'nothing', allDescendants: true }] },
    partitionCount: '2',
  })),
  'list of files': (origin, id) => fetch(`${origin}${bucket}?prefix=${id === 'there' ? '' : 'nothing/'}`),
}

/** What a caller can tell two answers apart by: all but the id of the request. */
async function outcomeOf(response: Response): Promise<string> {
  const body = (await response.text())
    .replaceAll(/"requestId":\s*"[^"]*"/g, '')
    .replaceAll(/"readTime":\s*"[^"]*"/g, '')
  return `${response.status} ${body}`
}

describe.each(Object.entries(wrongs))('with %s', (title, condition) => {
  let dataFolder: string
  let server: TestServer

  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'hearth-deny-'))
    {
      await using dev = await TestServer.start({ mode: 'dev', dataFolder })
      const long = JSON.stringify({ fields: { long: { stringValue: 'x'.repeat(700_000) } } })
      await fetch(`${dev.origin}${documents}/notes/there`, { method: 'PATCH', headers: owner, body: long })
      await fetch(`${dev.origin}${bucket}?name=there.txt`, { method: 'POST', headers: owner, body: 'x' })
      if (condition !== undefined && title !== 'rules with a syntax error') await publish(dev, condition)
    }
    // What does not compile can not be published, so it is tried out where that is possible.
    const mode = title === 'rules with a syntax error' ? 'dev' : 'start'
    server = await TestServer.start({ mode, dataFolder, settings: { HEARTH_ADOPT_DATA: 'true' } })
    if (title === 'rules with a syntax error') await tryOut(server, condition ?? '')
  })

  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    await rm(dataFolder, { recursive: true })
  })

  test.each(Object.entries(requests))('%s is denied, and does not tell what is there', async (_name, ask) => {
    const [there, missing] = [await ask(server.origin, 'there'), await ask(server.origin, 'missing')]
    expect(there.status).toBe(403)
    expect(await outcomeOf(missing)).toBe(await outcomeOf(there))
  })

  test.each(['a document', 'a query'])('a listener to %s ends, and does not tell what is there', async (what) => {
    const endOf = async (id: 'there' | 'missing'): Promise<FirestoreError> => {
      const db = openFirestore('full', server.port)
      const ended = Promise.withResolvers<FirestoreError>()
      const refuse = (): void => ended.reject(new Error('a snapshot came'))
      if (what === 'a document') onSnapshot(doc(db, `notes/${id}`), refuse, ended.resolve)
      else onSnapshot(collection(db, id === 'there' ? 'notes' : 'nothing'), refuse, ended.resolve)
      const error = await ended.promise
      await deleteApp(db.app)
      return error
    }
    const [there, missing] = [await endOf('there'), await endOf('missing')]
    expect(there.code).toBe('permission-denied')
    expect({ code: missing.code, message: missing.message }).toEqual({ code: there.code, message: there.message })
  })
})

async function publish(server: TestServer, condition: string): Promise<void> {
  for (const [service, release] of [
    ['documents', 'cloud.firestore'],
    ['files', `firebase.storage/${project}.appspot.com`],
  ] as const) {
    const call = async (path: string, body: object) => {
      const address = `${server.origin}/v1/projects/${project}/${path}`
      const answer = await fetch(address, { method: 'POST', headers: owner, body: JSON.stringify(body) })
      expect(answer.status).toBe(200)
      return (await answer.json()) as { name: string }
    }
    const files = [{ name: `${service}.rules`, content: rulesOf(condition, service) }]
    const { name } = await call('rulesets', { source: { files } })
    await call('releases', { name: `projects/${project}/releases/${release}`, rulesetName: name })
  }
}

async function tryOut(server: TestServer, condition: string): Promise<void> {
  for (const [service, path] of [
    ['documents', `/emulator/v1/projects/${project}:securityRules`],
    ['files', '/internal/setRules'],
  ] as const) {
    const body = { rules: { files: [{ content: rulesOf(condition, service) }] }, ignore_errors: true }
    const answer = await fetch(server.origin + path, { method: 'PUT', body: JSON.stringify(body) })
    expect(await answer.text()).toContain('ERROR')
  }
}
