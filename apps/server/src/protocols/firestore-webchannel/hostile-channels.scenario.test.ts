import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'
import { encodeForward, LISTEN_PATH, WebchannelPeer, WRITE_PATH } from '../../testing/webchannel-peer.ts'

const DATABASE = 'projects/demo-app/databases/(default)'
const formType = { 'content-type': 'application/x-www-form-urlencoded' }

async function withServer(work: (server: TestServer, peer: WebchannelPeer) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  const log = { info() {}, warn() {}, error: (...line: unknown[]) => failures.push(line) }
  await using server = await TestServer.start({ mode: 'dev', log })
  using peer = new WebchannelPeer(server.port, DATABASE)
  await work(server, peer)
  expect(failures).toEqual([])
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
}

const addTarget = (targetId: unknown): unknown => ({
  database: DATABASE,
  addTarget: { targetId, documents: { documents: [`${DATABASE}/documents/a/b`] } },
})
const write = (id: string): unknown => ({
  streamToken: 'AA==',
  writes: [{ update: { name: `${DATABASE}/documents/c/${id}`, fields: {} }, currentDocument: { exists: false } }],
})

test('who names no session is told so', async () => {
  const cases = [
    ['GET', 'SID=nobody&AID=0&CI=0'],
    ['GET', 'AID=0&CI=0'],
    ['GET', 'SID=&AID=0'],
    ['GET', 'SID=__proto__&AID=0'],
    ['GET', `SID=${'x'.repeat(5_000)}&AID=0`],
    ['POST', 'SID=nobody&AID=0&RID=2'],
    ['POST', 'SID=nobody&TYPE=terminate'],
    ['POST', 'SID=&AID=0'],
  ] as const
  await withServer(async (_server, peer) => {
    for (const [method, query] of cases) {
      const answer = await peer.client.ask({ method, path: `${LISTEN_PATH}?VER=8&${query}` })
      expect(answer.status, query).toBe(400)
      // The SDK looks for it behind the first character.
      expect(answer.text.indexOf('Unknown SID'), query).toBeGreaterThan(0)
    }
  })
})

test('handshakes that are none open nothing', async () => {
  const form0 = 'count=0&ofs=0'
  const cases: [what: string, query: string, body: string | Buffer][] = [
    ['another version', 'VER=7&database=x', form0],
    ['no version', 'database=x', form0],
    ['no database', 'VER=8', form0],
    ['a count that is none', 'VER=8&database=x', 'count=many&ofs=0'],
    ['a count below zero', 'VER=8&database=x', 'count=-1&ofs=0'],
    ['a count beyond all bounds', 'VER=8&database=x', 'count=99999999999999&ofs=0'],
    ['more messages than may come at once', 'VER=8&database=x', 'count=1001&ofs=0'],
    ['messages that are missing', 'VER=8&database=x', 'count=3&ofs=0&req0___data__={}'],
    ['a message that is no JSON', 'VER=8&database=x', 'count=1&ofs=0&req0___data__={'],
    ['an offset that is none', 'VER=8&database=x', 'count=0&ofs=1.5'],
    ['an offset beyond 53 bits', 'VER=8&database=x', 'count=0&ofs=9999999999999999'],
    ['bytes that are no UTF-8', 'VER=8&database=x', Buffer.from('count=1&ofs=0&req0___data__=\xff', 'latin1')],
    [
      'a message nested too deep',
      'VER=8&database=x',
      `count=1&ofs=0&req0___data__=${'['.repeat(200)}${']'.repeat(200)}`,
    ],
    [
      'a message nested a million deep',
      'VER=8&database=x',
      `count=1&ofs=0&req0___data__=${'['.repeat(1e6)}${']'.repeat(1e6)}`,
    ],
  ]
  await withServer(async (_server, peer) => {
    for (const [what, query, body] of cases) {
      const answer = await peer.client.ask({ method: 'POST', path: `${LISTEN_PATH}?${query}`, headers: formType, body })
      expect(answer.status, what).toBe(400)
      expect(answer.text, what).toMatch(/INVALID_CHANNEL_REQUEST|INVALID_JSON/)
    }
  })
})

