interface TrustedTypes {
  createPolicy(name: string, rules: Readonly<Record<string, (text: string) => string | null>>): unknown
}

// The page lets no text become markup or the address of a script (http/static-site.ts of the server). Two things are let through, and all
// else throws where it is tried: React Aria empties an element by an empty text, and the console's own workers are among its built files.
const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
trustedTypes?.createPolicy('default', {
  createHTML: (html) => (html === '' ? '' : null),
  createScriptURL(address) {
    const { origin, pathname } = new URL(address, location.href)
    const isOurs = pathname.startsWith('/assets/') || pathname === '/service-worker.js'
    return origin === location.origin && isOurs ? address : null
  },
})
