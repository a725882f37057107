/// <reference types="node" />
import { createPrivateKey, sign } from 'node:crypto'
import { Agent } from 'node:https'
import { connect as connectPlain } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import { type Bucket, Storage } from '@google-cloud/storage'
import { type App, cert, initializeApp, SDK_VERSION } from 'firebase-admin/app'
import { type Auth, getAuth } from 'firebase-admin/auth'
import { type Firestore, initializeFirestore } from 'firebase-admin/firestore'
import { getMessaging, Messaging } from 'firebase-admin/messaging'
import { type Origin, originOf } from './origin.ts'
import { isBefore, warnOfNewer } from './versions.ts'

/** The file of a service key, as an owner saved it. */
export interface ServiceKey {
  readonly project_id: string
  readonly private_key_id: string
  readonly private_key: string
  readonly client_email: string
}

export interface ConnectAdminOptions {
  readonly key: ServiceKey
  /** `https://backend.example.com` or `http://127.0.0.1:4400`. */
  readonly origin: string
  /** The project's own when left out. */
  readonly storageBucket?: string
}

export interface AdminServices {
  readonly app: App
  readonly auth: Auth
  readonly firestore: Firestore
  readonly bucket: Bucket
}

const tokenSeconds = 3600
/** The newest major version of `firebase-admin` that the tests run. */
const newestMajor = 14

/**
 * The Admin SDK against `hearth start`, with users, documents, listeners and files. The key signs its own tokens, so no other host is asked for
 * one, and the calls that the SDK sends to the vendor's hosts are led to the origin. Call it once in a process, before anything else uses the
 * SDK: it sets `METADATA_SERVER_DETECTION` and `STORAGE_EMULATOR_HOST` in the environment. Throws an `Error` for what is no origin, and for a
 * version of the SDK whose messages would go elsewhere; a newer major version than the tests run logs one warning.
 */
export function connectAdmin({ key, origin, storageBucket }: ConnectAdminOptions): AdminServices {
  const url = originOf({ origin })
  assertLedByAgent()
  warnOfNewer('firebase-admin', SDK_VERSION, newestMajor)
  // No cloud's machine is looked for.
  process.env['METADATA_SERVER_DETECTION'] = 'none'
  const credential = cert({ projectId: key.project_id, clientEmail: key.client_email, privateKey: key.private_key })
  credential.getAccessToken = async () => ({ access_token: accessToken(key), expires_in: tokenSeconds })
  const app = initializeApp({ credential, projectId: key.project_id, httpAgent: agentOf(url) })
  const messaging: LedMessaging = getMessaging(app)
  messaging.enableLegacyHttpTransport?.()
  const firestore = initializeFirestore(app, { preferRest: true })
  firestore.settings(firestoreSettings(url, key))
  const bucket = storageOf(url, key).bucket(storageBucket ?? `${key.project_id}.firebasestorage.app`)
  // For `getDownloadURL` alone. A `Storage` that is made after it sends no key.
  process.env['STORAGE_EMULATOR_HOST'] = url.origin
  return { app, auth: getAuth(app), firestore, bucket }
}

type LedMessaging = Partial<Pick<Messaging, 'enableLegacyHttpTransport'>>

/**
 * Several messages at once go past the agent to the vendor's host, with a token of this server, unless they are told to take the transport of
 * before. Versions up to 12 without that setting know no other transport. Throws an `Error` for a newer one without it.
 */
function assertLedByAgent(): void {
  const { enableLegacyHttpTransport }: LedMessaging = Messaging.prototype
  if (enableLegacyHttpTransport !== undefined || isBefore(SDK_VERSION, [13, 0])) return
  throw new Error(
    `firebase-admin ${SDK_VERSION} can't be kept at one server: its messages would go to the vendor's host. @hearth/client is made for versions 11.5 to ${newestMajor}.`,
  )
}

/** A token that the server takes from the key itself. */
function accessToken(key: ServiceKey): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: key.client_email, sub: key.client_email, iat: now, exp: now + tokenSeconds }
  const content = `${encode({ alg: 'RS256', typ: 'JWT', kid: key.private_key_id })}.${encode(claims)}`
  const signature = sign('RSA-SHA256', Buffer.from(content), createPrivateKey(key.private_key))
  return `${content}.${signature.toString('base64url')}`
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

/** Leads every call to the origin, whatever host the SDK names. */
function agentOf({ hostname, protocol, port }: Origin): Agent {
  const isSecure = protocol === 'https:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const agent = new Agent()
  agent.createConnection = () =>
    isSecure
      ? connectSecure({ host, port: Number(port || 443), servername: host })
      : connectPlain({ host, port: Number(port || 80) })
  return agent
}

/** Listeners go over gRPC, where the SDK sends the key's tokens over TLS alone: without it they are given with each call. */
function firestoreSettings({ host, protocol }: Origin, key: ServiceKey): Record<string, unknown> {
  if (protocol === 'https:') return { host, ssl: true }
  const signed = {
    customHeaders: {
      get Authorization() {
        return `Bearer ${accessToken(key)}`
      },
    },
  }
  return { host, ssl: false, ...Object.fromEntries(firestoreCalls.map((call) => [call, signed])) }
}

const firestoreCalls = [
  'listen',
  'batchGetDocuments',
  'runQuery',
  'runAggregationQuery',
  'commit',
  'batchWrite',
  'beginTransaction',
  'rollback',
  'listDocuments',
  'listCollectionIds',
  'partitionQueryStream',
]

function storageOf({ origin }: Origin, key: ServiceKey): Storage {
  const storage = new Storage({
    apiEndpoint: origin,
    useAuthWithCustomEndpoint: true,
    projectId: key.project_id,
    credentials: key,
  })
  storage.authClient.useJWTAccessWithScope = true
  storage.interceptors.push({
    request: (options) => {
      // Options without an address are for the requests of an upload.
      if (Reflect.get(options, 'uri') === undefined) options.headers = uploadHeaders(key)
      return options as typeof options & { uri: string }
    },
  })
  return storage
}

/**
 * The library sends large files without the key to any host but the vendor's (6 and 7.0 always, 8 unless the host is of the universe). A long
 * upload reads a fresh token for each of its requests.
 */
function uploadHeaders(key: ServiceKey): { readonly Authorization: string } {
  return {
    get Authorization() {
      return `Bearer ${accessToken(key)}`
    },
  }
}
