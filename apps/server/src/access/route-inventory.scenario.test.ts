import { once } from 'node:events'
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Route } from '../http/route.ts'
import { routeGuards } from '../testing/route-guards.ts'
import { addressOf, bodyOf } from '../testing/route-requests.ts'
import { ConsoleAccount } from '../testing/console-account.ts'
import { serviceToken } from '../testing/service-credential.ts'
import { TestServer } from '../testing/test-server.ts'

const HIDDEN = 'the-hidden-content'

/** What stands for a parameter in a request: things that exist, so that only the guard keeps them. */
const parameters: Readonly<Record<string, string>> = {
  project: 'demo-app',
  property: 'demo-app',
  database: '(default)',
  bucket: 'demo-app.appspot.com',
  name: 'secret.txt',
  path: 'hidden/one',
  method: 'GetDocument',
}

/** Credentials that mean nothing under `start`, whatever they mean elsewhere. */
const noCredentials: readonly Record<string, string>[] = [
  {},
  { authorization: 'Bearer owner' },
  { authorization: 'Firebase owner' },
  { authorization: `Bearer ${unsignedToken({ sub: 'ada', aud: 'demo-app', hearth_role: 'owner' })}` },
  { authorization: `Firebase ${unsignedToken({ sub: 'ada', aud: 'demo-app', hearth_role: 'owner' })}` },
]

/** Credentials that mean a lot, in another project. */
async function credentialsElsewhere(server: TestServer): Promise<Record<string, string>[]> {
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  const tokens = [await owner.operatorToken('shop-app'), await serviceToken(owner, 'shop-app')]
  return tokens.map((token) => ({ authorization: `Bearer ${token}` }))
}

