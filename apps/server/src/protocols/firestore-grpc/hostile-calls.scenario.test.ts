import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { RequestLine } from '../../http/request-line.ts'
import { answerOf, GrpcClient } from '../../testing/grpc-client.ts'
import { hostileTokens } from '../../testing/hostile-input.ts'
import { RawClient } from '../../testing/raw-client.ts'
import { TestServer } from '../../testing/test-server.ts'
import { BatchGetDocumentsRequest, CommitRequest } from '../firestore-codec/messages.ts'
import { readJson } from '../firestore-codec/json-reader.ts'
import { writeProtobuf } from '../firestore-codec/protobuf-writer.ts'
import { encodeFrame } from './frames.ts'

const DATABASE = 'projects/demo-app/databases/(default)'
const NAME = `${DATABASE}/documents/kept/one`

/** A server that logs nothing and still has its document when the work is done. */
async function withServer(
  work: (server: TestServer, grpc: GrpcClient, lines: readonly RequestLine[]) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  const lines: RequestLine[] = []
  const log = { info() {}, warn() {}, error: (...line: unknown[]) => failures.push(line) }
  await using server = await TestServer.start({ mode: 'dev', log, logRequest: (line) => lines.push(line) })
  await using grpc = new GrpcClient(server.origin)
  const update = { name: NAME, fields: { text: { stringValue: 'still here' } } }
  const written = await grpc.send('Commit', commitOf({ writes: [{ update }] }))
  expect(written.status).toBe(0)
  await work(server, grpc, lines)
  expect(failures).toEqual([])
  await using after = new GrpcClient(server.origin)
  const read = await after.send('BatchGetDocuments', encode({ database: DATABASE, documents: [NAME] }))
  expect(read.bytes.toString()).toContain('still here')
}

function encode(request: object): Buffer {
  return writeProtobuf(BatchGetDocumentsRequest, readJson(BatchGetDocumentsRequest, request))
}

function commitOf(request: object): Buffer {
  return writeProtobuf(CommitRequest, { database: DATABASE, ...readJson(CommitRequest, request) })
}

/** One field of a message: number, wire type 2, content. */
function field(number: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content)
  const head: number[] = [(number << 3) | 2]
  let length = bytes.length
  while (length > 127) {
    head.push((length & 127) | 128)
    length >>>= 7
  }
  return Buffer.concat([Buffer.from([...head, length]), bytes])
}

function nested(levels: number, wrap: (inner: Buffer) => Buffer, innermost: Buffer): Buffer {
  let bytes = innermost
  for (let level = 0; level < levels; level++) bytes = wrap(bytes)
  return bytes
}

const get = encode({ database: DATABASE, documents: [NAME] })
const frame = encodeFrame(get)

function prefixed(flag: number, length: number, message: Buffer): Buffer {
  const prefix = Buffer.from([flag, 0, 0, 0, 0])
  prefix.writeUInt32BE(length, 1)
  return Buffer.concat([prefix, message])
}

const INVALID_ARGUMENT = 3
const UNIMPLEMENTED = 12
const UNAUTHENTICATED = 16

const brokenFrames: [string, Buffer, Record<string, string>, number][] = [
  ['no message at all', Buffer.alloc(0), {}, INVALID_ARGUMENT],
  ['half a prefix', Buffer.from([0, 0]), {}, INVALID_ARGUMENT],
  ['a frame that is cut', frame.subarray(0, -1), {}, INVALID_ARGUMENT],
  ['a length of four gigabytes', prefixed(0, 0xffffffff, get), {}, 8],
  ['a length that is too short', prefixed(0, 3, get), {}, 8],
  ['two messages', Buffer.concat([frame, frame]), {}, INVALID_ARGUMENT],
  ['bytes after the message', Buffer.concat([frame, Buffer.from('x')]), {}, INVALID_ARGUMENT],
  ['a compression that was not announced', prefixed(1, get.length, get), {}, INVALID_ARGUMENT],
  ['a flag that there is not', prefixed(7, get.length, get), {}, INVALID_ARGUMENT],
  ['gzip that is none', prefixed(1, get.length, get), { 'grpc-encoding': 'gzip' }, INVALID_ARGUMENT],
  ['an unknown compression', frame, { 'grpc-encoding': 'snappy' }, UNIMPLEMENTED],
  ['a prototype as compression', frame, { 'grpc-encoding': '__proto__' }, UNIMPLEMENTED],
]

