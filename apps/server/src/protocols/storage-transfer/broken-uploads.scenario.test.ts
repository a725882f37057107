import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

const BUCKET = 'demo-app.appspot.com'
const owner = { authorization: 'Bearer owner' }
const RAW_PATH = `/v0/b/${BUCKET}/o?name=cut.txt`

async function expectNoFile(server: TestServer): Promise<void> {
  // The server hears of the cut a moment after the client made it.
  await expect.poll(() => usedBlobs(server)).toBe(0)
  expect((await fetch(`${server.origin}/v0/b/${BUCKET}/o/cut.txt`, { headers: owner })).status).toBe(404)
}

/** Opens a resumable upload; what is returned sends one of its steps. */
async function startUpload(
  server: TestServer,
  name = 'cut.txt',
): Promise<{ address: URL; step: (command: string, body?: string, offset?: number) => Promise<Response> }> {
  const started = await fetch(`${server.origin}/v0/b/${BUCKET}/o?name=${name}`, {
    method: 'POST',
    headers: { ...owner, 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start' },
  })
  const address = new URL(started.headers.get('x-goog-upload-url') ?? '')
  return {
    address,
    step: (command, body, offset = 0) =>
      fetch(address, {
        method: 'POST',
        headers: { ...owner, 'x-goog-upload-command': command, 'x-goog-upload-offset': String(offset) },
        body: body ?? null,
      }),
  }
}

/** Contents on disk, whatever names them. */
async function usedBlobs(server: TestServer): Promise<number> {
  const entries = await readdir(`${server.dataFolder}/blobs`, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).length
}

test('an upload that is cut over HTTP/1.1 leaves no file', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  for (const framing of ['Content-Length: 1000', 'Transfer-Encoding: chunked']) {
    const socket = connect(server.port, '127.0.0.1')
    await once(socket, 'connect')
    const half = framing.startsWith('T') ? '4\r\nhalf\r\n' : 'half'
    socket.write(
      `POST ${RAW_PATH} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer owner\r\n${framing}\r\n\r\n${half}`,
    )
    await expect.poll(() => usedBlobs(server)).toBe(1)
    socket.destroy()
    await expectNoFile(server)
  }
})

test.each([
  ['raw', RAW_PATH, {}, 'half'],
  [
    'multipart',
    RAW_PATH,
    { 'x-goog-upload-protocol': 'multipart', 'content-type': 'multipart/related; boundary=b' },
    `--b\r\n\r\n{}\r\n--b\r\n\r\nhalf of a longer text, the rest of which never came`,
  ],
  ['media of the JSON API', `/upload/storage/v1/b/${BUCKET}/o?uploadType=media&name=cut.txt`, {}, 'half'],
])('an upload (%s) that is cut over HTTP/2 leaves no file', async (_kind, path, headers, half) => {
  await using server = await TestServer.start({ mode: 'dev' })
  const session = connectHttp2(server.origin)
  const stream = session.request({ ':method': 'POST', ':path': path, ...owner, ...headers })
  stream.on('error', () => undefined)
  stream.write(half)
  await expect.poll(() => usedBlobs(server)).toBe(1)
  stream.destroy()
  await expectNoFile(server)
  session.close()
})

test('a chunk that is cut over HTTP/2 is not the end of its upload', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const { address, step } = await startUpload(server)
  const session = connectHttp2(server.origin)
  const stream = session.request({
    ':method': 'POST',
    ':path': address.pathname + address.search,
    ...owner,
    'x-goog-upload-command': 'upload, finalize',
    'x-goog-upload-offset': '0',
  })
  stream.on('error', () => undefined)
  stream.write('half')
  await expect.poll(async () => (await step('query')).headers.get('x-goog-upload-size-received')).toBe('4')
  stream.destroy()
  await expect.poll(async () => (await step('upload, finalize', ' whole', 4)).status).toBe(200)
  expect(await contentOf(server, 'cut.txt')).toBe('half whole')
  session.close()
})

