import { vendorTag } from './sdk-constants.ts'

type DataLayer = unknown[] & { push(...commands: unknown[]): number }

/** The page's, undefined before anything is pushed onto it. */
export function dataLayerOf(name = 'dataLayer'): DataLayer | undefined {
  const layer = (window as unknown as Record<string, unknown>)[name]
  return Array.isArray(layer) ? layer : undefined
}

/**
 * `firebase/analytics` sends nothing by itself: it pushes onto `window.dataLayer` and loads the vendor's tag, unless the page has a
 * script whose address contains the tag's and the name of the data layer. So the page gets such a script, which no browser loads, and
 * our own sender takes the data layer over. Its code comes with the first push, so that a page without analytics doesn't load it.
 * Safe to call again: a page has one sender for a data layer.
 */
export function placeSender(origin: string, dataLayerName = 'dataLayer'): void {
  if (typeof document !== 'object' || isPlaced(dataLayerName)) return

  // No browser runs or fetches a script of this type; the SDK only looks at its address.
  const placeholder = document.createElement('script')
  placeholder.type = 'text/plain'
  placeholder.dataset['hearthSender'] = dataLayerName
  setScriptAddress(placeholder, `${origin}/?l=${encodeURIComponent(dataLayerName)}&instead-of=${vendorTag}`)
  document.head.append(placeholder)

  const page = window as unknown as Record<string, unknown>
  const layer: DataLayer = Array.isArray(page[dataLayerName]) ? (page[dataLayerName] as DataLayer) : []
  page[dataLayerName] = layer
  if (layer.length > 0) void startSender(origin, dataLayerName)
  else startWithFirstPush(layer, origin, dataLayerName)
}

function isPlaced(dataLayerName: string): boolean {
  return [...document.getElementsByTagName('script')].some((script) => script.dataset['hearthSender'] === dataLayerName)
}

function startWithFirstPush(layer: DataLayer, origin: string, dataLayerName: string): void {
  const ownPush = layer.push
  layer.push = (...commands) => {
    layer.push = ownPush
    void startSender(origin, dataLayerName)
    return layer.push(...commands)
  }
}

async function startSender(origin: string, dataLayerName: string): Promise<void> {
  try {
    const { takeOver } = await import('./sender/take-over.ts')
    takeOver(window, origin, dataLayerName)
  } catch {
    // The connection is gone, or the app was deployed anew: commands wait in the data layer.
    window.addEventListener('online', () => void startSender(origin, dataLayerName), { once: true })
  }
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
