import { SDK_VERSION } from 'firebase/app'

/** The newest major version of `firebase` that the tests run. */
const newestMajor = 12

/** Whether a version such as `9.23.0` is before one of the given major and minor numbers. */
export function isBefore(version: string, [major, minor]: readonly [number, number]): boolean {
  const [itsMajor = 0, itsMinor = 0] = version.split('.').map(Number)
  return itsMajor < major || (itsMajor === major && itsMinor < minor)
}

/** On the global object, so that a second copy of this module says nothing twice. */
const warnedKey = Symbol.for('hearth.client.warned')

/** One warning for a page or process whose SDK has a newer major version than the tests have run. */
export function warnOfNewerSdk(version: string = SDK_VERSION): void {
  const realm = globalThis as typeof globalThis & { [warnedKey]?: true }
  if (isBefore(version, [newestMajor + 1, 0]) || realm[warnedKey]) return
  realm[warnedKey] = true
  // oxlint-disable-next-line no-console -- Whoever develops the app is told where the SDK tells them.
  console.warn(`@hearth/client is tested with firebase up to version ${newestMajor}; this is ${version}. It goes on.`)
}