test.each([
  ['is no multipart', 'Content-Type: multipart/related; boundary=b\r\nX-Goog-Upload-Protocol: multipart\r\n', 400],
  ['turns out too large', '', 402],
])(
  'an upload that %s is refused while its body still comes, and its connection goes on',
  async (_why, headers, code) => {
    await using server = await TestServer.start({ mode: 'dev', settings: { HEARTH_UPLOAD_LIMIT: '1000000' } })
    const socket = connect(server.port, '127.0.0.1').setEncoding('latin1')
    let answers = ''
    socket.on('data', (text: string) => {
      answers += text
    })
    const head = `POST ${RAW_PATH} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer owner\r\n${headers}`
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
    for (let count = 0; count < 64; count++) socket.write(`10000\r\n${'x'.repeat(0x10000)}\r\n`)
    await expect.poll(() => answers).toMatch(new RegExp(`^HTTP/1.1 ${code} `))
    socket.write('0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await expect.poll(() => answers).toMatch(/}HTTP\/1.1 200 /)
    socket.destroy()
    await expectNoFile(server)
  },
)

test('an upload that is ended many times at once becomes one file, whose content is there', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const { step } = await startUpload(server)
  await step('upload', 'whole')
  const answers = await Promise.all(Array.from({ length: 20 }, () => step('finalize', undefined, 5)))
  const objects = await Promise.all(answers.map((answer) => answer.text()))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(new Set(objects).size).toBe(1)
  expect(await contentOf(server, 'cut.txt')).toBe('whole')
})

test('an upload that is ended and cancelled at once is one or the other', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  for (let round = 0; round < 10; round++) {
    const name = `round-${round}.txt`
    const { step } = await startUpload(server, name)
    await step('upload', 'whole')
    const [ended, cancelled] = await Promise.all([step('finalize', undefined, 5), step('cancel')])
    expect([
      [200, 404],
      [200, 412],
      [404, 200],
    ]).toContainEqual([ended.status, cancelled.status])
    const stored = ended.status === 200 ? 'whole' : undefined
    expect(await contentOf(server, name)).toBe(stored)
  }
})

