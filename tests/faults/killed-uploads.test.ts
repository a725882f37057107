import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DiskBlobs } from '../../apps/server/src/blobs/disk/disk-blobs.ts'
import { BlobGarbage } from '../../apps/server/src/files/blob-garbage.ts'
import { sweepUploads } from '../../apps/server/src/files/drop-upload.ts'
import { OpenUploads } from '../../apps/server/src/files/open-uploads.ts'
import { SqlitePersistence } from '../../apps/server/src/persistence/sqlite/sqlite-persistence.ts'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'

const bucket = '/v0/b/demo-app.appspot.com/o'
const headers = { authorization: 'Bearer owner' }
const content = randomBytes(3 * 1024 * 1024)
const acknowledgedBytes = 1024 * 1024
const dayMs = 24 * 60 * 60 * 1000

async function startUpload(server: SpawnedServer, name: string): Promise<string> {
  const start = { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start' }
  const answer = await fetch(`${server.origin}${bucket}?name=${name}`, {
    method: 'POST',
    headers: { ...headers, ...start },
  })
  const address = new URL(answer.headers.get('x-goog-upload-url') ?? '')
  return address.pathname + address.search
}

function step(server: SpawnedServer, path: string, command: string, offset = 0, body?: Buffer): Promise<Response> {
  const place = command !== 'finalize' && { 'x-goog-upload-offset': String(offset) }
  return fetch(server.origin + path, {
    method: 'POST',
    headers: { ...headers, 'x-goog-upload-command': command, ...place },
    body: body === undefined ? null : new Uint8Array(body),
  })
}

/** Resolves when the request to end an upload has left, not when it is answered. */
async function sendFinalize(server: SpawnedServer, path: string): Promise<void> {
  const command = { 'x-goog-upload-command': 'finalize' }
  const sent = request(server.origin + path, { method: 'POST', headers: { ...headers, ...command } })
  sent.on('error', () => undefined)
  sent.end()
  await new Promise((resolve) => sent.once('finish', resolve))
}

/** A request whose body stays open: only `bytes` of it are sent. */
function sendPart(server: SpawnedServer, path: string, more: Record<string, string>, bytes: Buffer): void {
  const sent = request(server.origin + path, { method: 'POST', headers: { ...headers, ...more } })
  sent.on('error', () => undefined)
  sent.write(bytes)
}

async function names(server: SpawnedServer): Promise<string[]> {
  const answer = await fetch(server.origin + bucket, { headers })
  return ((await answer.json()) as { items: { name: string }[] }).items.map(({ name }) => name)
}

async function blobsIn(dataFolder: string): Promise<number> {
  const entries = await readdir(join(dataFolder, 'blobs'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

/** What the server's hourly collection does, a day later. */
async function collect(dataFolder: string): Promise<void> {
  const clock = { nowMs: () => Date.now() + dayMs + 60_000 }
  const persistence = await SqlitePersistence.open({ folder: dataFolder, clock })
  const blobs = new DiskBlobs(join(dataFolder, 'blobs'))
  await sweepUploads('demo-app', await persistence.openProject('demo-app'), {
    garbage: new BlobGarbage(blobs),
    clock,
    openUploads: new OpenUploads(blobs, clock),
  })
  await persistence.close()
}

async function inFolder(work: (dataFolder: string) => Promise<void>): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-uploads-'))
  try {
    await work(dataFolder)
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
}

describe('an upload during which the server is killed', () => {
  it('goes on at what was acknowledged or later, and nothing of it is seen before its end', async () => {
    await inFolder(async (dataFolder) => {
      let path: string
      {
        await using server = await SpawnedServer.start({ mode: 'dev', dataFolder })
        path = await startUpload(server, 'resumed.bin')
        const first = await step(server, path, 'upload', 0, content.subarray(0, acknowledgedBytes))
        expect(first.headers.get('x-goog-upload-size-received')).toBe(String(acknowledgedBytes))
        const upload = {
          'x-goog-upload-command': 'upload, finalize',
          'x-goog-upload-offset': String(acknowledgedBytes),
        }
        sendPart(server, path, upload, content.subarray(acknowledgedBytes, 2 * acknowledgedBytes))
        const received = async (): Promise<number> =>
          Number((await step(server, path, 'query')).headers.get('x-goog-upload-size-received'))
        await expect.poll(received).toBeGreaterThan(acknowledgedBytes)
        await server.kill('SIGKILL')
      }
      await using server = await SpawnedServer.start({ mode: 'dev', dataFolder })
      expect(await names(server)).toEqual([])
      expect((await fetch(`${server.origin}${bucket}/resumed.bin`, { headers })).status).toBe(404)
      const status = await step(server, path, 'query')
      expect(status.headers.get('x-goog-upload-status')).toBe('active')
      const offset = Number(status.headers.get('x-goog-upload-size-received'))
      expect(offset).toBeGreaterThanOrEqual(acknowledgedBytes)
      expect((await step(server, path, 'upload, finalize', offset, content.subarray(offset))).status).toBe(200)
      const whole = await fetch(`${server.origin}${bucket}/resumed.bin?alt=media`, { headers })
      expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true)
      const object = (await (await fetch(`${server.origin}${bucket}/resumed.bin`, { headers })).json()) as object
      expect(object).toMatchObject({ md5Hash: createHash('md5').update(content).digest('base64') })
    })
  }, 60_000)

  it('is the new file or the old one when the kill comes while it ends, never a mixture', async () => {
    await inFolder(async (dataFolder) => {
      const old = Buffer.from('the file that was there before')
      const possible = { before: [old], 'under way': [old, content], answered: [content] }
      const start = (): Promise<SpawnedServer> => SpawnedServer.start({ mode: 'dev', dataFolder })
      let server = await start()
      try {
        for (const killed of ['before', 'under way', 'answered'] as const) {
          await fetch(`${server.origin}${bucket}?name=ended.bin`, {
            method: 'POST',
            headers,
            body: new Uint8Array(old),
          })
          const path = await startUpload(server, 'ended.bin')
          await step(server, path, 'upload', 0, content)
          if (killed === 'under way') await sendFinalize(server, path)
          if (killed === 'answered') expect((await step(server, path, 'finalize')).status).toBe(200)
          await server.kill('SIGKILL')
          server = await start()
          const stored = await fetch(`${server.origin}${bucket}/ended.bin?alt=media`, { headers })
          const bytes = Buffer.from(await stored.arrayBuffer())
          expect(possible[killed].some((one) => one.equals(bytes))).toBe(true)
          // Ended once more it is the new file, whether or not the first end was kept.
          expect((await step(server, path, 'finalize')).status).toBe(200)
          const after = await fetch(`${server.origin}${bucket}/ended.bin?alt=media`, { headers })
          expect(Buffer.from(await after.arrayBuffer()).equals(content)).toBe(true)
        }
      } finally {
        await server[Symbol.asyncDispose]()
      }
    })
  }, 120_000)

  it('leaves nothing behind once the collection has run', async () => {
    await inFolder(async (dataFolder) => {
      {
        await using server = await SpawnedServer.start({ mode: 'dev', dataFolder })
        await fetch(`${server.origin}${bucket}?name=kept.txt`, { method: 'POST', headers, body: 'kept' })
        sendPart(server, `${bucket}?name=cut.bin`, { 'content-type': 'text/plain' }, content)
        const abandoned = await startUpload(server, 'abandoned.bin')
        await step(server, abandoned, 'upload', 0, content)
        await expect.poll(() => blobsIn(dataFolder)).toBe(3)
        await server.kill('SIGKILL')
      }
      await collect(dataFolder)
      expect(await blobsIn(dataFolder)).toBe(1)
      await using server = await SpawnedServer.start({ mode: 'dev', dataFolder })
      expect(await names(server)).toEqual(['kept.txt'])
      expect(await (await fetch(`${server.origin}${bucket}/kept.txt?alt=media`, { headers })).text()).toBe('kept')
    })
  }, 60_000)

  it('is gone soon after the next start when it came in one request, and takes no room of the quota', async () => {
    await inFolder(async (dataFolder) => {
      const settings = { HEARTH_STORAGE_QUOTA: String(2 * content.length) } as const
      {
        await using server = await SpawnedServer.start({ mode: 'dev', dataFolder, settings })
        await fetch(`${server.origin}${bucket}?name=kept.txt`, { method: 'POST', headers, body: 'kept' })
        const length = { 'content-type': 'text/plain', 'content-length': String(content.length) }
        for (let at = 0; at < 20; at += 1) {
          sendPart(server, `${bucket}?name=cut-${at}.bin`, length, content.subarray(0, 200_000))
        }
        await expect.poll(() => blobsIn(dataFolder)).toBe(21)
        await server.kill('SIGKILL')
      }
      await using server = await SpawnedServer.start({ mode: 'dev', dataFolder, settings })
      const whole = await fetch(`${server.origin}${bucket}?name=whole.bin`, {
        method: 'POST',
        headers,
        body: new Uint8Array(content),
      })
      expect(whole.status).toBe(200)
      await expect.poll(() => blobsIn(dataFolder), { timeout: 20_000 }).toBe(2)
      expect((await names(server)).toSorted((one, other) => one.localeCompare(other))).toEqual([
        'kept.txt',
        'whole.bin',
      ])
      const stored = await fetch(`${server.origin}${bucket}/whole.bin?alt=media`, { headers })
      expect(Buffer.from(await stored.arrayBuffer()).equals(content)).toBe(true)
    })
  }, 60_000)
})
