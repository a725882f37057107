import { createPrivateKey } from 'node:crypto'
import { encodeSignedJwt } from '../identity/tokens/jwt.ts'
import type { KeyScope } from '../access/key-scopes.ts'
import type { ConsoleAccount } from './console-account.ts'

/** Makes a service key of the project, with these scopes, and answers a token that a server signs with it. */
export async function serviceToken(
  owner: ConsoleAccount,
  project: string,
  scopes: readonly KeyScope[] = [],
): Promise<string> {
  const made = await owner.call('POST', `/projects/${project}/service-keys`, { name: 'Test', scopes })
  const file = (await made.json()) as { private_key_id: string; private_key: string; client_email: string }
  const now = Math.floor(Date.now() / 1000)
  const payload = { iss: file.client_email, sub: file.client_email, iat: now, exp: now + 3600 }
  return await encodeSignedJwt(payload, {
    kid: file.private_key_id,
    privateKey: createPrivateKey(file.private_key),
  })
}