test('frames that are none are refused, each with its status', async () => {
  await withServer(async (_server, grpc) => {
    for (const [what, bytes, headers, status] of brokenFrames) {
      const answer = await grpc.call('BatchGetDocuments', bytes, headers)
      expect(answer, what).toMatchObject({ httpStatus: 200, status })
    }
  })
})

test('a message that is small packed and large unpacked is refused', async () => {
  await withServer(async (_server, grpc) => {
    const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024))
    const answer = await grpc.call('BatchGetDocuments', prefixed(1, bomb.length, bomb), { 'grpc-encoding': 'gzip' })
    expect(answer.status).toBe(8)
  })
})

const brokenMessages: [string, string, Buffer][] = [
  ['bytes that are no protobuf', 'Commit', Buffer.from('ffffffffffffffffffff', 'hex')],
  ['a cut message', 'BatchGetDocuments', get.subarray(0, -3)],
  ['a field of number 0', 'Commit', Buffer.from([0x02, 0x00])],
  ['a group', 'Commit', Buffer.from([0x0b, 0x0c])],
  ['an unknown wire type', 'Commit', Buffer.from([0x0f])],
  ['the wrong wire type', 'Commit', Buffer.from([0x08, 0x01])],
  ['a text that is no UTF-8', 'Commit', field(1, Buffer.from([0xff, 0xfe]))],
  ['a length beyond its end', 'Commit', Buffer.from([0x0a, 0x7f, 0x61])],
  ['an endless number', 'Listen', Buffer.from([0x12, ...Array.from({ length: 40 }, () => 0x80)])],
  ['an unknown enum', 'RunQuery', field(2, field(4, Buffer.from([0x10, 0x63])))],
  ['another form of name', 'BatchGetDocuments', field(1, 'projects/../databases/x')],
  [
    'a document of another database',
    'BatchGetDocuments',
    Buffer.concat([field(1, DATABASE), field(2, 'projects/p/databases/d/documents/a/b')]),
  ],
  [
    'a name with dots',
    'BatchGetDocuments',
    Buffer.concat([field(1, DATABASE), field(2, `${DATABASE}/documents/../b`)]),
  ],
  [
    'a reserved name',
    'BatchGetDocuments',
    Buffer.concat([field(1, DATABASE), field(2, `${DATABASE}/documents/__proto__/b`)]),
  ],
  [
    'filters nested ten thousand deep',
    'RunQuery',
    Buffer.concat([
      field(1, `${DATABASE}/documents`),
      field(
        2,
        field(
          3,
          nested(10_000, (inner) => field(1, Buffer.concat([Buffer.from([8, 1]), field(2, inner)])), Buffer.alloc(0)),
        ),
      ),
    ]),
  ],
  [
    'values nested ten thousand deep',
    'Commit',
    Buffer.concat([
      field(1, DATABASE),
      field(
        2,
        field(
          1,
          Buffer.concat([
            field(1, NAME),
            field(
              2,
              Buffer.concat([
                field(1, 'a'),
                field(
                  2,
                  nested(
                    10_000,
                    (inner) => field(6, field(1, Buffer.concat([field(1, 'a'), field(2, inner)]))),
                    Buffer.from([0x58, 0x00]),
                  ),
                ),
              ]),
            ),
          ]),
        ),
      ),
    ]),
  ],
  ['a transaction that is none', 'Commit', Buffer.concat([field(1, DATABASE), field(3, Buffer.from([0xff, 0x00]))])],
]

test('messages that are none are the fault of the request', async () => {
  await withServer(async (_server, grpc) => {
    for (const [what, method, message] of brokenMessages) {
      const answer = await grpc.send(method, message)
      expect(answer.status, `${what}: ${answer.message}`).toBe(INVALID_ARGUMENT)
    }
  })
})

