import type { FirebaseApp } from 'firebase/app'
import { installationsHost, knownSdk, webConfigHost } from './sdk-constants.ts'

/**
 * `firebase/installations` and `firebase/analytics` have their hosts as constants and no setting. So `fetch` is wrapped, once for
 * a page: a request to exactly these two hosts that names a connected project or app goes to its origin, and so does a link to a file of
 * a connected bucket; any other passes.
 *
 * - `https://firebaseinstallations.googleapis.com/v1/projects/<project>/installations…`
 * - `https://firebase.googleapis.com/v1alpha/projects/-/apps/<appId>/webConfig`
 * - `https://firebasestorage.googleapis.com/v0/b/<bucket>/o…`
 */
interface Destinations {
  readonly byBucket: Map<string, string>
  readonly byProject: Map<string, string>
  readonly byApp: Map<string, string>
}

/** On the global object, so that a second copy of this module wraps nothing twice. */
const destinationsKey = Symbol.for('hearth.client.destinations')
type Realm = typeof globalThis & { [destinationsKey]?: Destinations }

/** From now on, what these SDKs ask for this app goes to the origin. */
export function redirectGoogleHosts(app: FirebaseApp, origin: string): void {
  // In a build, what follows is left out of it.
  if (globalThis.HEARTH_BUILT_FOR !== undefined) return assertBuiltFor(globalThis.HEARTH_BUILT_FOR, origin)
  const { byProject, byApp, byBucket } = destinations()
  const { projectId, appId, storageBucket } = app.options
  if (storageBucket !== undefined) byBucket.set(storageBucket, origin)
  if (projectId !== undefined) {
    byProject.set(projectId, origin)
    byBucket.set(`${projectId}.firebasestorage.app`, origin).set(`${projectId}.appspot.com`, origin)
  }
  if (appId !== undefined) byApp.set(appId, origin)
}

/**
 * Where a request to `url` goes instead; undefined when it is none of ours. Throws an `Error` for one that names a connected project or
 * app in a way that isn't known: rather than ask the vendor, a newer SDK fails.
 */
export function redirected(
  url: string,
  destinations: {
    byProject: ReadonlyMap<string, string>
    byApp: ReadonlyMap<string, string>
    byBucket: ReadonlyMap<string, string>
  },
): string | undefined {
  const ofBucket = destinations.byBucket.get(bucketOfLink(url) ?? '')
  if (ofBucket !== undefined) return linkAtOrigin(url, ofBucket)
  for (const { host, named, known, origins } of [
    {
      host: installationsHost,
      named: /\/projects\/([^/?]+)/,
      known: /^\/v1\/projects\/[^/?]+\/installations(?:[/?]|$)/,
      origins: destinations.byProject,
    },
    {
      host: webConfigHost,
      named: /\/apps\/([^/?]+)/,
      known: /^\/v1alpha\/projects\/-\/apps\/[^/?]+\/webConfig(?:\?|$)/,
      origins: destinations.byApp,
    },
  ]) {
    if (!url.startsWith(`${host}/`)) continue
    const path = url.slice(host.length)
    const origin = origins.get(decodeURIComponent(named.exec(path)?.[1] ?? ''))
    if (origin === undefined) return undefined
    if (known.test(path)) return origin + path
    throw new Error(`@hearth/client is made for ${knownSdk} and doesn't know the address ${host}${path.split('?')[0]}.`)
  }
  return undefined
}

function destinations(): Destinations {
  const realm = globalThis as Realm
  if (realm[destinationsKey] !== undefined) return realm[destinationsKey]
  const made: Destinations = { byProject: new Map(), byApp: new Map(), byBucket: new Map() }
  realm[destinationsKey] = made
  const original = realm.fetch
  realm.fetch = async (input, init) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
    const target = redirected(url, made)
    if (target === undefined) return await original.call(realm, input, init)
    return await original.call(realm, input instanceof Request ? new Request(target, input) : target, init)
  }
  return made
}

declare global {
  /** Written into a build by the plugin of `@hearth/client/vite`: an origin, or nothing for that of the page. */
  var HEARTH_BUILT_FOR: string | undefined
}

/** Throws an `Error` when the constants of the SDKs lead to another origin than the one that the app is connected to. */
function assertBuiltFor(builtFor: string, origin: string): void {
  const built = builtFor === '' ? location.origin : builtFor
  if (built === origin) return
  throw new Error(`This app was built for ${built} (@hearth/client/vite) and can't be connected to ${origin}.`)
}

/** The vendor's host of links to files. */
const linkPattern = /^https?:\/\/firebasestorage\.googleapis\.com(?::443)?(\/v0\/b\/([^/?#]+)\/o(?:[/?#].*)?)$/i

/** The bucket of a link to the vendor's file host, `https://firebasestorage.googleapis.com/v0/b/BUCKET/o/NAME…`; undefined for any other text. */
function bucketOfLink(link: string): string | undefined {
  return linkPattern.exec(link)?.[2]
}

/** The same file at the origin; a text that is no such link unchanged. */
export function linkAtOrigin(link: string, origin: string): string {
  const path = linkPattern.exec(link)?.[1]
  return path === undefined ? link : origin + path
}
