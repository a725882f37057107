import { once } from 'node:events'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

const BUCKET = '/v0/b/demo-app.appspot.com/o'
const SIZE = 4_000_000

it('what comes while an upload becomes a file is no part of it, and a download ends where the file does', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  for (let round = 0; round < 4; round++) {
    const name = `raced-${round}.bin`
    const opened = await fetch(`${server.origin}${BUCKET}?name=${name}`, {
      method: 'POST',
      headers: { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start' },
    })
    const upload = new URL(opened.headers.get('x-goog-upload-url') ?? '')
    const send = (command: string, offset: number, body: Buffer): Promise<Response> =>
      fetch(upload, {
        method: 'POST',
        headers: { 'x-goog-upload-command': command, 'x-goog-upload-offset': String(offset) },
        body,
      })
    expect((await send('upload', 0, Buffer.alloc(SIZE, 1))).status).toBe(200)

    const finishing = send('finalize', SIZE, Buffer.alloc(0))
    // Part of the surplus comes before the end is answered, the rest after it.
    const surplus = Buffer.alloc(200_000, 2)
    const socket = connect(server.port, '127.0.0.1')
    const heard = buffer(socket)
    await once(socket, 'connect')
    const head = [
      `POST ${upload.pathname}${upload.search} HTTP/1.1`,
      `host: 127.0.0.1:${server.port}`,
      'connection: close',
      'x-goog-upload-command: upload',
      `x-goog-upload-offset: ${SIZE}`,
      `content-length: ${surplus.length}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.write(surplus.subarray(0, 1_000))
    const finished = await finishing
    socket.end(surplus.subarray(1_000))
    const appended = (await heard).toString()

    const metadata = await fetch(`${server.origin}${BUCKET}/${name}`)
    if (finished.status === 200) {
      expect(appended).not.toMatch(/^HTTP\/1\.1 (?:200|500)/)
      expect(await metadata.json()).toMatchObject({ size: String(SIZE) })
      const content = Buffer.from(await (await fetch(`${server.origin}${BUCKET}/${name}?alt=media`)).arrayBuffer())
      expect(content.equals(Buffer.alloc(SIZE, 1))).toBe(true)
    } else {
      // The other request came first: the end was asked to come again.
      expect(finished.status).toBe(503)
      expect(metadata.status).toBe(404)
    }
  }
})
