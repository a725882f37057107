import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServedFolder } from './served-folder.ts'

const repository = join(import.meta.dirname, '../..')
/** A page built by Vite and served on a port of its own, so that it reaches the server from another origin. */
export class BuiltPage implements AsyncDisposable {
  readonly #served: ServedFolder
  readonly #folder: string

  private constructor(served: ServedFolder, folder: string) {
    this.#served = served
    this.#folder = folder
  }

  get origin(): string {
    return this.#served.origin
  }

  /** `source` is a folder of the repository with an `index.html`; `environment` is what the page sees as `import.meta.env`. */
  static async build(source: string, environment: Readonly<Record<`VITE_${string}`, string>> = {}): Promise<BuiltPage> {
    const folder = await mkdtemp(join(tmpdir(), 'hearth-page-'))
    await runVite(['build', join(repository, source), '--outDir', folder, '--logLevel', 'warn'], environment)
    return new BuiltPage(await ServedFolder.serve(folder), folder)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#served[Symbol.asyncDispose]()
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
