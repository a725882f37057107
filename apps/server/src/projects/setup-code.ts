import { createHash, timingSafeEqual } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Random } from '../ambient.ts'

const fileName = 'setup-code'

/** 192 random bits as 32 characters that need no escaping in a URL. */
export function newSetupCode(random: Random): string {
  return random.bytes(24).toString('base64url')
}

/** What the store keeps of a code. */
export function hashOfSetupCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}

export function isSetupCode(code: string, hash: string): boolean {
  const given = Buffer.from(hashOfSetupCode(code))
  const kept = Buffer.from(hash)
  return given.length === kept.length && timingSafeEqual(given, kept)
}

/** The code as whoever owns the data folder can read it: `<data>/setup-code`, for the server's own user alone. */
export class SetupCodeFile {
  readonly #path: string

  constructor(dataFolder: string) {
    this.#path = join(dataFolder, fileName)
  }

  async find(): Promise<string | undefined> {
    try {
      return (await readFile(this.#path, 'utf8')).trim()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
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
