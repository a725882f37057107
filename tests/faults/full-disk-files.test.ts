import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'

const bucket = '/v0/b/demo-app.appspot.com/o'
const documents = '/v1/projects/demo-app/databases/(default)/documents/things'
const headers = { authorization: 'Bearer owner' }
const mebibyte = 1024 * 1024

async function blobsIn(dataFolder: string): Promise<number> {
  const entries = await readdir(join(dataFolder, 'blobs'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

/** Works on a small disk of its own. */
async function onDisk(size: string, work: (folder: string) => Promise<void>): Promise<void> {
  const disk = await mkdtemp(join(tmpdir(), 'hearth-small-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk])
  try {
    await work(disk)
  } finally {
    execFileSync('umount', ['-l', disk])
    await rm(disk, { recursive: true, force: true })
  }
}

/** Only root may mount one. */
describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('a disk that files have filled', () => {
  it('takes no more of them, keeps nothing of what did not fit, and goes on with what does', async () => {
    await onDisk('40m', async (disk) => {
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
    })
  }, 60_000)

  it.each(['40m', '200m'])(
    'of %s leaves room for documents and accounts, however the files came',
    async (size) => {
      await onDisk(size, async (disk) => {
        await using server = await SpawnedServer.start({ mode: 'dev', dataFolder: join(disk, 'data') })
        const fill = async (worker: number): Promise<Response> => {
          for (let count = 0; ; count += 1) {
            const url = `${server.origin}${bucket}?name=${worker}-${count}.bin`
            const answer = await fetch(url, { method: 'POST', headers, body: randomBytes(mebibyte + worker) })
            if (answer.status !== 200) return answer
          }
        }
        for (const refused of await Promise.all(Array.from({ length: 8 }, (_, worker) => fill(worker)))) {
          expect(refused.status).toBe(402)
          expect(await refused.json()).toMatchObject({ error: { errors: [{ reason: 'DISK_FULL' }] } })
        }
        const text = 'x'.repeat(20_000)
        const written: number[] = []
        for (let count = 0; count < 40; count += 1) {
          const answer = await fetch(`${server.origin}${documents}/d${count}`, {
            method: 'PATCH',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify({ fields: { text: { stringValue: text } } }),
          })
          written.push(answer.status)
        }
        expect(written).toEqual(written.map(() => 200))
        const signUp = await fetch(`${server.origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo-app`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse' }),
        })
        expect(signUp.status).toBe(200)
      })
    },
    60_000,
  )
})
