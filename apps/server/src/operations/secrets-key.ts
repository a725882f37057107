import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../ambient.ts'
import { secretKeyBytes } from '../secrets/secret-box.ts'
import { DataFolderError } from './data-folder.ts'

const fileName = 'secrets.key'

/**
 * The key that secrets in the stores are sealed with: the one that is given, else that of `<data>/secrets.key`, which is made for the
 * server's own user alone when it isn't there. Throws `DataFolderError` for a file that holds no key.
 */
export function openSecretsKey(dataFolder: string, given: string | undefined, random: Random): Buffer {
  const path = join(dataFolder, fileName)
  const text = given ?? findFile(path) ?? makeFile(path, random)
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length === secretKeyBytes) return key
  throw new DataFolderError(`${path} holds no key. Bring back the one that this data folder was made with.`)
}

function findFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new DataFolderError(`${path} can't be read: ${(cause as Error).message}.`, { cause })
  }
}

/** Durable before anything is sealed with it. */
function makeFile(path: string, random: Random): string {
  const text = Buffer.from(random.bytes(secretKeyBytes)).toString('base64url')
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, `${text}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return text
}
