import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { expect, onTestFinished } from 'vitest'
import type { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'

// What attacks on the memory and the time of the server have in common. Each is measured at the process itself.

export const MIB = 1024 * 1024
export const database = 'projects/demo-app/databases/(default)'
export const documents = `/v1/${database}/documents`
export const owner = { authorization: 'Bearer owner' }

/** A server that counts 140 MiB at most, and 90 MiB of them for one address. */
export const small = { mode: 'dev', heapMebibytesMax: 512 } as const
/** Objects, and what is not collected yet, are more than the bytes they are counted with. */
export const GROWTH_BYTES_MAX = 300 * MIB

/** Watches the memory of the process, and says by how much it had grown at its largest. */
export async function watchMemory(server: SpawnedServer): Promise<{ growth(): Promise<number> }> {
  const sample = async (): Promise<number> => {
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024
  }
  const before = await sample()
  let most = before
  const take = async (): Promise<void> => {
    most = Math.max(most, await sample())
  }
  const timer = setInterval(() => void take().catch(() => clearInterval(timer)), 20)
  onTestFinished(() => clearInterval(timer))
  return {
    async growth() {
      await take()
      clearInterval(timer)
      return most - before
    },
  }
}

/** The server still answers whoever asks for little. */
export async function expectAlive(server: SpawnedServer): Promise<void> {
  const body = JSON.stringify({ fields: { text: { stringValue: 'still here' } } })
  const written = await fetch(`${server.origin}${documents}/alive/one`, { method: 'PATCH', headers: owner, body })
  expect(written.status).toBe(200)
  expect(await (await fetch(`${server.origin}${documents}/alive/one`, { headers: owner })).text()).toContain(
    'still here',
  )
}

export function frameOf(flag: 0 | 1, length: number, bytes: Uint8Array): Buffer {
  const prefix = Buffer.from([flag, 0, 0, 0, 0])
  prefix.writeUInt32BE(length, 1)
  return Buffer.concat([prefix, bytes])
}

/** From an address of loopback, that of the others unless told. */
export function post(
  server: SpawnedServer,
  verb: string,
  body: object,
  localAddress = '127.0.0.1',
): Promise<{ status: number; text: string }> {
  const options = { port: server.port, host: '127.0.0.1', path: `${documents}:${verb}`, method: 'POST', localAddress }
  return new Promise((resolve, reject) => {
    const asked = request({ ...options, headers: { ...owner, 'content-type': 'application/json' } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
      answer.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(JSON.stringify(body))
  })
}
