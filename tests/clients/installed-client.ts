import { execFile } from 'node:child_process'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Cell } from './cells.ts'

const run = promisify(execFile)
const repository = join(import.meta.dirname, '../..')

/** By the name of the folder, once for a process. */
const installed = new Map<string, Promise<InstalledClient>>()

/** What a program of a cell said: how many calls did what they promise, and what the others said. */
export interface CallsResult {
  readonly passed: number
  readonly failed: readonly { readonly name: string; readonly message: string }[]
}

/** Exact versions of the vendor's libraries in `.cache/clients/<name>`, with the packed helper and the programs beside them. */
export class InstalledClient {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  /** Installs what is not there yet. Throws with what npm says. `helper` is the file of `npm run pack:client`; without it none is installed. */
  static async get(cell: Pick<Cell, 'packages' | 'overrides'>, helper: string | undefined): Promise<InstalledClient> {
    const name = Object.entries(cell.packages)
      .map(([library, version]) => `${library.replace('@google-cloud/', 'cloud-')}-${version}`)
      .join('+')
    const known = installed.get(name) ?? InstalledClient.#install(name, cell, helper)
    installed.set(name, known)
    return await known
  }

  static async #install(
    name: string,
    { packages, overrides }: Pick<Cell, 'packages' | 'overrides'>,
    helper: string | undefined,
  ): Promise<InstalledClient> {
    const client = new InstalledClient(join(repository, '.cache/clients', name))
    await mkdir(client.folder, { recursive: true })
    const dependencies = { ...packages, ...(helper && { '@hearth/client': `file:${helper}` }) }
    await writeFile(
      join(client.folder, 'package.json'),
      `${JSON.stringify({ type: 'module', private: true, dependencies, overrides }, undefined, 2)}\n`,
    )
    // The helper is packed anew under the same version.
    await rm(join(client.folder, 'package-lock.json'), { force: true })
    await rm(join(client.folder, 'node_modules/@hearth'), { recursive: true, force: true })
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'], {
      cwd: client.folder,
    })
    await cp(join(import.meta.dirname, 'programs'), client.folder, { recursive: true })
    return client
  }

  /** Runs one of the programs with Node. */
  async run(program: string, words: readonly string[], certificate: string | undefined): Promise<CallsResult> {
    // gRPC has roots of its own.
    const trusted = { NODE_EXTRA_CA_CERTS: certificate, GRPC_DEFAULT_SSL_ROOTS_FILE_PATH: certificate }
    const env = { ...process.env, METADATA_SERVER_DETECTION: 'none', ...(certificate && trusted) }
    try {
      const { stdout } = await run(process.execPath, [program, ...words], { cwd: this.folder, env, timeout: 300_000 })
      return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as CallsResult
    } catch (error) {
      return { passed: 0, failed: [{ name: program, message: (error as Error).message.slice(-400) }] }
    }
  }
}
