import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

/** Where its Debian package puts it, unless somebody has it elsewhere. */
const JAR =
  process.env['HEARTH_EMULATOR_JAR'] ??
  '/usr/lib/google-cloud-sdk/platform/cloud-firestore-emulator/cloud-firestore-emulator.jar'
const MAIN = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore'

/** The vendor's Firestore emulator, where its Debian package and a Java are installed. It is never needed, only compared with. */
export class VendorEmulator implements AsyncDisposable {
  static readonly isInstalled = existsSync(JAR) && spawnSync('java', ['-version']).status === 0

  readonly origin: string
  readonly #child: ChildProcess

  private constructor(origin: string, child: ChildProcess) {
    this.origin = origin
    this.#child = child
  }

  static async start(): Promise<VendorEmulator> {
    const port = await freePort()
    const words = ['-Xmx700m', '-Duser.language=en', '-cp', JAR, MAIN, 'start', '--host=127.0.0.1', `--port=${port}`]
    const child = spawn('java', words, { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stderr.resume()
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.includes('is now running')) return new VendorEmulator(`http://127.0.0.1:${port}`, child)
    }
    throw new Error('the emulator ended before it was ready')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill()
    await ended
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('a listening server has a port')
  return address.port
}