test('a body beyond the limit is refused', async () => {
  await withServer(async (_server, peer) => {
    const answer = await peer.post(LISTEN_PATH, '', `count=0&ofs=0&x=${'x'.repeat(33 * 1024 * 1024)}`)
    expect(answer.status).toBe(413)
  })
})

test('who opens a channel wrongly hears it inside, as the canonical status', async () => {
  await withServer(async (_server, peer) => {
    const cases: [what: string, path: string, messages: unknown[], headers: string, status: string][] = [
      ['a token that is none', LISTEN_PATH, [], 'Authorization: Bearer nonsense', 'UNAUTHENTICATED'],
      ['a scheme that is none', LISTEN_PATH, [], 'Authorization: Basic YTpi', 'UNAUTHENTICATED'],
      ['a message of another kind', LISTEN_PATH, [{ hello: 1 }], '', 'INVALID_ARGUMENT'],
      ['a message that is a list', LISTEN_PATH, [[]], '', 'INVALID_ARGUMENT'],
      ['a message that is null', LISTEN_PATH, [null], '', 'INVALID_ARGUMENT'],
      ['a message that says nothing', LISTEN_PATH, [{ database: DATABASE }], '', 'INVALID_ARGUMENT'],
      ['a target id that is none', LISTEN_PATH, [addTarget({ toString: 1 })], '', 'INVALID_ARGUMENT'],
      ['prototype keys', LISTEN_PATH, [JSON.parse('{"__proto__":{"a":1}}')], '', 'INVALID_ARGUMENT'],
      [
        'another database',
        LISTEN_PATH,
        [{ database: 'projects/other/databases/d', removeTarget: 1 }],
        '',
        'INVALID_ARGUMENT',
      ],
      ['writes before the hello', WRITE_PATH, [write('x')], '', 'INVALID_ARGUMENT'],
      ['writes of another kind', WRITE_PATH, [{ database: DATABASE }, { writes: 'none' }], '', 'INVALID_ARGUMENT'],
      [
        'writes beyond all bounds',
        WRITE_PATH,
        [{ database: DATABASE }, ...Array.from({ length: 400 }, () => write('x'))],
        '',
        'RESOURCE_EXHAUSTED',
      ],
      [
        'targets beyond all bounds',
        LISTEN_PATH,
        Array.from({ length: 900 }, (_, id) => addTarget(id + 1)),
        '',
        'RESOURCE_EXHAUSTED',
      ],
    ]
    for (const [what, path, messages, headers, status] of cases) {
      const sid = await peer.open(path, messages, headers)
      await expect.poll(() => peer.fetch(path, sid), { message: what }).toContain(`"status":"${status}"`)
    }
  })
})

