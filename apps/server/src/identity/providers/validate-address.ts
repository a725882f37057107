import { identityError } from '../identity-error.ts'

const ADDRESS_CHARACTERS_MAX = 2_048

/** https, or http on loopback. Throws `INVALID_CONFIG`. */
export function validateAddress(what: string, address: string, { takesQuery = false } = {}): void {
  if (address.length > ADDRESS_CHARACTERS_MAX || !URL.canParse(address)) {
    throw identityError('INVALID_CONFIG', `The ${what} is not an absolute URL.`)
  }
  const { protocol, hostname, username, search, hash } = new URL(address)
  const isHttp = protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname))
  if (!isHttp) throw identityError('INVALID_CONFIG', `The ${what} must be an https address.`)
  if (username !== '' || hash !== '' || (search !== '' && !takesQuery)) {
    throw identityError('INVALID_CONFIG', `The ${what} must have neither a user, a query nor a fragment.`)
  }
}

export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}
