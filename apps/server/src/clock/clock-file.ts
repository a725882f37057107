import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SEEN_FILE = 'clock.json'
const ACCEPTED_FILE = 'clock-accepted.json'

/**
 * What a data folder knows of time: `clock.json`, `{"seenAt":<ms>}`, when a server was last seen there with a clock that it believed; and
 * `clock-accepted.json`, `{"at":<ms>}`, by which an operator says that the clock is right. A folder of an earlier release has neither: then the
 * newest change of a store counts.
 */
export class ClockFile {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Undefined in a new folder. */
  lastSeenMs(): number | undefined {
    return this.#read(SEEN_FILE, 'seenAt') ?? this.#newestChangeMs()
  }

  /** Whole or not at all. It need not survive a power cut: then the minute before counts. */
  see(ms: number): void {
    this.#write(SEEN_FILE, { seenAt: ms })
  }

  /** Says that the clock is right, and that it shows `ms`. */
  accept(ms: number): void {
    this.#write(ACCEPTED_FILE, { at: ms })
  }

  /** What was said, once. */
  takeAccepted(): number | undefined {
    const at = this.#read(ACCEPTED_FILE, 'at')
    if (at !== undefined) rmSync(join(this.#folder, ACCEPTED_FILE), { force: true })
    return at
  }

  #read(name: string, field: string): number | undefined {
    try {
      const value = (JSON.parse(readFileSync(join(this.#folder, name), 'utf8')) as Record<string, unknown>)[field]
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined
    } catch (error) {
      if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  #write(name: string, content: object): void {
    const file = join(this.#folder, name)
    writeFileSync(`${file}.partial`, `${JSON.stringify(content)}\n`, { mode: 0o600 })
    renameSync(`${file}.partial`, file)
  }

  #newestChangeMs(): number | undefined {
    try {
      const folder = join(this.#folder, 'projects')
      const times = readdirSync(folder).map((name) => statSync(join(folder, name)).mtimeMs)
      return times.length === 0 ? undefined : Math.max(...times)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }
}
