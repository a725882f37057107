import { type FirebaseApp, SDK_VERSION } from 'firebase/app'
import { type Origin, originOf } from './origin.ts'
import { knownSdk } from './sdk-constants.ts'
import { linkAtOrigin } from './google-hosts.ts'
import { isBefore } from './versions.ts'

/** What makes the instances of one service of an app, one for each database or bucket (9 to 13, no public interface). */
interface InstanceProvider {
  readonly instances: ReadonlyMap<string, unknown>
  getOrInitializeService(request: { readonly instanceIdentifier: string; readonly options?: object }): unknown
  isInitialized(identifier: string): boolean
  clearInstance(identifier: string): void
}

/** What it is set to is public; setting it where it is made already is not. */
interface DocumentsInstance {
  toJSON(): { readonly settings?: { readonly host?: string; readonly ssl?: boolean } }
  /** Throws `failed-precondition` once it has been used. */
  _setSettings(settings: object): void
}

interface StorageInstance {
  /** With its scheme before 9.4. */
  host: string
  _protocol?: string
  _isUsingEmulator?: boolean
}

interface CompatStorageInstance {
  refFromURL(link: string): unknown
}

const vendorDocumentsHost = 'firestore.googleapis.com'

/**
 * Every database and bucket that the app asks the SDKs for is at the origin from now on, whatever its name, however it is asked for and
 * whichever of `firebase/firestore`, `firebase/firestore/lite` and `firebase/storage` is loaded when: a request to the vendor's host would
 * carry the token of a user of this server. Throws an `Error` where a database is in use elsewhere already, and later where one is
 * asked for at another host. Call it once for an app.
 */
export function stayAtOrigin(app: FirebaseApp, origin: string): void {
  const url = originOf({ origin })
  for (const name of ['firestore', 'firestore/lite']) {
    moveEach(app, name, (instance) => moveDocuments(instance as DocumentsInstance, url))
  }
  moveEach(app, 'storage', (instance) => moveStorage(instance as StorageInstance, url))
  moveEach(app, 'storage-compat', (instance) => moveLinks(instance as CompatStorageInstance, origin))
}

/** Those that are there, and each that is made, before anybody has it. */
function moveEach(app: FirebaseApp, service: string, move: (instance: unknown) => void): void {
  const { container } = app as FirebaseApp & { readonly container: { getProvider(name: string): InstanceProvider } }
  const provider = container.getProvider(service)
  const make = provider.getOrInitializeService
  assertKnown(typeof make === 'function' && provider.instances instanceof Map)
  for (const instance of provider.instances.values()) move(instance)
  provider.getOrInitializeService = (request) => {
    const isThere = provider.isInitialized(request.instanceIdentifier)
    const instance = make.call(provider, request)
    if (isThere || instance === null) return instance
    try {
      move(instance)
    } catch (error) {
      provider.clearInstance(request.instanceIdentifier)
      throw error
    }
    return instance
  }
}

function moveDocuments(instance: DocumentsInstance, { host, protocol, origin }: Origin): void {
  assertKnown(typeof instance._setSettings === 'function')
  const ssl = protocol === 'https:'
  const { settings } = instance.toJSON()
  assertKnown(typeof settings?.host === 'string')
  if (settings.host === host && settings.ssl === ssl) return
  if (settings.host !== vendorDocumentsHost) {
    throw new Error(`This Firebase app is connected to ${origin}; its Firestore can't be at ${settings.host} too.`)
  }
  try {
    instance._setSettings({ ...settings, host, ssl })
  } catch (cause) {
    if ((cause as { readonly code?: unknown } | null)?.code !== 'failed-precondition') throw cause
    throw new Error(`A Firestore of this app was used before it was connected to ${origin}. Connect the app first.`, {
      cause,
    })
  }
  assertKnown(instance.toJSON().settings?.host === host)
}

/**
 * The public setting speaks http only, and is another function in each of the SDK's copies. `host` is a setter of the class; what else decides
 * depends on the version: the scheme is part of the host before 9.4, a field of its own from then on.
 */
function moveStorage(storage: StorageInstance, { host, hostname, port, protocol }: Origin): void {
  // A plain property would change nothing, and the app would go on at the vendor's.
  assertKnown(typeof Object.getOwnPropertyDescriptor(Object.getPrototypeOf(storage), 'host')?.set === 'function')
  const isSecure = protocol === 'https:'
  const named = isSecure ? host : `${hostname}:${port === '' ? 80 : port}`
  if (isBefore(SDK_VERSION, [9, 4])) {
    storage.host = isSecure ? named : `http://${named}`
    return
  }
  storage.host = named
  if (isSecure) return
  storage._protocol = 'http'
  storage._isUsingEmulator = true
}

function moveLinks(storage: CompatStorageInstance, origin: string): void {
  const ofLink = storage.refFromURL
  storage.refFromURL = (link) => ofLink.call(storage, linkAtOrigin(link, origin))
}

function assertKnown(isKnown: boolean): asserts isKnown {
  if (!isKnown) throw new Error(`This SDK can't be kept at one server: @hearth/client is made for ${knownSdk}.`)
}
