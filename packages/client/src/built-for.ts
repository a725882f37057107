declare global {
  /** Written into a build by the plugin of `@hearth/client/vite`: an origin, or nothing for that of the page. */
  var HEARTH_BUILT_FOR: string | undefined
}

/** Throws an `Error` when the constants of the SDKs lead to another origin than the one that the app is connected to. */
export function assertBuiltFor(builtFor: string, origin: string): void {
  const built = builtFor === '' ? location.origin : builtFor
  if (built === origin) return
  throw new Error(`This app was built for ${built} (@hearth/client/vite) and can't be connected to ${origin}.`)
}
