import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { StatusError } from '@hearth/model'
import { systemClock } from '../ambient.ts'
import type { CommandCredential } from '../config/server-access.ts'
import { encodeSignedJwt } from '../identity/tokens/jwt.ts'

const validSeconds = 3600
/** A token that ends sooner is not used any more. */
const leftSecondsMin = 300

/** Answers what goes behind `Bearer`, anew for each call, because a long command outlives a token. */
export type BearerTokens = () => Promise<string>

/**
 * Opens the credential of a command about a project. Throws `invalid-argument`: `SERVICE_KEY_UNREADABLE` for a file that is no service key,
 * `SERVICE_KEY_OF_ANOTHER_PROJECT` for one that the server would refuse without saying why.
 */
export async function openBearerTokens(credential: CommandCredential, project: string): Promise<BearerTokens> {
  if (credential.kind === 'token') return () => Promise.resolve(credential.token)
  const { kid, privateKey, clientEmail, keyProject } = await readServiceKey(credential.file)
  if (keyProject !== undefined && keyProject !== project) {
    const text = `${credential.file} is a key of the project ${keyProject}, not of ${project}.`
    throw new StatusError('invalid-argument', 'SERVICE_KEY_OF_ANOTHER_PROJECT', text)
  }
  let current = { token: '', endsAt: 0 }
  return async () => {
    const now = Math.floor(systemClock.nowMs() / 1000)
    if (current.endsAt - now < leftSecondsMin) {
      const endsAt = now + validSeconds
      const claims = { iss: clientEmail, sub: clientEmail, iat: now, exp: endsAt }
      current = { token: await encodeSignedJwt(claims, { kid, privateKey }), endsAt }
    }
    return current.token
  }
}

async function readServiceKey(file: string) {
  try {
    const key = JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, string>>
    const { private_key_id: kid, private_key: pem, client_email: clientEmail, project_id: keyProject } = key
    if (kid === undefined || pem === undefined || clientEmail === undefined) throw new Error('a member is missing')
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
