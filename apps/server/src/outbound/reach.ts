import { lookup as lookUpName, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * How far an address goes that somebody has configured who is not the server's operator: to public hosts alone, to this machine too
 * (`hearth dev`), or into private networks as well (where the operator allows that). To link-local addresses, where clouds keep the
 * credentials of their machines, it never goes.
 */
export type Reach = 'public' | 'loopback' | 'private'

type ResolveName = (
  name: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

type Subnet = readonly [network: string, prefix: number]

const loopback = blockListOf([['127.0.0.0', 8]], [['::1', 128]])
/** RFC 1918, RFC 6598, RFC 4193. */
const privateNetworks = blockListOf(
  [
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['100.64.0.0', 10],
  ],
  [['fc00::', 7]],
)
/** No hosts that anybody serves from (IANA special-purpose registries, RFC 6890), and the metadata services of clouds. */
const never = blockListOf(
  [
    ['0.0.0.0', 8],
    ['169.254.0.0', 16],
    ['100.100.100.200', 32],
    ['168.63.129.16', 32],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 3],
  ],
  [
    ['fd00:ec2::254', 128],
    ['fd20:ce::254', 128],
    // Teredo and other assignments of protocols, documentation, 6to4: the last and the first hold IPv4 addresses.
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
  ],
)
/** Global unicast (RFC 4291, section 2.4), and IPv4 in IPv6, which the lists above take for IPv4. The rest translates, or leads nowhere. */
const knownIPv6 = blockListOf(
  [],
  [
    ['2000::', 3],
    ['::ffff:0:0', 96],
  ],
)

/** Whether an IP address is within reach, also when it is IPv4 written as IPv6. */
export function isWithin(address: string, reach: Reach): boolean {
  const [bare = ''] = address.split('%')
  const type = isIP(bare) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(bare) === 0 || never.check(bare, type)) return false
  if (loopback.check(bare, type)) return reach !== 'public'
  if (privateNetworks.check(bare, type)) return reach === 'private'
  return type === 'ipv4' || knownIPv6.check(bare, 'ipv6')
}

/** Somebody wanted the server to ask its own network. */
export class PrivateAddressError extends Error {
  constructor() {
    super('The host is on this machine or in a private network.')
    this.name = 'PrivateAddressError'
  }
}

/** Throws `PrivateAddressError` for an address that says by itself that it is out of reach; names are looked at when they are connected to. */
export function assertWithin({ hostname }: URL, reach: Reach): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isWithin(host, reach)) throw new PrivateAddressError()
}

/**
 * Resolves names for a connection: the address that is checked is the one that is connected to, so another answer the next time
 * gains nothing.
 */
export function lookUpWithin(reach: Reach, resolve: ResolveName = lookUpName): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined) {
        callback(error ?? new Error('The name has no address.'), [])
        return
      }
      if (!addresses.every(({ address }) => isWithin(address, reach))) {
        callback(new PrivateAddressError(), [])
        return
      }
      if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function blockListOf(ipv4: readonly Subnet[], ipv6: readonly Subnet[]): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of ipv4) list.addSubnet(network, prefix, 'ipv4')
  for (const [network, prefix] of ipv6) list.addSubnet(network, prefix, 'ipv6')
  return list
}
