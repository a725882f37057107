import type { IncomingHttpHeaders } from 'node:http'
import { StatusError } from '@hearth/model'
import { idleMsOf } from '../../../apps/server/src/access/caller.ts'
import { deviceOf } from '../../../apps/server/src/access/device.ts'
import { askingPage } from '../../../apps/server/src/http/asking-page.ts'
import { authorityOf, assertDevOrigin, hostNameOf, isTrustedHost } from '../../../apps/server/src/http/host-check.ts'
import { clientAddressOf } from '../../../apps/server/src/http/client-address.ts'
import { preflightHeaders } from '../../../apps/server/src/http/cors.ts'
import { parseJsonInTurns } from '../../../apps/server/src/http/json-in-turns.ts'
import { parseJsonBody } from '../../../apps/server/src/http/request-body.ts'
import { networksOf } from '../../../apps/server/src/lib/network-of.ts'
import { parseByteRange } from '../../../apps/server/src/protocols/storage-transfer/byte-range.ts'
import { checksumsOf } from '../../../apps/server/src/protocols/storage-transfer/upload-headers.ts'
import {
  decideConditional,
  isRangeWanted,
} from '../../../apps/server/src/protocols/storage-transfer/conditional-request.ts'
import { type FuzzTarget, KIB, MIB } from '../fuzz-target.ts'
import { same } from './judgement.ts'

/** What node lets through of one request (`http/listener.ts`). */
const HEADER_BYTES_MAX = 16 * KIB
const sizeBytes = 1_000
const file = { etag: '"1-2"', lastModified: 1_800_000_000_123 }

