import type { Plugin } from 'vite'
import { originOf } from './origin.ts'
import { knownSdk, sdkConstants } from './sdk-constants.ts'

export interface HearthPluginOptions {
  /** The same as for `connectHearth`. Without it: the origin of the page. */
  readonly origin?: string
}

/**
 * Leads the two addresses that the SDKs have as constants to the origin while the app is built, so that the page's `fetch` stays as it is.
 * `connectHearth` is called as without it, for the same origin. The build fails where an SDK has not exactly the known constant.
 */
export function hearth(options: HearthPluginOptions = {}): Plugin {
  const origin = options.origin === undefined ? undefined : originOf({ origin: options.origin }).origin
  const route = {
    name: 'hearth',
    transform: (code: string, id: string): { code: string; map: null } | undefined => {
      const routed = routeConstants(code, id, origin)
      return routed === undefined ? undefined : { code: routed, map: null }
    },
  }
  return {
    ...route,
    enforce: 'pre',
    config: () => ({
      // Empty for the origin of the page.
      define: { 'globalThis.HEARTH_BUILT_FOR': JSON.stringify(origin ?? '') },
      optimizeDeps: { rolldownOptions: { plugins: [route] } },
    }),
  }
}

/**
 * The code of an SDK's module with its constant replaced; undefined for a module that has none. Throws an `Error` for one that has another
 * than the known one.
 */
export function routeConstants(code: string, id: string, origin: string | undefined): string | undefined {
  const known = sdkConstants.find((one) => id.replaceAll('\\', '/').includes(`/node_modules/${one.package}/dist/`))
  if (known === undefined) return undefined
  const parts = code.split(new RegExp(`(?:'|")${escaped(known.host + known.path)}(?:'|")`))
  if (parts.length !== 2) {
    throw new Error(
      `${known.package} does not have the address ${known.host}${known.path} exactly once: @hearth/client is made for ${knownSdk}.`,
    )
  }
  const path = JSON.stringify(known.path)
  return parts.join(
    origin === undefined ? `(globalThis.location.origin + ${path})` : JSON.stringify(origin + known.path),
  )
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
