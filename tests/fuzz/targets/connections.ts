import type { EventEmitter } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { type FuzzTarget, KIB } from '../fuzz-target.ts'
import { parseJsonBody } from '../../../apps/server/src/http/request-body.ts'

const documents = '/v1/projects/demo-app/databases/(default)/documents'
const database = 'projects/demo-app/databases/(default)'
const channel = '/google.firestore.v1.Firestore/Listen/channel'
const host = 'Host: localhost\r\n'
const owner = 'Authorization: Bearer owner\r\n'
const post = (path: string, body: string, more = ''): string =>
  `POST ${path} HTTP/1.1\r\n${host}${owner}${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\n${host}${owner}${more}\r\n`
const commit = JSON.stringify({
  writes: [{ update: { name: `${database}/documents/c/x`, fields: { a: { integerValue: '1' } } } }],
})
const opening = (message: object): string =>
  `count=1&ofs=0&headers=${encodeURIComponent('Authorization:Bearer owner\r\n')}&req0___data__=${encodeURIComponent(JSON.stringify(message))}`
const listen = { database, addTarget: { targetId: 1, documents: { documents: [`${database}/documents/c/x`] } } }
const webSocket =
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
const masked = (first: number, text: string): string =>
  String.fromCharCode(first, 0x80 | text.length, 0, 0, 0, 0) + text
const related =
  '--b\r\nContent-Type: application/json\r\n\r\n{"name":"x"}\r\n--b\r\nContent-Type: a/b\r\n\r\nxyz\r\n--b--'
const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
const frame = (type: number, flags: number, stream: number, payload: string): string =>
  String.fromCharCode(0, payload.length >> 8, payload.length & 0xff, type, flags, 0, 0, 0, stream) + payload
/** A GetDocumentRequest, framed. */
const getDocument = (): string => {
  const name = `${database}/documents/c/x`
  return String.fromCharCode(0, 0, 0, 0, name.length + 2, 0x0a, name.length) + name
}
const grpc = { ':method': 'POST', 'content-type': 'application/grpc', te: 'trailers', authorization: 'Bearer owner' }
const service = '/google.firestore.v1.Firestore/'

/** What a client does on one connection. Texts are bytes, in Latin-1. */
interface Script {
  /** One by one, each in a turn of its own, to a socket; HTTP/1.1, WebSocket or HTTP/2 as the first says. */
  readonly bytes?: readonly string[]
  /** Calls and requests of HTTP/2 at the same time. */
  readonly streams?: readonly {
    readonly headers?: Readonly<Record<string, string>>
    readonly data?: readonly string[]
    /** The code that it is reset with; else it ends. */
    readonly reset?: number
  }[]
  /** How it leaves: in the middle of everything, by a reset, or when nothing comes any more. */
  readonly leave?: 'destroy' | 'reset' | 'end' | 'wait'
}