/** Sends the beginning of a part of 1,000 bytes over a connection that stays open; answers what came back so far. */
async function sendBeginning(server: TestServer, address: URL, beginning: string) {
  const socket = connect(server.port, '127.0.0.1').setEncoding('latin1')
  let answer = ''
  socket
    .on('error', () => undefined)
    .on('data', (text: string) => {
      answer += text
    })
  await once(socket, 'connect')
  const headers = 'Authorization: Bearer owner\r\nX-Goog-Upload-Command: upload\r\nX-Goog-Upload-Offset: 0\r\n'
  const path = address.pathname + address.search
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}Content-Length: 1000\r\n\r\n${beginning}`)
  return { socket, answer: () => answer }
}

test('of two that send the same part the newer goes on, and nothing of the older comes in after it', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const { address, step } = await startUpload(server)
  const received = async () => (await step('query')).headers.get('x-goog-upload-size-received')
  const older = await sendBeginning(server, address, 'half')
  await expect.poll(received).toBe('4')
  expect((await step('upload', 'half whole')).headers.get('x-goog-upload-size-received')).toBe('10')
  await expect.poll(older.answer).toMatch(/^HTTP\/1.1 503 [^]*UPLOAD_TAKEN_OVER/)
  older.socket.write('of something else')
  expect((await step('upload, finalize', ' and more', 10)).status).toBe(200)
  expect(await contentOf(server, 'cut.txt')).toBe('half whole and more')
  older.socket.destroy()
})

test('an upload that is cancelled while a part comes takes no byte more', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const { address, step } = await startUpload(server)
  const { socket, answer } = await sendBeginning(server, address, 'half')
  await expect.poll(() => usedBlobs(server)).toBe(1)
  expect((await step('cancel')).status).toBe(200)
  await expect.poll(answer).toMatch(/^HTTP\/1.1 503 [^]*UPLOAD_TAKEN_OVER/)
  await expectNoFile(server)
  socket.destroy()
})

test('a part that comes again is skipped as far as it is known, also after the end; one with a gap before it is asked to look', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const { step } = await startUpload(server)
  await step('upload', 'half')
  const ahead = await step('upload', 'whole', 5)
  expect(ahead.status).toBe(503)
  expect(await ahead.json()).toMatchObject({ error: { errors: [{ reason: 'OFFSET_MISMATCH' }] } })
  expect((await step('upload', 'alf', 1)).headers.get('x-goog-upload-size-received')).toBe('4')
  const first = await step('upload, finalize', 'lf whole', 2)
  const again = await step('upload, finalize', 'lf whole', 2)
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.headers.get('x-goog-upload-status')).toBe('final')
  expect(await again.json()).toEqual(await first.json())
  expect((await step('upload, finalize', 'lf whole and more', 2)).status).toBe(412)
  expect(await contentOf(server, 'cut.txt')).toBe('half whole')
})

test('an end that is not where the upload ends is refused, before and after it became a file', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const { step } = await startUpload(server)
  await step('upload', 'whole')
  const reasonOf = async (answer: Promise<Response>) => {
    const { error } = (await (await answer).json()) as { error?: { errors: { reason: string }[] } }
    return error?.errors[0]?.reason
  }
  expect(await reasonOf(step('upload, finalize', 'who'))).toBe('UPLOAD_END_MISMATCH')
  expect(await reasonOf(step('finalize', undefined, 3))).toBe('UPLOAD_END_MISMATCH')
  expect(await reasonOf(step('finalize', undefined, 8))).toBe('OFFSET_MISMATCH')
  expect((await step('finalize', undefined, 5)).status).toBe(200)
  for (const [body, offset] of [
    ['who', 0],
    [undefined, 3],
    [undefined, 8],
  ] as const) {
    const command = body === undefined ? 'finalize' : 'upload, finalize'
    expect(await reasonOf(step(command, body, offset)), `${command} at ${offset}`).toBe('UPLOAD_FINISHED')
  }
  expect((await step('upload, finalize', 'ole', 2)).status).toBe(200)
})

test('so it is by the JSON API, whose parts say how long the whole is', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const started = await fetch(`${server.origin}/upload/storage/v1/b/${BUCKET}/o?uploadType=resumable&name=cut.txt`, {
    method: 'POST',
    headers: owner,
  })
  const send = async (range: string | undefined, body = ''): Promise<number> => {
    const headers = { ...owner, ...(range !== undefined && { 'content-range': range }) }
    return (await fetch(started.headers.get('location') ?? '', { method: 'PUT', headers, body })).status
  }
  expect(await send('bytes 0-4/*', 'whole')).toBe(308)
  expect(await send('bytes 0-2/3', 'who')).toBe(400)
  expect(await send('bytes */3')).toBe(400)
  expect(await send(undefined, 'who')).toBe(400)
  expect(await send('bytes 3-4/5', 'le')).toBe(200)
  expect(await send('bytes 0-4/*', 'whole')).toBe(200)
  expect(await send('bytes */*')).toBe(200)
  for (const [range, body] of [
    ['bytes 0-2/3', 'who'],
    ['bytes 0-4/9', 'whole'],
    ['bytes */9', ''],
    [undefined, 'who'],
  ] as const) {
    expect(await send(range, body), range).toBe(412)
  }
})

async function contentOf(server: TestServer, name: string): Promise<string | undefined> {
  const answer = await fetch(`${server.origin}/v0/b/${BUCKET}/o/${name}?alt=media`, { headers: owner })
  return answer.status === 404 ? undefined : answer.text()
}
