/**
 * Addresses that `firebase/installations` and `firebase/analytics` have as constants and no setting for, each once in the package's file
 * (12.19). The fetch of the page or the build leads them elsewhere; a test and the build say when an SDK has others.
 */
export const installationsHost = 'https://firebaseinstallations.googleapis.com'
export const webConfigHost = 'https://firebase.googleapis.com'

export const sdkConstants = [
  { package: '@firebase/installations', host: installationsHost, path: '/v1' },
  {
    package: '@firebase/analytics',
    host: webConfigHost,
    path: '/v1alpha/projects/-/apps/{app-id}/webConfig',
  },
] as const

/** The tag that `firebase/analytics` puts into a page that has no script with this in its address. */
export const vendorTag = 'https://www.googletagmanager.com/gtag/js'

/** The newest major version of `firebase` that the tests run. */
export const newestMajor = 13

/** The versions of the SDK that this package knows. */
export const knownSdk = `firebase 9 to ${newestMajor}`
