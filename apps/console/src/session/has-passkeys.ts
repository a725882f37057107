/** Whether this browser has passkeys, for this page: they are of a name, and no address is one. */
export function hasPasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname)
  return !isAddress && typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function'
}
