import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '../http/route.ts'
import { calls } from '../protocols/firestore-calls/calls.ts'
import { readJson } from '../protocols/firestore-codec/json-reader.ts'
import { ListenRequest, WriteRequest } from '../protocols/firestore-codec/messages.ts'
import { writeProtobuf } from '../protocols/firestore-codec/protobuf-writer.ts'
import { encodeFrame } from '../protocols/firestore-grpc/frames.ts'
import { ConsoleAccount } from '../testing/console-account.ts'
import { answerOf, GrpcClient } from '../testing/grpc-client.ts'
import { addressOf, bodyOf } from '../testing/route-requests.ts'
import { serviceToken } from '../testing/service-credential.ts'
import { TestServer } from '../testing/test-server.ts'
import { LISTEN_PATH, WebchannelPeer, WRITE_PATH } from '../testing/webchannel-peer.ts'

/** `demo-app` has rules and sample data, `shop-app` has no rules. */
interface Place {
  readonly project: string
  readonly database: string
}
const there: Place = { project: 'demo-app', database: '(default)' }
const withoutRules: Place = { project: 'shop-app', database: '(default)' }
const noProject: Place = { project: 'demo-fox', database: '(default)' }
const noDatabase: Place = { project: 'demo-app', database: 'elsewhere' }

function databaseName({ project, database }: Place): string {
  return `projects/${project}/databases/${database}`
}

/** What an answer says once the names asked for, its own id and new transactions are blotted out. */
function blotted(text: string, place: Place): string {
  return text
    .replaceAll(place.project, '<project>')
    .replaceAll(place.database, '<database>')
    .replaceAll(encodeURIComponent(place.database), '<database>')
    .replaceAll(/\b[0-9a-f]{10}-[0-9a-z]+\b/g, '<id>')
    .replaceAll(/"transaction":"[\w=+/-]+"/g, '"transaction":"<new>"')
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"<time>"')
}

let server: TestServer
/** Credentials of this server that mean nothing in `demo-app`. */
let strangers: Record<string, Record<string, string>>

beforeAll(async () => {
  server = await TestServer.start({ settings: { HEARTH_SIGN_UP: 'anyone' } })
  const owner = await ConsoleAccount.claim(server)
  for (const project of ['shop-app', 'blog-app']) await owner.createProject(project)
  const newcomer = await ConsoleAccount.signUp(server, 'newcomer@example.com')
  const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })
  strangers = {
    'a visitor': {},
    'a made-up token': bearer('x.y.z'),
    'no token at all': { authorization: 'x' },
    'a token of the emulators': bearer('owner'),
    'a made-up installation': { authorization: 'FIS_v2 x' },
    'an account without a project': bearer(newcomer.idToken),
    'an operator of another project': bearer(await owner.operatorToken('blog-app')),
    'a service key of another project': bearer(await serviceToken(owner, 'blog-app')),
  }
})

afterAll(() => server[Symbol.asyncDispose]())

interface Asked {
  readonly headers: Record<string, string>
  readonly query?: string
  /** Instead of one that fits the route. */
  readonly body?: string
}

async function ask(route: Route, place: Place, { headers, query = '', body }: Asked): Promise<string> {
  const { project, database } = place
  const parameters = { project, database, bucket: `${project}.appspot.com`, name: 'secret.txt', path: 'hidden/one' }
  const isRead = route.method === 'GET' || route.method === 'DELETE'
  const content = isRead ? null : (body ?? JSON.stringify(bodyOf(route, databaseName(place))))
  const response = await fetch(server.origin + addressOf(route, parameters) + query, {
    method: route.method,
    headers: { ...(content !== null && { 'content-type': 'application/json' }), ...headers },
    body: content,
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  })
  const id = response.headers.get('x-request-id') ?? 'no id'
  // The length tells how long the names and the id are.
  const kept = [...response.headers].filter(([name]) => !['date', 'x-request-id', 'content-length'].includes(name))
  const heads = kept.map(([name, value]) => `${name}: ${value}`).join('\n')
  return blotted(`${response.status}\n${heads}\n${await response.text()}`.replaceAll(id, '<id>'), place)
}

function routesNaming(parameter: RegExp): Route[] {
  const routes = server.hearth.protocols.flatMap((protocol) => protocol.routes)
  const naming = routes.filter(({ path, grpc }) => grpc !== true && parameter.test(path))
  expect(naming.length).toBeGreaterThan(10)
  return naming
}

/** How a visitor may ask; each is answered before or after the server has looked for the project. */
const waysToAsk: readonly Omit<Asked, 'headers'>[] = [
  {},
  { body: '{}' },
  { body: 'nonsense' },
  { query: '?pageSize=-1&pageToken=x&maxResults=0' },
  { query: '?alt=media&token=x&name=a.txt&uploadType=resumable&upload_id=x' },
]