const misaddressed: [string, string, Record<string, string>, number | undefined][] = [
  ['a method that there is not', 'Nothing', {}, UNIMPLEMENTED],
  ['a method of every object', 'constructor', {}, UNIMPLEMENTED],
  ['a service that there is not', '/google.firestore.v9.Firestore/Commit', {}, UNIMPLEMENTED],
  ['a path without a method', '/google.firestore.v1.Firestore/', {}, UNIMPLEMENTED],
  ['a path that climbs', '/google.firestore.v1.Firestore/%2e%2e', {}, INVALID_ARGUMENT],
  ['the content type of something else', 'Commit', { 'content-type': 'text/plain' }, undefined],
  ['no POST', 'Commit', { ':method': 'PUT' }, UNIMPLEMENTED],
]

test('calls that address nothing are told so', async () => {
  await withServer(async (_server, grpc) => {
    for (const [what, method, headers, status] of misaddressed) {
      const answer = await grpc.send(method, get, headers)
      expect(answer.status, what).toBe(status)
      expect(answer.httpStatus, what).toBeLessThan(500)
    }
  })
})

test('deadlines that are none break nothing', async () => {
  await withServer(async (_server, grpc) => {
    for (const timeout of ['abc', '-1S', '99999999999999999999H', '1', '']) {
      const answer = await grpc.send('BatchGetDocuments', get, { 'grpc-timeout': timeout })
      expect(answer.status, timeout).toBe(0)
    }
    const half = grpc.open('BatchGetDocuments', { 'grpc-timeout': '50m' })
    half.write(frame.subarray(0, 7))
    expect((await answerOf(half)).status).toBe(4)
  })
})

test('credentials that are none are refused', async () => {
  await using server = await TestServer.start({ mode: 'start' })
  await using grpc = new GrpcClient(server.origin)
  const message = encode({ database: 'projects/console/databases/(default)', documents: [] })
  for (const [what, token] of Object.entries(hostileTokens)) {
    // A header that ends in a space is dropped on its way: HTTP/2 has none.
    if (token === '') continue
    for (const scheme of ['Bearer', 'Firebase', 'Basic']) {
      const answer = await grpc.send('BatchGetDocuments', message, { authorization: `${scheme} ${token}` })
      expect(answer.status, `${scheme} ${what}`).toBe(16)
    }
  }
})

test('who has no right is told so before anything of the message is unpacked or decoded', async () => {
  await using server = await TestServer.start({ mode: 'start' })
  await using grpc = new GrpcClient(server.origin)
  const authorization = 'Bearer e30.e30.e30'
  const named = 'projects/console/databases/(default)'
  const unpackable = prefixed(1, get.length, get)
  const headers = [
    { 'google-cloud-resource-prefix': named },
    { 'x-goog-request-params': `project_id=x&database=${encodeURIComponent(named)}` },
  ]
  for (const header of headers) {
    for (const method of ['Commit', 'RunQuery', 'Listen', 'Write']) {
      const answer = await grpc.call(method, unpackable, { 'grpc-encoding': 'gzip', authorization, ...header })
      expect(answer.status, `${method}, ${Object.keys(header).join()}`).toBe(UNAUTHENTICATED)
    }
  }
  const broken = Buffer.concat([field(1, named), Buffer.from([0x1a, 0x7f])])
  for (const method of ['Commit', 'BatchGetDocuments', 'Listen', 'Write']) {
    expect((await grpc.send(method, broken, { authorization })).status, method).toBe(UNAUTHENTICATED)
  }
  const update = field(1, Buffer.concat([field(1, `${named}/documents/a/b`), Buffer.from([0x0b])]))
  expect((await grpc.send('UpdateDocument', update, { authorization })).status).toBe(UNAUTHENTICATED)
})

test('a credential of the project in the headers opens no other one', async () => {
  await using server = await TestServer.start({ mode: 'start' })
  await using grpc = new GrpcClient(server.origin)
  const message = encode({ database: 'projects/console/databases/(default)', documents: [] })
  const headers = { 'google-cloud-resource-prefix': DATABASE, authorization: 'Bearer e30.e30.e30' }
  expect((await grpc.send('BatchGetDocuments', message, headers)).status).toBe(UNAUTHENTICATED)
  const visitor = { 'google-cloud-resource-prefix': 'projects/other/databases/(default)', authorization: '' }
  const asked = field(1, `projects/console/databases/(default)/documents/projects/x`)
  expect((await grpc.send('GetDocument', asked, visitor)).status).toBe(7)
})

