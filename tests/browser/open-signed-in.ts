import type { Page } from '@playwright/test'
import { owner } from './console-world.ts'

/** A user as the SDK keeps one in the browser, under the key of its app. */
interface KeptUser {
  readonly key: string
  readonly value: object
}

/**
 * Opens a page of the console for somebody whose browser is signed in already, which spares loading and filling in the form: for tests whose
 * subject is another. Nobody was at the console in this browser before; where the page signs out, it stays signed out.
 *
 * @param address a whole URL
 */
export async function openSignedIn(
  page: Page,
  address: string,
  who: { email: string; password: string } = owner,
): Promise<void> {
  const { origin } = new URL(address)
  await page.addInitScript(keepUser, { origin, user: await beginSession(origin, who) })
  await page.goto(address)
}

async function beginSession(origin: string, who: { email: string; password: string }): Promise<KeptUser> {
  const { app } = (await getJson(await fetch(`${origin}/hearth/v1/console`))) as { app: { apiKey: string } }
  const answer = await fetch(
    `${origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${app.apiKey}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: who.email, password: who.password, returnSecureToken: true }),
    },
  )
  const { localId, email, displayName, idToken, refreshToken, expiresIn } = (await getJson(answer)) as Readonly<
    Record<'localId' | 'email' | 'displayName' | 'idToken' | 'refreshToken' | 'expiresIn', string>
  >
  const now = Date.now()
  return {
    key: `firebase:authUser:${app.apiKey}:[DEFAULT]`,
    value: {
      uid: localId,
      email,
      emailVerified: false,
      ...(displayName && { displayName }),
      isAnonymous: false,
      providerData: [],
      stsTokenManager: { refreshToken, accessToken: idToken, expirationTime: now + Number(expiresIn) * 1000 },
      createdAt: String(now),
      lastLoginAt: String(now),
      apiKey: app.apiKey,
      appName: '[DEFAULT]',
    },
  }
}

async function getJson(answer: Response): Promise<unknown> {
  if (!answer.ok) throw new Error(`${answer.url}: ${await answer.text()}`)
  return await answer.json()
}

/** In the page, before its scripts: makes the SDK's own database with the user in it, where there is none yet. The SDK's request for it comes after. */
function keepUser({ origin, user }: { readonly origin: string; readonly user: KeptUser }): void {
  if (location.origin !== origin || window.top !== window) return
  const request = indexedDB.open('firebaseLocalStorageDb', 1)
  request.addEventListener('upgradeneeded', () => {
    const store = request.result.createObjectStore('firebaseLocalStorage', { keyPath: 'fbase_key' })
    store.put({ fbase_key: user.key, value: user.value })
  })
  request.addEventListener('success', () => request.result.close())
}
