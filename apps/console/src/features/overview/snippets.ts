import type { AppIdentity } from '../../api/console-settings.ts'

/** How a web app connects: an ordinary set-up of the SDK and the one changed line. */
export function webSnippet(identity: AppIdentity, origin: string): string {
  return `import { initializeApp } from 'firebase/app'
import { connectHearth } from '@hearth/client'

const app = initializeApp({
  projectId: '${identity.projectId}',
  apiKey: '${identity.apiKey}',
  appId: '${identity.appId}',
  storageBucket: '${identity.storageBucket}',
})
connectHearth(app, { origin: '${origin}' }) // the one changed line

// from here on it is your app as it always was
`
}

/** The Admin SDK against `hearth dev`, through the variables that it knows. */
export function adminSnippet(identity: AppIdentity, origin: string): string {
  const { host } = new URL(origin)
  return `# in the environment of your process
export FIREBASE_AUTH_EMULATOR_HOST='${host}'
export FIRESTORE_EMULATOR_HOST='${host}'
export FIREBASE_STORAGE_EMULATOR_HOST='${host}'

# in its code
import { initializeApp } from 'firebase-admin/app'

initializeApp({ projectId: '${identity.projectId}', storageBucket: '${identity.storageBucket}' })
`
}

/** One call by hand, to see that something answers. */
export function restSnippet(identity: AppIdentity, origin: string): string {
  return `curl '${origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=${identity.apiKey}' \\
  -H 'content-type: application/json' \\
  -d '{"email":"ada@example.com","password":"a long password","returnSecureToken":true}'
`
}
