import { lookup as lookUpName } from 'node:dns'
import { type IncomingMessage, request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { CustomFetch, CustomFetchOptions } from 'openid-client'

const answerBytesMax = 1024 * 1024
const timeoutMs = 10_000

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

/**
 * How providers are asked. What a project's owner writes as an issuer must not make the server ask its own network: the address is
 * checked as it is connected to, so a name that resolves differently the second time gains nothing. No redirect is followed, an
 * answer has at most 1 MiB and comes within ten seconds. Rejects with an `Error` that names no content of the answer.
 */
export function createProviderFetch(options: { allowsPrivate: boolean }): CustomFetch {
  const { allowsPrivate } = options
  return (url, asked) => {
    const target = new URL(url)
    const host = target.hostname.replace(/^\[|\]$/g, '')
    if (!allowsPrivate && isIP(host) !== 0 && isPrivateAddress(host)) return Promise.reject(privateProvider())
    return ask(target, asked, allowsPrivate ? undefined : lookUpPublic)
  }
}

async function ask(target: URL, asked: CustomFetchOptions, lookup: LookupFunction | undefined): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = (target.protocol === 'https:' ? requestByHttps : requestByHttp)(target, {
    method: asked.method,
    headers: Object.fromEntries(new Headers(asked.headers)),
    signal: AbortSignal.timeout(timeoutMs),
    agent: false,
    ...(lookup !== undefined && { lookup }),
  })
  request.once('response', resolve)
  request.once('error', reject)
  const { body } = asked
  // The library sends forms, or nothing.
  request.end(body instanceof URLSearchParams ? body.toString() : undefined)
  const answer = await promise
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > answerBytesMax) throw new Error('The provider answered with more than 1 MiB.')
    chunks.push(chunk)
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  const status = answer.statusCode ?? 502
  return new Response(status === 204 || status === 304 ? null : Buffer.concat(chunks), { status, headers })
}

const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookUpName(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error !== null || first === undefined) {
      callback(error ?? new Error('The name of the provider has no address.'), [])
      return
    }
    if (addresses.some(({ address }) => isPrivateAddress(address))) {
      callback(privateProvider(), [])
      return
    }
    if (options.all === true) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

function privateProvider(): Error {
  return new Error('The provider is in a private network, which HEARTH_PRIVATE_PROVIDERS allows.')
}
