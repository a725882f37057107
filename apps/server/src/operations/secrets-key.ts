import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../lib/ambient.ts'
import { SECRET_KEY_BYTES } from '../secrets/secret-box.ts'
import { DataFolderError } from './data-folder.ts'

/** Of the key in the data folder. */
export const SECRETS_KEY_FILE = 'secrets.key'

/**
 * The key that secrets in the stores are sealed with: the one that is given, else that of `<data>/secrets.key`. A folder without stores gets one, for
 * the server's own user alone. Throws `DataFolderError` for a file that holds no key, and where there are stores and no key: a new one would open
 * nothing in them.
 */
export function openSecretsKey(dataFolder: string, given: string | undefined, random: Random): Buffer {
  const path = join(dataFolder, SECRETS_KEY_FILE)
  const text = given ?? findFile(path) ?? makeFirst(dataFolder, path, random)
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length === SECRET_KEY_BYTES) return key
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

function makeFirst(dataFolder: string, path: string, random: Random): string {
  if (hasStores(dataFolder)) throw new DataFolderError(keyMissing(dataFolder))
  return makeFile(path, random)
}

function hasStores(dataFolder: string): boolean {
  try {
    return readdirSync(join(dataFolder, 'projects')).some((name) => name.endsWith('.sqlite'))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw new DataFolderError(`${dataFolder} can't be read: ${(cause as Error).message}.`, { cause })
  }
}

function keyMissing(dataFolder: string): string {
  return (
    `${join(dataFolder, SECRETS_KEY_FILE)} is missing, and the secrets in this data folder are sealed with it. ` +
    'Bring that file back from where you keep it (a backup has it only with --with-secrets-key), or give its content as HEARTH_SECRETS_KEY. ' +
    'Where it is lost, give 32 new random bytes in base64: sign-ins by providers, webhooks, signing keys and what was set on screen (public address, mail server) have to be set up again then.'
  )
}

/** Durable before anything is sealed with it. */
function makeFile(path: string, random: Random): string {
  const text = Buffer.from(random.bytes(SECRET_KEY_BYTES)).toString('base64url')
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, `${text}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return text
}
