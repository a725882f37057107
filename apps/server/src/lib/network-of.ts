import { isIPv4, isIPv6 } from 'node:net'

/**
 * What counts as one place that requests come from: an IPv4 address, or the 64 bits of an IPv6 address that a single subscriber
 * has at least (RFC 6177). Other texts stand for themselves.
 */
export function networkOf(address: string): string {
  return networksOf(address)[0]
}

/** How many times the limit of one network those of `networksOf` have: there can be several subscribers in a wider one. */
export const networkFactors = [1, 2, 4] as const

/**
 * The networks that an address is in, the narrowest first: of an IPv6 address those of 64, 56 and 48 bits, because a subscriber may well have
 * been given the second or the third (RFC 6177), with hundreds or thousands of the first. Of others the one of `networkOf`.
 */
export function networksOf(address: string): readonly [string, ...string[]] {
  // Asked of every request, and most come from one of IPv4.
  if (!address.includes(':')) return [address]
  const [bare = ''] = address.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  if (mapped !== undefined && isIPv4(mapped)) return [mapped]
  if (!isIPv6(bare)) return [address]
  const [head = '', tail] = bare.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  // A dotted end stands for two groups; it is never among the first four unless zeros are.
  const groups = last.length + (last.at(-1)?.includes('.') === true ? 1 : 0)
  const zeros = tail === undefined ? 0 : 8 - first.length - groups
  const all = [...first, ...Array.from({ length: zeros }, () => '0'), ...last]
  const [one = 0, two = 0, three = 0, four = 0] = all.slice(0, 4).map((group) => Number.parseInt(group, 16))
  const begin = [one, two, three].map((group) => group.toString(16)).join(':')
  return [`${begin}:${four.toString(16)}::/64`, `${begin}:${(four & 0xff00).toString(16)}::/56`, `${begin}::/48`]
}
