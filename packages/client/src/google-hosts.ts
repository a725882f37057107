import type { FirebaseApp } from 'firebase/app'

/**
 * `firebase/installations` and `firebase/analytics` have their hosts as constants and no setting. So `fetch` is wrapped, once for
 * a page: a request to exactly these two hosts that names a connected project or app goes to its origin, any other passes.
 *
 * - `https://firebaseinstallations.googleapis.com/v1/projects/<project>/installations…`
 * - `https://firebase.googleapis.com/v1alpha/projects/-/apps/<appId>/webConfig`
 */
const installationsHost = 'https://firebaseinstallations.googleapis.com'
const webConfigHost = 'https://firebase.googleapis.com'

interface Destinations {
  readonly byProject: Map<string, string>
  readonly byApp: Map<string, string>
}

/** On the global object, so that a second copy of this module wraps nothing twice. */
const destinationsKey = Symbol.for('hearth.client.destinations')
type Realm = typeof globalThis & { [destinationsKey]?: Destinations }

/** From now on, what these SDKs ask for this app goes to the origin. */
export function redirectGoogleHosts(app: FirebaseApp, origin: string): void {
  const { byProject, byApp } = destinations()
  const { projectId, appId } = app.options
  if (projectId !== undefined) byProject.set(projectId, origin)
  if (appId !== undefined) byApp.set(appId, origin)
}

/** Where a request to `url` goes instead; undefined when it is none of ours. */
export function redirected(
  url: string,
  destinations: { byProject: ReadonlyMap<string, string>; byApp: ReadonlyMap<string, string> },
): string | undefined {
  if (url.startsWith(`${installationsHost}/`)) {
    const path = url.slice(installationsHost.length)
    const project = /^\/v1\/projects\/([^/?]+)\/installations(?:[/?]|$)/.exec(path)?.[1]
    const origin = project === undefined ? undefined : destinations.byProject.get(decodeURIComponent(project))
    return origin === undefined ? undefined : origin + path
  }
  if (url.startsWith(`${webConfigHost}/`)) {
    const path = url.slice(webConfigHost.length)
    const appId = /^\/v1alpha\/projects\/-\/apps\/([^/?]+)\/webConfig(?:\?|$)/.exec(path)?.[1]
    const origin = appId === undefined ? undefined : destinations.byApp.get(decodeURIComponent(appId))
    return origin === undefined ? undefined : origin + path
  }
  return undefined
}

function destinations(): Destinations {
  const realm = globalThis as Realm
  if (realm[destinationsKey] !== undefined) return realm[destinationsKey]
  const made: Destinations = { byProject: new Map(), byApp: new Map() }
  realm[destinationsKey] = made
  const original = realm.fetch
  realm.fetch = (input, init) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
    const target = redirected(url, made)
    if (target === undefined) return original.call(realm, input, init)
    return original.call(realm, input instanceof Request ? new Request(target, input) : target, init)
  }
  return made
}