describe('a visitor learns nothing about what is there', () => {
  test('from a project that is not there, at any address', async () => {
    for (const route of routesNaming(/:project|:bucket/)) {
      for (const way of waysToAsk) {
        const asked = { headers: {}, ...way }
        const name = `${route.method} ${route.path} ${JSON.stringify(way)}`
        const answer = await ask(route, noProject, asked)
        expect(answer, name).toBe(await ask(route, there, asked))
        expect(answer, name).toBe(await ask(route, withoutRules, asked))
      }
    }
  })

  test('from a database that is not there, at any address', async () => {
    for (const route of routesNaming(/:database/)) {
      for (const way of waysToAsk) {
        const asked = { headers: {}, ...way }
        const name = `${route.method} ${route.path} ${JSON.stringify(way)}`
        expect(await ask(route, noDatabase, asked), name).toBe(await ask(route, there, asked))
      }
    }
  })

  test('from an API key or an id of an app that was guessed', async () => {
    const guess = ({ project }: Place): Asked => ({
      headers: { 'x-goog-api-key': `hk_${project}_guess` },
      query: `?key=hk_${project}_guess&apiKey=hk_${project}_guess&project=${project}`,
      body: JSON.stringify({ appId: '1:123456789012:web:abc', email: 'ada@example.com', password: 'correct horse' }),
    })
    for (const route of server.hearth.protocols.flatMap(({ routes }) => routes)) {
      if (route.grpc === true) continue
      const name = `${route.method} ${route.path}`
      expect(await ask(route, noProject, guess(noProject)), name).toBe(await ask(route, there, guess(there)))
    }
  })

  test('over gRPC', async () => {
    const headers = { authorization: '' }
    for (const call of calls.values()) {
      const answers = []
      for (const place of [there, noProject, noDatabase]) {
        await using grpc = new GrpcClient(server.origin)
        const database = databaseName(place)
        const documents = `${database}/documents`
        const name = `${documents}/hidden/one`
        const names = {
          database,
          name,
          parent: documents,
          collectionId: 'hidden',
          documents: [name],
          document: { name },
        }
        const asked = { ...names, structuredQuery: { from: [{ collectionId: 'hidden' }] }, writes: [{ delete: name }] }
        const known = Object.fromEntries(Object.entries(asked).filter(([field]) => call.request.byName.has(field)))
        const { status, message, bytes } = await grpc.send(
          call.name,
          writeProtobuf(call.request, readJson(call.request, known)),
          headers,
        )
        answers.push({
          status,
          message: blotted(decodeURIComponent(message), place),
          // A transaction's id is random.
          length: bytes.length,
        })
      }
      expect(answers[1], call.name).toEqual(answers[0])
      expect(answers[2], call.name).toEqual(answers[0])
    }
  })

  test('from streams, over gRPC and WebChannel', async () => {
    const said: Record<string, string[]> = {}
    for (const place of [there, noProject, noDatabase]) {
      const database = databaseName(place)
      const name = `${database}/documents/hidden/one`
      const addTarget = { database, addTarget: { targetId: 1, documents: { documents: [name] } } }
      using peer = new WebchannelPeer(server.port, database)
      const listenSid = await peer.open(LISTEN_PATH, [addTarget], '')
      const writeSid = await peer.open(WRITE_PATH, [{ database }], '')
      await peer.forward(WRITE_PATH, writeSid, 1, [{ streamToken: 'AA==', writes: [{ delete: name }] }])
      await using grpc = new GrpcClient(server.origin)
      const listen = grpc.open('Listen', { authorization: '' })
      listen.write(encodeFrame(writeProtobuf(ListenRequest, readJson(ListenRequest, addTarget))))
      const write = grpc.open('Write', { authorization: '' })
      const written = answerOf(write)
      write.write(encodeFrame(writeProtobuf(WriteRequest, { database })))
      const deletion = readJson(WriteRequest, { streamToken: 'AA==', writes: [{ delete: name }] })
      write.end(encodeFrame(writeProtobuf(WriteRequest, deletion)))
      const refused = async (path: string, sid: string): Promise<string> => {
        let text = ''
        await expect.poll(async () => (text += await peer.fetch(path, sid))).toContain('ermission')
        return (/"(?:cause|error)":\{[^}]*\}/.exec(text) ?? [''])[0]
      }
      const [heard, answered] = [await untilRefused(listen), await written]
      const texts = {
        'a listener of WebChannel': await refused(LISTEN_PATH, listenSid),
        'a write stream of WebChannel': await refused(WRITE_PATH, writeSid),
        'a listener of gRPC': heard,
        // What it sends before has an id of its own.
        'a write stream of gRPC': `${answered.status} ${answered.message}`,
      }
      for (const [stream, text] of Object.entries(texts)) {
        said[stream] = [...(said[stream] ?? []), blotted(decodeURIComponent(text), place)]
      }
    }
    for (const [stream, texts] of Object.entries(said)) {
      expect(texts[0], stream).not.toBe('')
      expect(new Set(texts).size, `${stream}: ${texts.join('\n')}`).toBe(1)
    }
  })
})

test('credentials that mean nothing in a project don’t tell whether it is there', async () => {
  for (const route of routesNaming(/:project|:bucket/)) {
    for (const [stranger, headers] of Object.entries(strangers)) {
      const name = `${route.method} ${route.path} with ${stranger}`
      expect(await ask(route, noProject, { headers }), name).toBe(await ask(route, there, { headers }))
    }
  }
})

test('who belongs to a project is told that a database of it is not there', async () => {
  const owner = await ConsoleAccount.signIn(server, 'olga@example.com', 'correct horse')
  await owner.createProject('own-app')
  const response = await fetch(`${server.origin}/v1/projects/own-app/databases/elsewhere/documents/a/b`, {
    headers: { authorization: `Bearer ${await owner.operatorToken('own-app')}` },
  })
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('DATABASE_NOT_FOUND')
})

/** What a stream of gRPC says up to its refusal; it lives on, as only one target was refused. */
async function untilRefused(stream: AsyncIterable<Buffer>): Promise<string> {
  let heard = ''
  for await (const chunk of stream) {
    heard += chunk.toString('latin1')
    if (heard.includes('ermission')) break
  }
  return heard
}
