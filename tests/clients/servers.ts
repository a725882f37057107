import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { createSelfSignedCertificate } from '../../apps/server/src/testing/self-signed-certificate.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

/** What the cells ask: `hearth dev` and `hearth start`, each over http and over https with a certificate that no browser knows. */
export class Servers implements AsyncDisposable {
  readonly #folder: string
  readonly #started: TestServer[] = []
  readonly certificate: string
  readonly keyFile: string

  private constructor(folder: string) {
    this.#folder = folder
    this.certificate = join(folder, 'certificate.pem')
    this.keyFile = join(folder, 'key.json')
  }

  static async start(): Promise<Servers> {
    const servers = new Servers(await mkdtemp(join(tmpdir(), 'hearth-clients-')))
    await servers.#prepare()
    return servers
  }

  /** The origin of the server for a cell. */
  origin(mode: 'dev' | 'start', scheme: 'http' | 'https'): string {
    const index = (mode === 'dev' ? 0 : 2) + (scheme === 'http' ? 0 : 1)
    const server = this.#started[index]
    if (server === undefined) throw new Error(`No server for ${mode} over ${scheme}`)
    return server.origin
  }

  async #prepare(): Promise<void> {
    const { certificate, key } = createSelfSignedCertificate()
    const tls = { HEARTH_TLS_CERTIFICATE: this.certificate, HEARTH_TLS_KEY: join(this.#folder, 'certificate.key') }
    await writeFile(tls.HEARTH_TLS_CERTIFICATE, certificate)
    await writeFile(tls.HEARTH_TLS_KEY, key)
    const secureFolder = join(this.#folder, 'secure')
    // Both servers of start take one key: the second begins with what the first has.
    await this.#writeKey(secureFolder)
    this.#started.push(await TestServer.start({ mode: 'dev' }))
    this.#started.push(await TestServer.start({ mode: 'dev', settings: tls }))
    this.#started.push(await TestServer.start({ dataFolder: join(this.#folder, 'plain') }))
    this.#started.push(await TestServer.start({ dataFolder: secureFolder, settings: tls }))
  }

  async #writeKey(secureFolder: string): Promise<void> {
    {
      await using server = await TestServer.start({ dataFolder: secureFolder })
      const owner = await ConsoleAccount.claim(server)
      const made = await owner.call('POST', '/projects/demo-app/service-keys', { name: 'Matrix' })
      await writeFile(this.keyFile, await made.text())
    }
    await cp(secureFolder, join(this.#folder, 'plain'), { recursive: true })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.#started) await server[Symbol.asyncDispose]()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
