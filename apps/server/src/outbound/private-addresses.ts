import { lookup as lookUpName } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Addresses that are no public hosts (IANA special-purpose registries, RFC 6890). */
const privateAddresses = new BlockList()
const privateSubnets: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['::1', 128, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]
for (const [network, prefix, type] of privateSubnets) privateAddresses.addSubnet(network, prefix, type)

/** Whether an address leads to this machine or into a private network, also written as IPv4 in IPv6. */
export function isPrivateAddress(address: string): boolean {
  // A `BlockList` compares IPv4-mapped addresses with its IPv4 subnets by itself.
  return privateAddresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Somebody wanted the server to ask its own network. */
export class PrivateAddressError extends Error {
  constructor() {
    super('The host is on this machine or in a private network.')
    this.name = 'PrivateAddressError'
  }
}

/** Throws `PrivateAddressError` for an address that says so by itself; names are looked at when they are connected to. */
export function assertPublicHost({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && isPrivateAddress(host)) throw new PrivateAddressError()
}

/** Resolves names for a connection: the address that is checked is the one that is connected to. */
export const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookUpName(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error !== null || first === undefined) {
      callback(error ?? new Error('The name has no address.'), [])
      return
    }
    if (addresses.some(({ address }) => isPrivateAddress(address))) {
      callback(new PrivateAddressError(), [])
      return
    }
    if (options.all === true) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}
