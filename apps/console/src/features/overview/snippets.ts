import type { AppIdentity } from '../../api/console-settings.ts'

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

/**
 * The Admin SDK with the file of a service key, under `hearth start`, for users, files and listeners too: the key signs its own tokens, and the calls that the SDK sends to
 * the vendor's hosts are led here.
 */
export function adminKeySnippet(identity: AppIdentity, origin: string): string {
  const { host, hostname, port, protocol } = new URL(origin)
  const isSecure = protocol === 'https:'
  const address = `host: '${hostname}', port: ${port === '' ? (isSecure ? 443 : 80) : port}`
  return `import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { connect } from '${isSecure ? 'node:tls' : 'node:net'}'
import { Storage } from '@google-cloud/storage'
import { cert, initializeApp } from 'firebase-admin/app'
import { getAuth } from 'firebase-admin/auth'
import { initializeFirestore } from 'firebase-admin/firestore'

process.env.METADATA_SERVER_DETECTION = 'none' // no cloud's machine is looked for
const key = JSON.parse(readFileSync('key.json', 'utf8')) // from Settings, Apps and keys

// the key signs its own tokens
function accessToken() {
  const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: key.client_email, sub: key.client_email, iat: now, exp: now + 3600 }
  const content = encode({ alg: 'RS256', typ: 'JWT', kid: key.private_key_id }) + '.' + encode(claims)
  return content + '.' + sign('RSA-SHA256', Buffer.from(content), createPrivateKey(key.private_key)).toString('base64url')
}

// and the SDK's calls come here
const httpAgent = new Agent()
httpAgent.createConnection = () => connect({ ${address}${isSecure ? `, servername: '${hostname}'` : ''} })
const credential = cert(key)
credential.getAccessToken = async () => ({ access_token: accessToken(), expires_in: 3600 })
const app = initializeApp({ credential, projectId: key.project_id, httpAgent })
const auth = getAuth(app)

const firestore = initializeFirestore(app, { preferRest: true })
${firestoreSettings(host, isSecure)}

const storage = new Storage({
  apiEndpoint: '${origin}',
  useAuthWithCustomEndpoint: true,
  universeDomain: '${hostname}', // or large files would be sent without the key
  projectId: key.project_id,
  credentials: key,
})
storage.authClient.useJWTAccessWithScope = true // the key signs its own tokens here too
process.env.STORAGE_EMULATOR_HOST = '${origin}' // for getDownloadURL alone, and only after the Storage is made
const bucket = storage.bucket('${identity.storageBucket}')
`
}

/** Listeners go over gRPC, where the SDK sends the key's tokens over TLS alone: without it they are given with each call. */
function firestoreSettings(host: string, isSecure: boolean): string {
  if (isSecure) return `firestore.settings({ host: '${host}', ssl: true })`
  return `// without TLS the SDK signs none of the calls that begin with a listener
const signed = { customHeaders: { get Authorization() { return 'Bearer ' + accessToken() } } }
const calls = ['listen', 'batchGetDocuments', 'runQuery', 'runAggregationQuery', 'commit', 'batchWrite', 'beginTransaction',
  'rollback', 'listDocuments', 'listCollectionIds', 'partitionQueryStream']
firestore.settings({ host: '${host}', ssl: false, ...Object.fromEntries(calls.map((call) => [call, signed])) })`
}

/** One call by hand, to see that something answers. */
export function restSnippet(identity: AppIdentity, origin: string): string {
  return `curl '${origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=${identity.apiKey}' \\
  -H 'content-type: application/json' \\
  -d '{"email":"ada@example.com","password":"a long password","returnSecureToken":true}'
`
}
