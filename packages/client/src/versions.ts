/** Whether a version such as `9.23.0` is before one of the given major and minor numbers. */
export function isBefore(version: string, [major, minor]: readonly [number, number]): boolean {
  const [itsMajor = 0, itsMinor = 0] = version.split('.').map(Number)
  return itsMajor < major || (itsMajor === major && itsMinor < minor)
}

/** One warning for a page or process in which a library has a newer major version than the tests have run. */
export function warnOfNewer(library: 'firebase' | 'firebase-admin', version: string, newestMajor: number): void {
  // On the global object, so that a second copy of this module says nothing twice.
  const warnedKey = Symbol.for(`hearth.client.warned.${library}`)
  const realm = globalThis as typeof globalThis & { [warnedKey]?: true }
  if (isBefore(version, [newestMajor + 1, 0]) || realm[warnedKey]) return
  realm[warnedKey] = true
  // oxlint-disable-next-line no-console -- Whoever develops the app is told where the SDK tells them.
  console.warn(`@hearth/client is tested with ${library} up to version ${newestMajor}; this is ${version}. It goes on.`)
}