const scripts: readonly Script[] = [
  {
    bytes: [get('/readyz') + get(`${documents}/c/x`), post(`${documents}:commit`, commit), get(`${documents}/c`)],
    leave: 'wait',
  },
  { bytes: [post(`${documents}:commit`, commit).slice(0, -9)], leave: 'destroy' },
  {
    bytes: [
      `POST ${documents}:runQuery HTTP/1.1\r\n${host}${owner}Transfer-Encoding: chunked\r\n\r\n`,
      '2\r\n{}\r\n',
      '0\r\n\r\n',
    ],
    leave: 'wait',
  },
  {
    bytes: [
      post(`${documents}:commit`, commit, 'Content-Encoding: gzip\r\n'),
      get('/readyz', 'Expect: 100-continue\r\n'),
    ],
    leave: 'end',
  },
  {
    bytes: [
      post('/v0/b/demo-app.appspot.com/o?name=x', 'content', 'Content-Type: text/plain\r\n'),
      get('/v0/b/demo-app.appspot.com/o/x?alt=media', 'Range: bytes=1-3\r\n'),
    ],
    leave: 'wait',
  },
  {
    bytes: [
      post(
        '/v0/b/demo-app.appspot.com/o?name=x',
        related,
        'X-Goog-Upload-Protocol: multipart\r\nContent-Type: multipart/related; boundary=b\r\n',
      ),
    ],
    leave: 'reset',
  },
  {
    bytes: [
      post(
        '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=x',
        '{"email":"ada@example.com","password":"secret1"}',
      ),
    ],
    leave: 'wait',
  },
  {
    bytes: [
      post(
        '/identitytoolkit.googleapis.com/v1/projects/demo-app/accounts:batchCreate',
        '{"users":[{"localId":"u","mfaInfo":[{"totpInfo":{"sharedSecretKey":"AAAA"}}]}]}',
      ),
    ],
    leave: 'wait',
  },
  {
    bytes: [
      post(`${channel}?VER=8&CVER=22&RID=1&database=${encodeURIComponent(database)}`, opening(listen)),
      get(`${channel}?VER=8&RID=rpc&SID=x&AID=0&CI=0&TYPE=xmlhttp`),
    ],
    leave: 'wait',
  },
  {
    bytes: [
      `GET /.ws?v=5&ns=demo-app HTTP/1.1\r\n${host}${webSocket}\r\n`,
      masked(0x81, '{"t":"d"}') + masked(0x89, 'x'),
      masked(0x88, ''),
    ],
    leave: 'wait',
  },
  {
    bytes: [`GET /.ws?v=5&ns=demo-app HTTP/1.1\r\n${host}${webSocket}\r\n${masked(0x81, 'abc').slice(0, 5)}`],
    leave: 'destroy',
  },
  {
    bytes: [
      preface + frame(4, 0, 0, ''),
      frame(1, 5, 1, '\x82\x86\x84\x41\x09localhost'),
      frame(3, 0, 1, '\0\0\0\x08'),
      frame(6, 0, 0, '12345678'),
    ],
    leave: 'end',
  },
  {
    streams: [
      { headers: { ...grpc, ':path': `${service}GetDocument` }, data: [getDocument()] },
      { headers: { ':path': `${documents}/c/x`, authorization: 'Bearer owner' } },
    ],
    leave: 'wait',
  },
  {
    streams: [
      { headers: { ...grpc, ':path': `${service}Listen` }, data: [getDocument().slice(0, 9)], reset: 8 },
      { headers: { ...grpc, ':path': `${service}Write`, 'grpc-timeout': '1S' }, data: ['\0\0\0\0\0'] },
    ],
    leave: 'destroy',
  },
  {
    streams: [
      { headers: { ...grpc, ':path': `${service}Commit`, 'grpc-encoding': 'gzip' }, data: ['\x01\0\0\0\x02ab'] },
    ],
    leave: 'end',
  },
]

/** Whole connections to a whole server: whatever was said on one, nothing is held and nothing is counted when it is over. */
export const connectionTargets: readonly FuzzTarget[] = [
  {
    name: 'connections',
    form: 'json',
    watches: [
      '/server/src/http/',
      '/protocols/firestore-grpc/',
      '/protocols/firestore-webchannel/',
      '/protocols/not-served/',
      '/protocols/storage-transfer/',
      '/protocols/cloud-storage/',
      '/protocols/firebase-storage/',
    ],
    seeds: scripts.map((script) => JSON.stringify(script)),
    words: [
      ...new Set(scripts.flatMap(({ bytes = [] }) => bytes)),
      'destroy',
      'reset',
      'end',
      'wait',
      'bytes',
      'streams',
      'headers',
      'data',
      ':path',
      ':method',
      'HEAD',
      'OPTIONS',
      'Transfer-Encoding: chunked\r\n',
      'Content-Length: 5\r\n',
      'Content-Encoding: gzip\r\n',
      'Connection: close\r\n',
      'Expect: 100-continue\r\n',
      '\r\n\r\n',
      '0\r\n\r\n',
      `${service}Listen`,
      `${service}BatchGetDocuments`,
      frame(0, 1, 1, 'x'),
      frame(8, 0, 0, '\0\0\0\x01'),
      frame(9, 4, 1, ''),
    ],
    refusals: ['invalid-argument'],
    limitBytes: 256 * KIB,
    async open() {
      const { ConnectionWatch } = await import('./connection-watch.ts')
      const watch = await ConnectionWatch.start()
      let runs = 0
      return {
        async run(input) {
          const script = scriptOf(parseJsonBody(input))
          await play(watch.port, script)
          await watch.settle()
          if (runs++ % 16 === 0) await watch.ask()
        },
        [Symbol.asyncDispose]: () => watch[Symbol.asyncDispose](),
      }
    },
  },
]

