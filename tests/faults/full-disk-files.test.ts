import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'

const bucket = '/v0/b/demo-app.appspot.com/o'
const headers = { authorization: 'Bearer owner' }
const mebibyte = 1024 * 1024

async function blobsIn(dataFolder: string): Promise<number> {
  const entries = await readdir(join(dataFolder, 'blobs'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

/** Only root may mount a disk of its own. */
describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('a disk that files have filled', () => {
  it('takes no more of them, keeps nothing of what did not fit, and goes on with what does', async () => {
    const disk = await mkdtemp(join(tmpdir(), 'hearth-small-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', disk])
    try {
      await using server = await SpawnedServer.start({ mode: 'dev', dataFolder: join(disk, 'data') })
      const put = (name: string, bytes: number): Promise<Response> =>
        fetch(`${server.origin}${bucket}?name=${name}`, { method: 'POST', headers, body: randomBytes(bytes) })
      expect((await put('kept.bin', 10 * mebibyte)).status).toBe(200)
      for (let round = 0; round < 3; round += 1) {
        const refused = await put('too-large.bin', 60 * mebibyte)
        expect(refused.status).toBe(402)
        expect(await refused.json()).toMatchObject({ error: { errors: [{ reason: 'DISK_FULL' }] } })
        expect((await fetch(`${server.origin}${bucket}/too-large.bin`, { headers })).status).toBe(404)
        expect(await blobsIn(join(disk, 'data'))).toBe(1 + round)
        expect((await put(`fits-${round}.bin`, mebibyte)).status).toBe(200)
      }
      const kept = await fetch(`${server.origin}${bucket}/kept.bin?alt=media`, { headers })
      expect((await kept.arrayBuffer()).byteLength).toBe(10 * mebibyte)
    } finally {
      execFileSync('umount', ['-l', disk])
      await rm(disk, { recursive: true, force: true })
    }
  }, 60_000)
})
