import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import type { AddressInfo } from 'node:net'

const repository = join(import.meta.dirname, '../..')
const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** A page built by Vite and served on a port of its own, so that it reaches the server from another origin. */
export class BuiltPage implements AsyncDisposable {
  readonly origin: string
  readonly #server: Server
  readonly #folder: string

  private constructor(server: Server, folder: string) {
    this.#server = server
    this.#folder = folder
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** `source` is a folder of the repository with an `index.html`; `environment` is what the page sees as `import.meta.env`. */
  static async build(source: string, environment: Readonly<Record<`VITE_${string}`, string>> = {}): Promise<BuiltPage> {
    const folder = await mkdtemp(join(tmpdir(), 'hearth-page-'))
    await runVite(['build', join(repository, source), '--outDir', folder, '--logLevel', 'warn'], environment)
    const server = createServer((request, response) => {
      const path = normalize(new URL(request.url ?? '/', 'http://page').pathname)
      const file = join(folder, path === '/' ? 'index.html' : path)
      readFile(file).then(
        (content) => response.writeHead(200, { 'content-type': contentTypes[extname(file)] ?? '' }).end(content),
        () => response.writeHead(404).end(),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new BuiltPage(server, folder)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
    await rm(this.#folder, { recursive: true, force: true })
  }
}

async function runVite(words: readonly string[], environment: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn(process.execPath, [join(repository, 'node_modules/vite/bin/vite.js'), ...words], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`The page could not be built:\n${output}`)
}