/** What is of another kind than a script's is left out. */
function scriptOf(json: unknown): Script {
  const { bytes, streams, leave } = (typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>
  return {
    bytes: textsIn(bytes),
    streams: listIn(streams).map((stream) => {
      const { headers, data, reset } = (typeof stream === 'object' && stream !== null ? stream : {}) as Record<
        string,
        unknown
      >
      const named = typeof headers === 'object' && headers !== null ? Object.entries(headers) : []
      const sent = named.filter(([name, value]) => /^:?[a-z-]+$/.test(name) && typeof value === 'string')
      return {
        headers: Object.fromEntries(sent) as Record<string, string>,
        data: textsIn(data),
        ...(typeof reset === 'number' && { reset }),
      }
    }),
    leave: (['destroy', 'reset', 'end'] as const).find((way) => way === leave) ?? 'wait',
  }
}

function listIn(json: unknown): readonly unknown[] {
  return Array.isArray(json) ? json.slice(0, 40) : []
}

function textsIn(json: unknown): readonly string[] {
  return listIn(json).filter((text) => typeof text === 'string')
}

async function play(port: number, { bytes = [], streams = [], leave = 'wait' }: Script): Promise<void> {
  if (bytes.length > 0) await playBytes(port, bytes, leave)
  if (streams.length > 0) await playStreams(port, streams, leave)
}

async function playBytes(port: number, bytes: readonly string[], leave: Script['leave']): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  const closed = closeOf(socket)
  let received = 0
  socket.on('data', (chunk: Buffer) => (received += chunk.length))
  for (const text of bytes) {
    if (!socket.destroyed) socket.write(text, 'latin1')
    await turns(2)
  }
  if (leave === 'wait')
    await quiet(
      () => received,
      () => socket.destroyed,
    )
  if (leave === 'reset') socket.resetAndDestroy()
  else if (leave === 'end') socket.end()
  if (leave === 'end')
    await quiet(
      () => received,
      () => socket.destroyed,
    )
  socket.destroy()
  await closed
}

async function playStreams(
  port: number,
  streams: NonNullable<Script['streams']>,
  leave: Script['leave'],
): Promise<void> {
  const session = connectHttp2(`http://localhost:${port}`, {
    lookup: (_name, _options, take) => take(null, [{ address: '127.0.0.1', family: 4 }]),
  })
  const closed = closeOf(session)
  // Node's client leaves a socket open that is not connected yet when its session ends.
  await Promise.race([new Promise((resolve) => session.once('connect', resolve)), closed])
  let received = 0
  for (const { headers = {}, data = [], reset } of streams) {
    if (session.destroyed || session.closed) break
    // What the client's own library refuses to send tests nothing.
    const stream = orNothing(() =>
      session.request(
        { ':path': '/readyz', ...headers },
        {
          endStream: data.length === 0 && reset === undefined,
        },
      ),
    )
    if (stream === undefined) continue
    stream.on('error', () => undefined)
    stream.on('data', (chunk: Buffer) => (received += chunk.length))
    stream.on('end', () => received++)
    for (const text of data) {
      if (stream.writable) stream.write(text, 'latin1')
      await turns(1)
    }
    if (reset !== undefined) orNothing(() => stream.close(Math.abs(Math.trunc(reset)) % 14))
    else if (stream.writable) stream.end()
  }
  if (leave === 'wait')
    await quiet(
      () => received,
      () => session.destroyed,
    )
  if (leave === 'end') session.close()
  if (leave === 'end')
    await quiet(
      () => received,
      () => session.destroyed,
    )
  session.destroy()
  await closed
}

function orNothing<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

function closeOf(connection: EventEmitter): Promise<void> {
  connection.on('error', () => undefined)
  return new Promise((resolve) => connection.once('close', () => resolve()))
}

async function turns(count: number): Promise<void> {
  for (let left = count; left > 0; left--) await new Promise((resolve) => setImmediate(resolve))
}

/** Until nothing has come for some rounds of the loop. */
async function quiet(count: () => number, isOver: () => boolean): Promise<void> {
  for (let before = -1, still = 0; still < 30 && !isOver();) {
    await turns(1)
    const now = count()
    still = now === before ? still + 1 : 0
    before = now
  }
}
