import { SDK_VERSION } from 'firebase/app'
import type { AppIdentity } from '../backend/api/console-settings.ts'

const installHelper = 'npm install <clone>/packages/client/dist/hearth-client-0.1.0.tgz'

/** What a web app needs: the helper, and the version of the SDK that it is made for. */
export const installForWeb = `${installHelper} firebase@${SDK_VERSION}`

/** What a program with the Admin SDK needs. */
export const installForAdmin = `${installHelper} firebase-admin @google-cloud/storage`

/** What a web app does once it is connected. */
export interface WebUse {
  readonly imports: string
  readonly code: string
}

/** How a web app connects: an ordinary set-up of the SDK, the same on every screen, and the one changed line. */
export function webSnippet(identity: AppIdentity, origin: string, use?: WebUse): string {
  const { measurementId } = identity
  return `import { initializeApp } from 'firebase/app'${use === undefined ? '' : `\n${use.imports}`}
import { connectHearth } from '@hearth/client'

const app = initializeApp({
  projectId: '${identity.projectId}',
  apiKey: '${identity.apiKey}',
  appId: '${identity.appId}',
  authDomain: 'localhost', // any name will do: Hearth opens the windows of sign-in itself
  storageBucket: '${identity.storageBucket}',${measurementId === undefined ? '' : `\n  measurementId: '${measurementId}', // for analytics`}
})
connectHearth(app, { origin: '${origin}' }) // the one changed line
${use === undefined ? '' : `\n${use.code}\n`}`
}

/**
 * How a web app connects by what the SDK has for emulators, without a package of ours. Over https its setting for files is left out, for it
 * speaks http alone.
 */
export function emulatorSnippet(identity: AppIdentity, origin: string): string {
  const { host, hostname, port, protocol } = new URL(origin)
  const isSecure = protocol === 'https:'
  return `import { initializeApp } from 'firebase/app'
import { connectAuthEmulator, getAuth } from 'firebase/auth'
import { initializeFirestore } from 'firebase/firestore'${isSecure ? '' : "\nimport { connectStorageEmulator, getStorage } from 'firebase/storage'"}

const app = initializeApp({
  projectId: '${identity.projectId}',
  apiKey: '${identity.apiKey}',
  appId: '${identity.appId}',
  storageBucket: '${identity.storageBucket}',
})
connectAuthEmulator(getAuth(app), '${origin}', { disableWarnings: true })
const firestore = initializeFirestore(app, { host: '${host}', ssl: ${isSecure} })
${isSecure ? '' : `connectStorageEmulator(getStorage(app), '${hostname}', ${port === '' ? '80' : port})\n`}`
}

/** What comes after the web app's lines, to see that it works: a user and a document of theirs. */
export const firstTrySnippet = `import { createUserWithEmailAndPassword, getAuth } from 'firebase/auth'
import { doc, getFirestore, serverTimestamp, setDoc } from 'firebase/firestore'

const { user } = await createUserWithEmailAndPassword(getAuth(app), 'grace@example.com', 'a long password')
await setDoc(doc(getFirestore(app), 'hello', user.uid), { at: serverTimestamp() })
`

/** The Admin SDK against `hearth dev`, through the variables that it knows. */
export function adminSnippet(identity: AppIdentity, origin: string): string {
  const { host } = new URL(origin)
  return `# in the environment of your process
export FIREBASE_AUTH_EMULATOR_HOST='${host}'
export FIRESTORE_EMULATOR_HOST='${host}'
export FIREBASE_STORAGE_EMULATOR_HOST='${host}'
export METADATA_SERVER_DETECTION=none

# in its code
import { initializeApp } from 'firebase-admin/app'

initializeApp({ projectId: '${identity.projectId}', storageBucket: '${identity.storageBucket}' })
`
}

/** The Admin SDK with the file of a service key, for documents alone: that needs no more than the key and the address. */
export function adminDocumentsSnippet(origin: string): string {
  const { host, protocol } = new URL(origin)
  return `import { readFileSync } from 'node:fs'
import { cert, initializeApp } from 'firebase-admin/app'
import { initializeFirestore } from 'firebase-admin/firestore'

const key = JSON.parse(readFileSync('key.json', 'utf8')) // from Settings, Apps and keys
const app = initializeApp({ credential: cert(key), projectId: key.project_id })
const firestore = initializeFirestore(app, { preferRest: true })
firestore.settings({ host: '${host}', ssl: ${protocol === 'https:'} })
`
}

/** The Admin SDK with the file of a service key, under `hearth start`, for users, documents, listeners and files, by the helper. */
export function adminKeySnippet(identity: AppIdentity, origin: string): string {
  return `import { readFileSync } from 'node:fs'
import { connectAdmin } from '@hearth/client/admin'

const key = JSON.parse(readFileSync('key.json', 'utf8')) // from Settings, Apps and keys
const { auth, firestore, bucket } = connectAdmin({
  key,
  origin: '${origin}',
  storageBucket: '${identity.storageBucket}',
})
`
}

/** One call by hand, to see that something answers. */
export function restSnippet(identity: AppIdentity, origin: string): string {
  return `curl '${origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=${identity.apiKey}' \\
  -H 'content-type: application/json' \\
  -d '{"email":"ada@example.com","password":"a long password","returnSecureToken":true}'
`
}
