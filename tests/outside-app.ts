import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const repository = join(import.meta.dirname, '..')

/** An app in a folder of its own, with its own copy of `firebase` and the client helper installed as README.md says. */
export class OutsideApp implements AsyncDisposable {
  readonly folder: string
  readonly #built = new Map<string, ReadonlyMap<string, string>>()

  private constructor(folder: string) {
    this.folder = folder
  }

  static async make(): Promise<OutsideApp> {
    const app = new OutsideApp(await mkdtemp(join(tmpdir(), 'hearth-outside-')))
    const { version } = JSON.parse(await readFile(join(modules, 'firebase/package.json'), 'utf8')) as {
      version: string
    }
    await app.write(
      'package.json',
      JSON.stringify({ type: 'module', private: true, dependencies: { firebase: version } }),
    )
    // As the registry would have given it.
    await copyPackage('firebase', join(app.folder, 'node_modules'), new Set())

    const { stdout } = await run('npm', ['run', 'pack:client'], { cwd: repository })
    const packed = /^Packed (.+\.tgz)$/m.exec(stdout)?.[1]
    if (packed === undefined) throw new Error(`Nothing was packed:\n${stdout}`)
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(repository, packed)], { cwd: app.folder })
    return app
  }

  async write(name: string, content: string): Promise<void> {
    await writeFile(join(this.folder, name), content)
  }

  /** Runs a program with Node, this one or another, in the app's folder. Returns what it prints; throws when it fails. */
  async node(words: readonly string[], program = process.execPath): Promise<string> {
    const { stdout } = await run(program, words, { cwd: this.folder })
    return stdout
  }

  /** A page of one script, for Vite. */
  async writePage(script: string, config: string): Promise<void> {
    await this.write('index.html', '<script type="module" src="/main.js"></script>')
    await this.write('main.js', script)
    await this.write('vite.config.js', config)
  }

  /** Builds a page of one script with Vite, into `dist`, once. Resolves with what came out, by name. Throws with what Vite says. */
  async build(script: string, config: string): Promise<ReadonlyMap<string, string>> {
    const page = JSON.stringify([script, config])
    const built = this.#built.get(page) ?? (await this.#build(script, config))
    this.#built.set(page, built)
    return built
  }

  async #build(script: string, config: string): Promise<ReadonlyMap<string, string>> {
    await this.writePage(script, config)
    await this.node([join(modules, 'vite/bin/vite.js'), 'build', '--logLevel', 'error'])
    const assets = join(this.folder, 'dist/assets')
    const built = new Map<string, string>()
    for (const name of await readdir(assets)) built.set(name, await readFile(join(assets, name), 'utf8'))
    return built
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }
}

const modules = join(repository, 'node_modules')

/** A package and all it needs, without source maps. */
async function copyPackage(name: string, target: string, copied: Set<string>): Promise<void> {
  if (copied.has(name)) return
  copied.add(name)
  await cp(join(modules, name), join(target, name), { recursive: true, filter: (path) => !path.endsWith('.map') })
  const manifest = JSON.parse(await readFile(join(modules, name, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
  }
  for (const needed of Object.keys(manifest.dependencies ?? {})) await copyPackage(needed, target, copied)
}
