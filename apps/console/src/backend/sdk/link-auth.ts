import { connectAuth } from '@hearth/client/auth'
import { getApps, initializeApp } from 'firebase/app'
import { inMemoryPersistence, type Auth } from 'firebase/auth'

/** Identity of the project whose app a link from a mail belongs to. It touches nobody's session. */
export function linkAuthOf(apiKey: string, tenantId: string | undefined): Auth {
  const name = `link:${apiKey}`
  const app = getApps().find((one) => one.name === name) ?? initializeApp({ apiKey, authDomain: location.host }, name)
  const auth = connectAuth(app, { persistence: inMemoryPersistence })
  auth.tenantId = tenantId ?? null
  return auth
}
