import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'

/**
 * How far a command has come, in a file beside the one it works on, until it is done. `job` says what it is to do; a file about another
 * job is passed over, and its content, which may name keys, is kept as a hash alone.
 */
export class CommandProgress<State extends object> {
  readonly #file: string
  readonly #job: string

  constructor(file: string, job: object) {
    this.#file = file
    this.#job = createHash('sha256').update(JSON.stringify(job)).digest('base64url')
  }

  async find(): Promise<State | undefined> {
    if (!existsSync(this.#file)) return undefined
    const { job, ...state } = JSON.parse(await readFile(this.#file, 'utf8')) as State & { job: string }
    return job === this.#job ? (state as unknown as State) : undefined
  }

  async write(state: State): Promise<void> {
    const partial = `${this.#file}.partial`
    await writeFile(partial, JSON.stringify({ job: this.#job, ...state }), { mode: 0o600 })
    await rename(partial, this.#file)
  }

  async remove(): Promise<void> {
    await rm(this.#file, { force: true })
  }
}
