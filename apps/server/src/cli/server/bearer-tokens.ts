import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { StatusError } from '@hearth/model'
import { systemClock } from '../../lib/ambient.ts'
import type { CommandCredential } from './server-access.ts'
import { encodeSignedJwt } from '../../identity/tokens/jwt.ts'
import { projectOfServiceAccount } from '../../identity/tokens/service-keys.ts'

const VALID_SECONDS = 3600
/** A token that ends sooner is not used any more. */
const LEFT_SECONDS_MIN = 300

/** Answers what goes behind `Bearer`, anew for each call, because a long command outlives a token. */
export type BearerTokens = () => Promise<string>

/**
 * Opens the credential of a command about a project. Throws `invalid-argument`: `SERVICE_KEY_UNREADABLE` for a file that is no service key,
 * `SERVICE_KEY_OF_ANOTHER_PROJECT` for one that the server would refuse without saying why.
 */
export async function openBearerTokens(credential: CommandCredential, project: string): Promise<BearerTokens> {
  if (credential.kind === 'token') return () => Promise.resolve(credential.token)
  const key = await readServiceKey(credential.file)
  if (key.keyProject !== project) {
    const text = `${credential.file} is a key of the project ${key.keyProject}, not of ${project}.`
    throw new StatusError('invalid-argument', 'SERVICE_KEY_OF_ANOTHER_PROJECT', text)
  }
  let current = { token: '', endsAt: 0 }
  return async () => {
    const now = nowSeconds()
    if (current.endsAt - now < LEFT_SECONDS_MIN) {
      current = { token: await signAssertion(key), endsAt: now + VALID_SECONDS }
    }
    return current.token
  }
}

/** What the file of a service key tells. */
interface ReadServiceKey {
  readonly kid: string
  readonly privateKey: KeyObject
  readonly clientEmail: string
  readonly keyProject: string
}

/** Signs for an hour. Without an `audience` it is a credential; the token endpoint wants its own address. */
export async function signAssertion({ kid, privateKey, clientEmail }: ReadServiceKey, audience?: string) {
  const now = nowSeconds()
  const claims = { iss: clientEmail, sub: clientEmail, iat: now, exp: now + VALID_SECONDS }
  return await encodeSignedJwt({ ...claims, ...(audience !== undefined && { aud: audience }) }, { kid, privateKey })
}

function nowSeconds(): number {
  return Math.floor(systemClock.nowMs() / 1000)
}

/** Throws `invalid-argument`/`SERVICE_KEY_UNREADABLE`. */
export async function readServiceKey(file: string): Promise<ReadServiceKey> {
  try {
    const key = JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, string>>
    const { private_key_id: kid, private_key: pem, client_email: clientEmail } = key
    if (kid === undefined || pem === undefined || clientEmail === undefined) throw new Error('a member is missing')
    const keyProject = key['project_id'] ?? projectOfServiceAccount(clientEmail)
    if (keyProject === undefined) throw new Error('it is of no project')
    return { kid, privateKey: createPrivateKey(pem), clientEmail, keyProject }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') {
      const text = `There is no file ${file}. --key names the file of a service key of the project: an owner makes one in the console, Settings → Create key.`
      throw new StatusError('invalid-argument', 'SERVICE_KEY_UNREADABLE', text, { cause })
    }
    throw new StatusError(
      'invalid-argument',
      'SERVICE_KEY_UNREADABLE',
      `${file} is not the file of a service key. It is the JSON that the console gives out under Settings → Create key.`,
      { cause },
    )
  }
}
