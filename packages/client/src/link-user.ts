import type { FirebaseApp } from 'firebase/app'
import type { Auth, User } from 'firebase/auth'
import { connectOnce } from './connect-once.ts'
import { hasInstallation } from './installation-record.ts'

/** What one service of an app is made by; the SDK's services find one another through it (12.19, no public interface). */
interface Provider<Service> {
  getImmediate(): Service
  /** Calls at once where the service is there, else when somebody asks for it. */
  onInit(callback: (service: Service) => void): unknown
}

interface ServicesOfApp {
  getProvider(name: 'auth'): Provider<Auth>
  getProvider(name: 'installations'): Provider<unknown>
  getProvider(name: 'installations-internal'): Provider<InstallationTokens>
}

interface InstallationTokens {
  getId(): Promise<string>
  getToken(forceRefresh?: boolean): Promise<string>
}

/**
 * Tells the server who is signed in at this installation, from the moment on in which the app uses both. It makes no installation by
 * itself: an app that never asks for one has none. What can't be told now is told when the app starts again.
 */
export function linkUser(app: FirebaseApp, origin: string): void {
  connectOnce(app, 'link-user', origin, () => {
    const { container } = app as FirebaseApp & { readonly container: ServicesOfApp }
    container.getProvider('installations').onInit(() => {
      container.getProvider('auth').onInit((auth) => {
        const installation = container.getProvider('installations-internal').getImmediate()
        const address = `${origin}/v1/projects/${encodeURIComponent(app.options.projectId ?? '')}/installations`
        const tellAgain = follow(auth, async (user) => {
          // To ask for the token of one that is gone would make another; when the app makes it, that is told below.
          if (await hasInstallation(app)) await tell(address, installation, user)
        })
        onNewInstallation(app, tellAgain)
      })
    })
    return true
  })
}

/** One after the other. Nobody being signed in is news only after somebody was. What is returned tells once more who is signed in. */
function follow(auth: Auth, told: (user: User | null) => Promise<void>): () => void {
  let isKnown = false
  let telling = Promise.resolve()
  const tellOf = (user: User | null): void => {
    if (user === null && !isKnown) return
    isKnown = user !== null
    telling = telling.then(() => told(user)).catch(() => undefined)
  }
  auth.onAuthStateChanged(tellOf)
  return () => {
    if (isKnown) tellOf(auth.currentUser)
  }
}

/** The SDK tells its tabs, and with them this, when an app's installation is another one, such as after an operator revoked it (12.19). */
function onNewInstallation({ name, options }: FirebaseApp, listener: () => void): void {
  if (typeof document !== 'object' || typeof BroadcastChannel !== 'function') return
  const channel = new BroadcastChannel('[Firebase] FID Change')
  channel.addEventListener('message', ({ data }: MessageEvent<{ readonly key?: unknown } | null>) => {
    if (data?.key === `${name}!${options.appId ?? ''}`) listener()
  })
}

async function tell(address: string, installation: InstallationTokens, user: User | null): Promise<void> {
  const authorization = user === null ? undefined : `Bearer ${await user.getIdToken()}`
  const ask = async (token: string): Promise<Response> =>
    await fetch(`${address}/${await installation.getId()}/user`, {
      method: user === null ? 'DELETE' : 'PUT',
      headers: { 'x-goog-firebase-installations-auth': token, ...(authorization && { authorization }) },
    })
  const answer = await ask(await installation.getToken())
  // Revoked, or deleted after nobody used it for long: the SDK makes a new one.
  if (answer.status === 401) await ask(await installation.getToken(true))
}