/** What stands in the head of a request, in lines as it comes, and bodies of JSON. */
export const httpTextTargets: readonly FuzzTarget[] = [
  {
    name: 'host-headers',
    form: 'text',
    watches: [
      '/http/client-address.ts',
      '/http/host-check.ts',
      '/http/asking-page.ts',
      '/http/cors.ts',
      '/access/device.ts',
      '/src/lib/network-of.ts',
    ],
    seeds: [
      'host: localhost:8080\nx-forwarded-for: 203.0.113.7, ::1\norigin: http://localhost:5173',
      ':authority: [::1]:443\nhost: [::1]:443\nx-forwarded-for: 2001:db8:0:1::7%eth0\nsec-fetch-site: cross-site',
      'host: shop.example.com\nreferer: https://shop.example.com/a?b\naccess-control-request-headers: x-a, x-b',
      'host: xn--bcher-kva.example:1\nx-forwarded-for: ::ffff:10.0.0.1\nuser-agent: é Mozilla\nhearth-idle: 7',
    ],
    words: [
      'host: ',
      '\nhost: ',
      ':authority: ',
      'x-forwarded-for: ',
      'origin: ',
      ', ',
      '::',
      '[',
      ']',
      ':99999',
      '%',
      'null',
      'xn--',
      '.',
    ],
    refusals: ['invalid-argument', 'permission-denied'],
    limitBytes: HEADER_BYTES_MAX,
    open: () => ({
      run(input) {
        const { headers, rawHeaders } = headersOf(input)
        for (const hops of [0, 1, 3]) {
          const address = clientAddressOf({ headers, socket: { remoteAddress: '192.0.2.1' } }, hops)
          for (const network of networksOf(address)) same(network.includes('NaN'), address.includes('NaN'))
        }
        deviceOf(headers['user-agent'])
        idleMsOf(headers)
        preflightHeaders(headers['access-control-request-headers'])
        askingPage({ headers, publicOrigin: 'http://localhost:8080' })
        const authority = authorityOf({ headers, rawHeaders, httpVersion: '1.1' } as never)
        if (authority === undefined) throw new TypeError('A host was taken for none')
        isTrustedHost(authority, [])
        // Addresses are made from it.
        same(hostNameOf(authority).includes(':'), hostNameOf(authority).startsWith('['))
        if (!URL.canParse(`http://${authority}`)) throw new TypeError(`${authority} is no host of an address`)
        assertDevOrigin('POST', headers, [])
      },
    }),
  },
  {
    name: 'file-conditions',
    form: 'text',
    watches: [
      '/storage-transfer/conditional-request.ts',
      '/storage-transfer/byte-range.ts',
      '/storage-transfer/upload-headers.ts',
    ],
    seeds: [
      'range: bytes=0-99\nif-range: "1-2"',
      'range: bytes=-5\nif-none-match: W/"1-2", *\nif-modified-since: Fri, 15 Jan 2027 08:00:00 GMT',
      'range: bytes=999-\nif-match: "a", "1-2"\nif-unmodified-since: Fri, 15 Jan 2027 08:00:00 GMT',
      'x-goog-hash: crc32c=AAAAAA==,md5=AAAAAAAAAAAAAAAAAAAAAA==\ncontent-md5: AAAAAAAAAAAAAAAAAAAAAA==',
    ],
    words: [
      'bytes=',
      '-',
      ',',
      '"',
      'W/',
      '*',
      '\nif-range: ',
      '\nif-none-match: ',
      'crc32c=',
      'md5=',
      '9007199254740993',
      '99999999999999999999999',
    ],
    limitBytes: HEADER_BYTES_MAX,
    open: () => ({
      run(input) {
        const { headers } = headersOf(input)
        decideConditional(headers, file)
        isRangeWanted(headers, file)
        for (const size of [0, 1, sizeBytes, Number.MAX_SAFE_INTEGER]) {
          const range = parseByteRange(headers.range, size)
          if (range === undefined || range === 'unsatisfiable') continue
          const isWithin = 0 <= range.first && range.first <= range.last && range.last < size
          if (!isWithin) throw new TypeError(`From ${range.first} to ${range.last} of ${size}`)
        }
        checksumsOf(headers)
      },
    }),
  },
  {
    name: 'long-json-body',
    form: 'json',
    watches: ['/http/json-in-turns.ts'],
    seeds: ['{}', '[[[[1]]]]', '{"a":[{"b":"c\\"\\\\"},1.5e3,true,null],"__proto__":{"x":[]},"a":2}', ' [ 1 , {} ] '],
    words: ['[', ']', '{', '}', '"', '\\', ',', ':', '\\u0000', '\ufeff', ' '],
    limitBytes: 11 * MIB,
    open: () => ({
      async run(input) {
        const whole = orRefusal(() => parseJsonBody(input))
        // Every place of the text is an end of a slice once.
        const sliced = await parseJsonInTurns(input, { sliceBytes: 1 + (input.length % 7) }).then(
          (json) => ({ json }),
          refusalOf,
        )
        // An empty body is one of the whole parser alone.
        if (input.length > 0) same(sliced, whole)
      },
      decode: (input) => parseJsonInTurns(input),
    }),
  },
]

/** A result, or that it was refused. */
function orRefusal(read: () => unknown): { json: unknown } | undefined {
  try {
    return { json: read() }
  } catch (error) {
    return refusalOf(error)
  }
}

function refusalOf(error: unknown): undefined {
  if (error instanceof StatusError && error.code === 'invalid-argument') return undefined
  throw error
}

/** As node gives them: names in lower case, of the most the first alone, and no control characters in values. */
export function headersOf(input: Buffer): { headers: IncomingHttpHeaders; rawHeaders: string[] } {
  const headers: Record<string, string> = {}
  const rawHeaders: string[] = []
  for (const line of input.toString('latin1').split('\n')) {
    const [, name = '', text = ''] = /^(:?[\w-]+):([\t\x20-\x7e\x80-\xff]*)$/.exec(line) ?? []
    if (name === '') continue
    const value = text.trim()
    rawHeaders.push(name, value)
    headers[name.toLowerCase()] ??= value
  }
  return { headers, rawHeaders }
}
