/**
 * Under `hearth dev` a page of any origin can reach this server on loopback, and with DNS rebinding it can do so as the same
 * origin. Such a page's requests carry its own name as host, so only names that nobody else can point here are answered: loopback
 * names, what the operator set, and the vendor's API host names that clients use through a re-routing agent.
 */
export function isTrustedHost(authority: string | undefined, alsoTrusted: readonly string[]): boolean {
  // HTTP/1.0 and hand-written clients; a browser always sends it.
  if (authority === undefined) return true
  const name = hostNameOf(authority)
  return isLoopbackName(name) || isVendorName(name) || alsoTrusted.includes(name)
}

/** An API host of the vendor: what a server library believes it talks to, whose calls are led here. In lower case. */
export function isVendorName(name: string): boolean {
  return name.endsWith('.googleapis.com')
}

/** Names that lead to this machine only. In lower case, an IPv6 address in brackets. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || name.endsWith('.localhost') || /^127(?:\.\d{1,3}){3}$/.test(name)
}

/** The name without its port, in lower case. */
export function hostNameOf(authority: string): string {
  const colon = authority.lastIndexOf(':')
  const name = colon > authority.lastIndexOf(']') ? authority.slice(0, colon) : authority
  return name.toLowerCase()
}