function unsignedToken(claims: Record<string, string>): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
  const payload = {
    iss: 'https://securetoken.google.com/demo-app',
    iat: 0,
    exp: 4_000_000_000,
    user_id: 'ada',
    ...claims,
  }
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`
}

interface Answer {
  readonly status: number
  readonly body: string
}

const DATABASE_NAME = 'projects/demo-app/databases/(default)'
/** What may succeed for anybody: a transaction that has read and written nothing. */
const givesNothing = ['documents:beginTransaction', 'documents:rollback']

async function ask(server: TestServer, route: Route, headers: Record<string, string>): Promise<Answer> {
  const body = route.method === 'GET' || route.method === 'DELETE' ? null : JSON.stringify(bodyOf(route, DATABASE_NAME))
  const contentType = body === null ? {} : { 'content-type': 'application/json' }
  const response = await fetch(server.origin + addressOf(route, parameters), {
    method: route.method,
    headers: { ...contentType, ...headers },
    body,
    signal: AbortSignal.timeout(10_000),
  })
  return { status: response.status, body: await response.text() }
}

/** The gRPC status of a call with an empty message. */
async function askGrpc(session: ClientHttp2Session, path: string, headers: Record<string, string>): Promise<number> {
  const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': 'application/grpc', ...headers })
  let status: string | undefined
  const take = (answer: IncomingHttpHeaders): void => {
    status = String(answer['grpc-status'] ?? status)
  }
  stream.on('response', take).on('trailers', take)
  stream.end(Buffer.alloc(5))
  await text(stream)
  return Number(status)
}

const owner = { authorization: 'Bearer owner', 'content-type': 'application/json' }
const DOCUMENT_PATH = `/v1/${DATABASE_NAME}/documents/hidden/one`
const FILE_PATH = '/v0/b/demo-app.appspot.com/o/secret.txt?alt=media'

/** Runs `work` against a server under `start` that holds a document and a file, and shows that both are there untouched after it. */
async function withGuardedData(work: (server: TestServer) => Promise<void>): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-guarded-'))
  const settings = { HEARTH_ADOPT_DATA: 'true' }
  try {
    {
      await using dev = await TestServer.start({ mode: 'dev', dataFolder })
      const body = JSON.stringify({ fields: { text: { stringValue: HIDDEN } } })
      await fetch(dev.origin + DOCUMENT_PATH, { method: 'PATCH', headers: owner, body })
      const upload = `${dev.origin}/v0/b/demo-app.appspot.com/o?name=secret.txt`
      await fetch(upload, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: HIDDEN })
      await expectUntouched(dev)
    }
    {
      await using server = await TestServer.start({ mode: 'start', dataFolder, settings })
      await work(server)
    }
    await using again = await TestServer.start({ mode: 'dev', dataFolder, settings })
    await expectUntouched(again)
  } finally {
    await rm(dataFolder, { recursive: true })
  }
}

async function expectUntouched(dev: TestServer): Promise<void> {
  for (const path of [DOCUMENT_PATH, FILE_PATH]) {
    expect(await (await fetch(dev.origin + path, { headers: owner })).text(), path).toContain(HIDDEN)
  }
}

test('every route has the guard that the table gives it, and the table names no other', async () => {
  await using server = await TestServer.start()
  const actual = server.hearth.protocols
    .flatMap(({ name, routes }) => routes.map((route) => `${route.guard}: ${route.method} ${route.path} (${name})`))
    .toSorted()
  const expected = Object.entries(routeGuards)
    .flatMap(([guard, routes]) => routes.map((route) => `${guard}: ${route}`))
    .toSorted()
  expect(actual).toEqual(expected)
})

test('nobody gets or changes anything without a credential of this server and this project', async () => {
  await withGuardedData(async (server) => {
    const credentials = [...noCredentials, ...(await credentialsElsewhere(server))]
    for (const route of server.hearth.protocols.flatMap(({ routes }) => routes)) {
      if (route.guard === 'open' || route.grpc === true) continue
      for (const headers of credentials) {
        const credential = headers['authorization']?.slice(0, 16) ?? 'nothing'
        const name = `${route.guard} ${route.method} ${route.path} with ${credential}`
        const { status, body } = await ask(server, route, headers)
        expect(body, name).not.toContain(HIDDEN)
        expect(status, `${name}: ${body}`).toSatisfy((code: number) => isRefusal(route, code, body))
      }
    }
  })
})

function isRefusal(route: Route, status: number, body: string): boolean {
  // Whoever has a credential of a project may know of that one.
  if (status === 200 && /\/(?:projects|availableProjects)$/.test(route.path)) return !body.includes('demo-app')
  if (route.guard === 'admin') return status === 401 || status === 403
  // A stream is opened for anybody; what it is denied comes inside it.
  if (route.path.endsWith('/channel') || givesNothing.some((end) => route.path.endsWith(end))) return status < 500
  if (route.path.endsWith(':batchWrite') && status === 200) return body.includes('"status":[{"code":7,')
  return [400, 401, 403, 404, 501].includes(status)
}

test('nor over gRPC', async () => {
  await withGuardedData(async (server) => {
    const session = connect(server.origin)
    const routes = server.hearth.protocols.flatMap(({ routes: all }) => all).filter((route) => route.grpc === true)
    expect(routes).not.toEqual([])
    for (const route of routes) {
      for (const headers of noCredentials) {
        // 3 invalid-argument for the empty message, 5 not-found, 7 permission-denied, 16 unauthenticated.
        expect([3, 5, 7, 16]).toContain(await askGrpc(session, addressOf(route, parameters), headers))
      }
    }
    session.close()
    await once(session, 'close')
  })
})

test('what is for dev alone says so under start', async () => {
  await using server = await TestServer.start()
  for (const route of server.hearth.protocols.flatMap(({ routes }) => routes)) {
    if (route.guard !== 'dev') continue
    const { status, body } = await ask(server, route, {})
    expect(status, route.path).toBe(404)
    expect(body, route.path).toContain('hearth dev')
  }
})

test('how the databases of the console are indexed, what expires in them and which there are is for no operator', async () => {
  await using server = await TestServer.start()
  const person = await ConsoleAccount.claim(server)
  const tokens = [person.idToken, await person.operatorToken('console')]
  const inConsole = { ...parameters, project: 'console' }
  const shaping = server.hearth.protocols
    .flatMap(({ name, routes }) => routes.filter((route) => name === 'firestore-admin' || isIndexFile(route)))
    .filter(({ method }) => method !== 'GET')
  expect(shaping.length).toBeGreaterThan(10)
  for (const route of shaping) {
    for (const token of tokens) {
      const body = { indexConfig: { indexes: [] }, ttlConfig: {} }
      const response = await fetch(server.origin + addressOf(route, inConsole), {
        method: route.method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(route.method !== 'DELETE' && { body: JSON.stringify(body) }),
      })
      const answer = await response.text()
      expect(response.status, `${route.method} ${route.path}: ${answer}`).toBe(403)
      expect(answer, route.path).toContain('changed by server credentials alone')
    }
  }
  const field = `${server.origin}/v1/projects/console/databases/(default)/collectionGroups/projects/fields/createdAt`
  const read = await fetch(field, { headers: { authorization: `Bearer ${tokens[1]}` } })
  expect(await read.json()).not.toHaveProperty('ttlConfig')
})

function isIndexFile({ path }: Route): boolean {
  return path === '/hearth/v1/projects/:project/databases/:database/indexes'
}
