import { readdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

const BUCKET = 'demo-app.appspot.com'
const owner = { authorization: 'Bearer owner', 'content-type': 'application/json' }

async function put(server: TestServer, name: string, content: Buffer): Promise<{ generation: string }> {
  const address = `${server.origin}/v0/b/${BUCKET}/o?name=${name}`
  return (await (await fetch(address, { method: 'POST', headers: owner, body: content })).json()) as {
    generation: string
  }
}

async function compose(server: TestServer, sourceObjects: readonly object[]): Promise<Response> {
  const address = `${server.origin}/storage/v1/b/${BUCKET}/o/joined/compose`
  return await fetch(address, { method: 'POST', headers: owner, body: JSON.stringify({ sourceObjects }) })
}

async function copy(server: TestServer, from: string, to: string): Promise<Response> {
  const address = `${server.origin}/storage/v1/b/${BUCKET}/o/${from}/rewriteTo/b/${BUCKET}/o/${to}`
  return await fetch(address, { method: 'POST', headers: owner, body: '{}' })
}

async function download(server: TestServer, name: string): Promise<Buffer> {
  const answer = await fetch(`${server.origin}/v0/b/${BUCKET}/o/${name}?alt=media`)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

async function blobsOf(server: TestServer): Promise<{ path: string; size: number }[]> {
  const entries = await readdir(join(server.dataFolder, 'blobs'), { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return await Promise.all(paths.map(async (path) => ({ path, size: (await stat(path)).size })))
}

describe('files that are replaced while others are made of them', () => {
  it('are taken as they were or as they are, one or the other whole', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const large = Buffer.alloc(8_000_000, 'l')
    await put(server, 'large', large)
    await put(server, 'small', Buffer.alloc(1_000, '0'))
    for (let round = 1; round <= 8; round++) {
      const composing = compose(server, [{ name: 'large' }, { name: 'small' }])
      await put(server, 'small', Buffer.alloc(1_000, String(round)))
      expect((await composing).status).toBe(200)
      const joined = await download(server, 'joined')
      expect(joined.subarray(0, large.length).equals(large)).toBe(true)
      const ends = [round - 1, round].map((digit) => String(digit).repeat(1_000))
      expect(ends).toContain(joined.subarray(large.length).toString())
    }
    expect(await blobsOf(server)).toHaveLength(3)
  })

  it('are refused where the request says which content it means', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    await put(server, 'large', Buffer.alloc(8_000_000))
    for (const [status, meant] of [
      [404, (generation: string) => ({ generation })],
      [412, (generation: string) => ({ objectPreconditions: { ifGenerationMatch: generation } })],
    ] as const) {
      const { generation } = await put(server, 'small', Buffer.from('before'))
      const composing = compose(server, [{ name: 'large' }, { name: 'small', ...meant(generation) }])
      await put(server, 'small', Buffer.from('after'))
      const answer = await composing
      if (answer.status === 200)
        expect((await download(server, 'joined')).subarray(8_000_000).toString()).toBe('before')
      else expect(answer.status).toBe(status)
      expect((await compose(server, [{ name: 'small', ...meant(generation) }])).status).toBe(status)
    }
  })
})

describe('a content that is damaged on the disk', () => {
  it('is not copied, not joined and not sent as if it were whole, and harms nothing else', async () => {
    await using server = await TestServer.start({ mode: 'dev', log: { info() {}, warn() {}, error() {} } })
    await put(server, 'whole', Buffer.alloc(2_000, 'w'))
    await put(server, 'damaged', Buffer.alloc(1_000, 'd'))
    const blob = (await blobsOf(server)).find(({ size }) => size === 1_000)
    await truncate(blob?.path ?? '', 400)
    for (const answer of [
      await copy(server, 'damaged', 'copied'),
      await compose(server, [{ name: 'whole' }, { name: 'damaged' }]),
    ]) {
      expect(answer.status).toBe(500)
      expect(await answer.json()).toMatchObject({ error: { errors: [{ reason: 'CONTENT_UNREADABLE' }] } })
    }
    for (const name of ['copied', 'joined']) {
      expect((await fetch(`${server.origin}/v0/b/${BUCKET}/o/${name}`)).status).toBe(404)
    }
    const cut = await fetch(`${server.origin}/v0/b/${BUCKET}/o/damaged?alt=media`)
    await expect(cut.arrayBuffer()).rejects.toThrow('terminated')
    expect(await blobsOf(server)).toHaveLength(2)
    expect((await download(server, 'whole')).toString()).toBe('w'.repeat(2_000))
  })
})
