import { type FirebaseApp, SDK_VERSION } from 'firebase/app'
import { newestMajor } from './sdk-constants.ts'
import { warnOfNewer } from './versions.ts'
import { stayAtOrigin } from './stay-at-origin.ts'

/**
 * What was made for an app already. Kept on the app itself and not in this module, so that a module replaced while
 * developing, or bundled twice, finds it again.
 */
const madeKey = Symbol.for('hearth.client.made')

interface Made {
  readonly origin: string
  readonly services: Map<string, unknown>
}

/**
 * Makes a service of an app once: React's strict mode, hot replacement and a second call get the first one's result.
 * Throws when the app was connected to another origin before, because the SDKs can't move.
 */
export function connectOnce<Service>(app: FirebaseApp, name: string, origin: string, make: () => Service): Service {
  const marked = app as FirebaseApp & { [madeKey]?: Made }
  marked[madeKey] ??= { origin, services: new Map() }
  const made = marked[madeKey]
  if (made.origin !== origin) {
    throw new Error(
      `The Firebase app "${app.name}" is connected to ${made.origin} already and can't be connected to ${origin} too.`,
    )
  }
  if (made.services.size === 0) {
    warnOfNewer('firebase', SDK_VERSION, newestMajor)
    countNoHeartbeats(app)
  }
  if (!made.services.has(name)) made.services.set(name, make())
  return made.services.get(name) as Service
}

/** Where an app was connected to; undefined for one that wasn't. */
export function connectedOrigin(app: FirebaseApp): string | undefined {
  return (app as FirebaseApp & { [madeKey]?: Made })[madeKey]?.origin
}

/** `stayAtOrigin`, once for an app: for the services that carry its users' tokens. */
export function stayConnected(app: FirebaseApp, origin: string): void {
  connectOnce(app, 'stay-at-origin', origin, () => {
    stayAtOrigin(app, origin)
    return true
  })
}

interface HeartbeatProvider {
  readonly instances?: Map<string, unknown>
}

/** What the SDK's requests ask before they leave; an empty text is no header (12.19, no public interface). */
const noHeartbeats = {
  triggerHeartbeat: async (): Promise<void> => {},
  getHeartbeatsHeader: async (): Promise<string> => '',
}

/**
 * The SDK counts the days of its use for the vendor, and every request of accounts and installations first waits for the database of the
 * browser where it keeps them, without a limit: one that doesn't answer, as after a tab that was ended by force, holds up a whole app.
 * Nobody reads the count here, so that none is kept. Where the SDK has another form it goes on as it was.
 */
function countNoHeartbeats(app: FirebaseApp): void {
  const { container } = app as FirebaseApp & { readonly container: { getProvider(name: string): HeartbeatProvider } }
  const { instances } = container.getProvider('heartbeat')
  if (instances instanceof Map && !instances.has('[DEFAULT]')) instances.set('[DEFAULT]', noHeartbeats)
}