test('a message that says next to nothing millions of times is refused', async () => {
  await withServer(async (server) => {
    await using grpc = new GrpcClient(server.origin, { maxSessionMemory: 1_000 })
    const times = 8 * 1024 * 1024
    const messages: [string, string, Buffer][] = [
      ['empty writes', 'Commit', Buffer.alloc(2 * times, Buffer.from([0x12, 0]))],
      ['fields that nobody knows', 'Commit', Buffer.alloc(2 * times, Buffer.from([0x78, 0]))],
      ['one field over and over', 'RunQuery', Buffer.alloc(2 * times, Buffer.from([0x12, 0]))],
      ['names of nothing', 'BatchGetDocuments', Buffer.alloc(2 * times, Buffer.from([0x12, 0]))],
    ]
    for (const [what, method, rest] of messages) {
      const name = method === 'RunQuery' ? `${DATABASE}/documents` : DATABASE
      const answer = await grpc.send(method, Buffer.concat([field(1, name), rest]))
      expect(answer, what).toMatchObject({ status: 8 })
    }
    const nulls = Buffer.alloc(4 * times, Buffer.from([0x0a, 2, 0x58, 0])).subarray(0, 16 * 1024 * 1024)
    const fields = field(2, Buffer.concat([field(1, 'a'), field(2, field(9, nulls))]))
    const write = field(2, field(1, Buffer.concat([field(1, NAME), fields])))
    expect((await grpc.send('Commit', Buffer.concat([field(1, DATABASE), write]))).status).toBe(8)
  })
})

test('gRPC over HTTP/1.1 is told what it lacks', async () => {
  await withServer(async (server) => {
    using client = new RawClient(server.port)
    for (const path of ['/google.firestore.v1.Firestore/Commit', '/nothing.Here/At']) {
      const answer = await client.ask({
        method: 'POST',
        path,
        headers: { 'content-type': 'application/grpc' },
        body: frame,
      })
      expect(answer.status, path).toBe(400)
      expect(answer.text).toContain('HTTP/2')
    }
  })
})

test('calls that are broken off in the middle cost the others nothing', async () => {
  await withServer(async (_server, grpc) => {
    const broken = Array.from({ length: 100 }, (_, index) => {
      const stream = grpc.open(['Commit', 'Listen', 'Write', 'RunQuery'][index % 4] ?? '')
      stream.on('error', () => undefined)
      stream.write(frame.subarray(0, index % frame.length))
      return stream
    })
    await roundTrip(grpc)
    for (const stream of broken) stream.destroy()
    expect((await grpc.send('BatchGetDocuments', get)).status).toBe(0)
  })
})

test('more streams than a connection may have hurt that connection alone', async () => {
  await withServer(async (server, grpc) => {
    await using flood = new GrpcClient(server.origin)
    const waiting = Array.from({ length: 400 }, () => flood.open('Listen'))
    for (const stream of waiting) stream.on('error', () => undefined)
    await roundTrip(grpc)
    for (const stream of waiting.slice(0, 300)) stream.destroy()
    expect((await grpc.send('BatchGetDocuments', get)).status).toBe(0)
  })
})

test('a connection that is cut takes its streams along', async () => {
  await withServer(async (server, _grpc, lines) => {
    const cut = new GrpcClient(server.origin)
    const listen = cut.open('Listen')
    listen.on('error', () => undefined)
    const target = Buffer.concat([field(3, field(2, NAME)), Buffer.from([0x28, 1])])
    listen.write(encodeFrame(Buffer.concat([field(1, DATABASE), field(2, target)])))
    await once(listen, 'data')
    cut.session.destroy()
    await expect.poll(() => lines).toContainEqual(expect.objectContaining({ path: listen.sentHeaders[':path'] }))
  })
})

test('a stream ends with the first message that is broken', async () => {
  await withServer(async (_server, grpc) => {
    for (const method of ['Listen', 'Write']) {
      const stream = grpc.open(method)
      const answered = answerOf(stream)
      stream.write(encodeFrame(field(1, DATABASE)))
      stream.write(encodeFrame(Buffer.from([0x0b])))
      expect((await answered).status, method).toBe(INVALID_ARGUMENT)
    }
  })
})

/** What was sent before has arrived. */
function roundTrip(grpc: GrpcClient): Promise<void> {
  return new Promise((resolve, reject) => {
    grpc.session.ping((error) => (error ? reject(error) : resolve()))
  })
}
