import { once } from 'node:events'
import { type ClientHttp2Session, connect, constants } from 'node:http2'
import { expect, onTestFinished, test } from 'vitest'
import { HttpFixture, jsonRoute } from '../testing/http-fixture.ts'
import { createSelfSignedCertificate } from '../testing/self-signed-certificate.ts'
import { MemoryBudget } from './memory-budget.ts'

/** More than end together with their connection. */
const STREAMS = 200

async function start({ isSecure }: { isSecure: boolean }) {
  const tls = isSecure ? createSelfSignedCertificate('rsa') : undefined
  const memory = new MemoryBudget()
  const opened = Promise.withResolvers<void>()
  let waiting = 0
  const wait = jsonRoute('GET /wait', async () => {
    if (++waiting === STREAMS) opened.resolve()
    await new Promise(() => undefined)
  })
  const hello = jsonRoute('GET /hello', () => 'hello')
  const http = await HttpFixture.start({ routes: [wait, hello], memory, ...(tls && { tls }) })
  const open = (): ClientHttp2Session => {
    const session = connect(`${isSecure ? 'https://localhost' : 'http://127.0.0.1'}:${http.port}`, {
      ...(tls && { ca: tls.certificate }),
    })
    onTestFinished(() => session.destroy())
    return session.on('error', () => undefined)
  }
  const session = open()
  await once(session, 'remoteSettings')
  const closed = Array.from({ length: STREAMS }, async () => {
    const stream = session.request({ ':path': '/wait' }).on('error', () => undefined)
    await new Promise((resolve) => stream.once('close', resolve))
  })
  await opened.promise
  return Object.assign(http, { memory, session, open, closed: Promise.all(closed) })
}

const endings: Record<string, (session: ClientHttp2Session) => void> = {
  'its client leaves': (session) => session.destroy(),
  'its client tells of an error': (session) => session.goaway(constants.NGHTTP2_INTERNAL_ERROR),
}

test.each(
  Object.entries(endings).flatMap(([name, end]) => [
    { name, end, isSecure: false },
    { name, end, isSecure: true },
  ]),
)('all streams of a connection end and hold nothing when $name, over TLS: $isSecure', async ({ end, isSecure }) => {
  await using http = await start({ isSecure })
  end(http.session)
  await http.closed
  await expect.poll(() => [http.memory.heldBytes, http.requests.length]).toEqual([0, STREAMS])
  await expect.poll(() => http.session.destroyed).toBe(true)
  const stream = http.open().request({ ':path': '/hello' })
  const [headers] = (await once(stream, 'response')) as [{ ':status': number }]
  expect(headers[':status']).toBe(200)
})

test.each([false, true])('a port closes with all streams of its connections, over TLS: %s', async (isSecure) => {
  await using http = await start({ isSecure })
  await http.close(0)
  await http.closed
  await expect.poll(() => http.memory.heldBytes).toBe(0)
})
