import { createHash, timingSafeEqual } from 'node:crypto'
import type { Random } from '../lib/ambient.ts'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A code for whoever is at the server's machine: 192 random bits as 32 characters that need no escaping in a URL. */
export function newLocalCode(random: Random): string {
  return random.bytes(24).toString('base64url')
}

/** What the store keeps of a code. */
export function hashOfLocalCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}

export function isLocalCode(code: string, hash: string): boolean {
  const given = Buffer.from(hashOfLocalCode(code))
  const kept = Buffer.from(hash)
  return given.length === kept.length && timingSafeEqual(given, kept)
}

/** What a code in the data folder is for: the name of its file. */
type CodeFileName = 'setup-code' | 'owner-reset-code'

/** A code that whoever owns the data folder can read and nobody else: `<data>/<name>`, for the server's own user alone. */
export class CodeFile {
  readonly #path: string

  constructor(dataFolder: string, name: CodeFileName) {
    this.#path = join(dataFolder, name)
  }

  /** Undefined when there is none that this process may read. */
  async find(): Promise<string | undefined> {
    try {
      return (await readFile(this.#path, 'utf8')).trim()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT' || code === 'EACCES') return undefined
      throw error
    }
  }

  async write(code: string): Promise<void> {
    // An existing file would keep its mode.
    await this.remove()
    await writeFile(this.#path, `${code}\n`, { mode: 0o600, flag: 'wx' })
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true })
  }
}
