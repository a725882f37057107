import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'

const mebibyte = 1024 * 1024
/** Set `LARGE_FILE_MIB=1024` for the whole promise; the standing run tries a quarter of it. */
const sizeMib = Number(process.env['LARGE_FILE_MIB'] ?? 256)
/** What the process may grow by while a file of any size passes through it. */
const growthMibMax = 96

const block = Buffer.alloc(mebibyte, 'a block of a large file, ')
const bucket = '/v0/b/demo-app.appspot.com/o'
const headers = { authorization: 'Bearer owner' }

/** Sends the head, so many blocks and the tail as one body, as fast as they are taken. */
async function send(server: SpawnedServer, path: string, type: string, head: string, tail: string): Promise<void> {
  const multipart = head === '' ? {} : { 'x-goog-upload-protocol': 'multipart' }
  const sent = request(server.origin + path, {
    method: 'POST',
    headers: { ...headers, ...multipart, 'content-type': type },
  })
  const answered = once(sent, 'response') as Promise<[{ statusCode: number; resume(): void }]>
  sent.write(head)
  for (let count = 0; count < sizeMib; count++) if (!sent.write(block)) await once(sent, 'drain')
  sent.end(tail)
  const [answer] = await answered
  answer.resume()
  expect(answer.statusCode).toBe(200)
}

/** The digest of what a file's address answers, read as it comes. */
async function digestOf(server: SpawnedServer, name: string): Promise<string> {
  const digest = createHash('md5')
  const answer = await fetch(`${server.origin}${bucket}/${name}?alt=media`, { headers })
  for await (const chunk of answer.body ?? []) digest.update(chunk)
  return digest.digest('hex')
}

/** The most memory the process has ever had, in MiB. */
async function peakMib(server: SpawnedServer): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

describe.runIf(process.platform === 'linux')('a file that is larger than the memory of a small machine', () => {
  it('goes up and down, whole, and the process stays as small as it was', async () => {
    await using server = await SpawnedServer.start({ mode: 'dev' })
    const small = await fetch(`${server.origin}${bucket}?name=small.bin`, { method: 'POST', headers, body: block })
    expect(small.status).toBe(200)
    await digestOf(server, 'small.bin')
    const before = await peakMib(server)

    const expected = createHash('md5')
    for (let count = 0; count < sizeMib; count++) expected.update(block)
    const digest = expected.digest('hex')
    await send(server, `${bucket}?name=raw.bin`, 'application/octet-stream', '', '')
    const parts = '--b\r\ncontent-type: application/json\r\n\r\n{}\r\n--b\r\n\r\n'
    await send(server, `${bucket}?name=parts.bin`, 'multipart/related; boundary=b', parts, '\r\n--b--')
    expect(await digestOf(server, 'parts.bin')).toBe(digest)

    const grownMib = (await peakMib(server)) - before
    expect(grownMib).toBeLessThan(growthMibMax)
  }, 300_000)
})