test('a target that can’t be read is refused alone', async () => {
  await withServer(async (_server, peer) => {
    const bad = { database: DATABASE, addTarget: { targetId: 7, query: { parent: 'nonsense', structuredQuery: {} } } }
    const sid = await peer.open(LISTEN_PATH, [bad, addTarget(9)])
    let heard = ''
    await expect
      .poll(async () => (heard += await peer.fetch(LISTEN_PATH, sid)))
      .toMatch(/"REMOVE","targetIds":\[7\],"cause":\{"code":3.*"CURRENT","targetIds":\[9\]/s)
  })
})

test('a forward request that is sent again does nothing twice', async () => {
  await withServer(async (server, peer) => {
    const sid = await peer.open(WRITE_PATH, [{ database: DATABASE }])
    for (let time = 0; time < 3; time++) {
      expect((await peer.forward(WRITE_PATH, sid, 1, [write('once')])).status).toBe(200)
    }
    expect((await peer.forward(WRITE_PATH, sid, 2, [write('twice')])).status).toBe(200)
    await expect.poll(() => documentExists(server, 'twice')).toBe(true)
    // A second write of the same document would have failed, and ended the stream before the next one.
    expect(await documentExists(server, 'once')).toBe(true)
    expect(await peer.fetch(WRITE_PATH, sid)).not.toContain('"error"')
  })
})

test('a gap in the numbers of the messages is refused, and nothing behind it is done', async () => {
  await withServer(async (server, peer) => {
    const sid = await peer.open(WRITE_PATH, [{ database: DATABASE }])
    for (const offset of [5, Number.MAX_SAFE_INTEGER]) {
      const answer = await peer.forward(WRITE_PATH, sid, offset, [write('gap')])
      expect(answer.status).toBe(400)
      expect(answer.text).toContain('INVALID_CHANNEL_REQUEST')
    }
    expect((await peer.forward(WRITE_PATH, sid, 1, [write('next')])).status).toBe(200)
    await expect.poll(() => documentExists(server, 'next')).toBe(true)
    expect(await documentExists(server, 'gap')).toBe(false)
  })
})

test('acknowledgements that are none are refused', async () => {
  await withServer(async (_server, peer) => {
    const sid = await peer.open(LISTEN_PATH, [addTarget(1)])
    for (const id of ['-1', '1.5', 'x', '99999999999999999999', '']) {
      const path = `${LISTEN_PATH}?VER=8&SID=${sid}&AID=${id}&CI=1`
      const get = await peer.client.ask({ method: 'GET', path })
      const post = await peer.client.ask({ method: 'POST', path, headers: formType, body: 'count=0' })
      expect([get.status, post.status], id).toEqual([400, 400])
    }
  })
})

test('acknowledging what was never sent loses nothing that comes', async () => {
  await withServer(async (_server, peer) => {
    const sid = await peer.open(LISTEN_PATH)
    await peer.post(LISTEN_PATH, `&SID=${sid}&AID=9007199254740991`, encodeForward(0, [addTarget(3)]))
    await expect.poll(() => peer.fetch(LISTEN_PATH, sid)).toContain('"ADD","targetIds":[3]')
  })
})

test('a channel that is terminated is gone, however often it is', async () => {
  await withServer(async (_server, peer) => {
    const sid = await peer.open(LISTEN_PATH, [addTarget(1)])
    expect((await peer.post(LISTEN_PATH, `&SID=${sid}&TYPE=terminate`, '')).status).toBe(200)
    expect((await peer.post(LISTEN_PATH, `&SID=${sid}&TYPE=terminate`, '')).status).toBe(400)
    expect((await peer.forward(LISTEN_PATH, sid, 1, [addTarget(2)])).text).toContain('Unknown SID')
  })
})

test('a second back channel takes over from the first, and one that is cut loses nothing', async () => {
  await withServer(async (server, peer) => {
    const sid = await peer.open(LISTEN_PATH)
    const get = `GET ${LISTEN_PATH}?VER=8&SID=${sid}&AID=0&CI=0 HTTP/1.1\r\nHost: localhost\r\n\r\n`
    let answer = ''
    const first = connect(server.port, '127.0.0.1').on('data', (bytes) => (answer += String(bytes)))
    first.write(get)
    await expect.poll(() => answer).toContain('noop')
    const second = connect(server.port, '127.0.0.1')
    second.write(get)
    await once(second, 'data')
    // The chunk that ends an answer.
    await expect.poll(() => answer).toMatch(/\r\n0\r\n\r\n$/)
    second.destroy()
    await peer.forward(LISTEN_PATH, sid, 0, [addTarget(3)])
    await expect.poll(() => peer.fetch(LISTEN_PATH, sid)).toContain('"ADD","targetIds":[3]')
    first.destroy()
  })
})

async function documentExists(server: TestServer, id: string): Promise<boolean> {
  const address = `${server.origin}/v1/${DATABASE}/documents/c/${id}`
  return (await fetch(address, { headers: { authorization: 'Bearer owner' } })).status === 200
}
