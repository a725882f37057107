/**
 * `firebase/analytics` sends nothing by itself: it pushes onto `window.dataLayer` and loads the vendor's tag, unless the page
 * has a script whose address contains the tag's and the name of the data layer. So the page gets such a script, our own tag,
 * which the server has at `/gtag.js`. It is loaded with the first push, so that a page without analytics doesn't pay for it.
 */
const vendorTag = 'https://www.googletagmanager.com/gtag/js'

type DataLayer = unknown[] & { push(...commands: unknown[]): number }

/** Safe to call again: a page has one tag for a data layer. */
export function placeAnalyticsTag(origin: string, dataLayerName = 'dataLayer'): void {
  if (typeof document !== 'object') return
  const address = `${origin}/gtag.js?l=${encodeURIComponent(dataLayerName)}&compat=${vendorTag}`
  if (isPlaced(dataLayerName)) return

  // No browser runs or fetches a script of this type; the SDK only looks at its address.
  const placeholder = document.createElement('script')
  placeholder.type = 'text/plain'
  placeholder.dataset['hearthTag'] = dataLayerName
  setScriptAddress(placeholder, address)
  document.head.append(placeholder)

  const page = window as unknown as Record<string, unknown>
  const layer: DataLayer = Array.isArray(page[dataLayerName]) ? (page[dataLayerName] as DataLayer) : []
  page[dataLayerName] = layer
  const ownPush = layer.push
  layer.push = (...commands) => {
    layer.push = ownPush
    loadTag(address)
    return layer.push(...commands)
  }
}

function isPlaced(dataLayerName: string): boolean {
  return [...document.getElementsByTagName('script')].some((script) => script.dataset['hearthTag'] === dataLayerName)
}

function loadTag(address: string): void {
  const script = document.createElement('script')
  script.async = true
  setScriptAddress(script, address)
  document.head.append(script)
}

interface TrustedTypePolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

/** The name to allow in a page's `trusted-types` policy, where it has one. */
const policyName = 'hearth-client'
let policy: { createScriptURL(url: string): string } | undefined

function setScriptAddress(script: HTMLScriptElement, address: string): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypePolicyFactory }
  policy ??= trustedTypes?.createPolicy(policyName, { createScriptURL: (url) => url })
  script.src = policy?.createScriptURL(address) ?? address
}
