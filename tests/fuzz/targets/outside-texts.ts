import { splitPath } from '../../../apps/server/src/http/path-segments.ts'
import { decodeJwt } from '../../../apps/server/src/identity/tokens/jwt.ts'
import { formatCsvRow, parseCsvRow } from '../../../apps/server/src/cli/accounts/account-row.ts'
import { parseMultipartFields } from '../../../apps/server/src/protocols/oauth/protocol.ts'
import { readRelatedParts } from '../../../apps/server/src/protocols/storage-transfer/multipart-related.ts'
import { type FuzzTarget, KIB, MIB } from '../fuzz-target.ts'
import { same } from './judgement.ts'
import { piecesOf } from './pieces.ts'

const encoded = (json: object): string => Buffer.from(JSON.stringify(json)).toString('base64url')
const related =
  '--b\r\nContent-Type: application/json\r\n\r\n{"name":"x"}\r\n--b\r\nContent-Type: a/b\r\n\r\nxyz\r\n--b--'

/** What comes from outside before anybody is known, and files of accounts. */
export const outsideTextTargets: readonly FuzzTarget[] = [
  {
    name: 'request-path',
    form: 'text',
    watches: ['/http/path-segments.ts'],
    seeds: ['/', '/v1/projects/demo-app/databases/(default)/documents/a%2Fb', '/a/./b', '/%00/%ff'],
    words: ['/', '%', '%2e', '%2F', '..', '%00', '%C3%A9'],
    limitBytes: 16 * KIB,
    open: () => ({
      run(input) {
        const { decoded, raw } = splitPath(input.toString())
        same(raw.map(decodeURIComponent), decoded)
      },
    }),
  },
  {
    name: 'json-web-token',
    form: 'text',
    watches: ['/identity/tokens/jwt.ts'],
    seeds: [
      `${encoded({ alg: 'none' })}.${encoded({ sub: 'ada' })}.`,
      `${encoded({ alg: 'RS256' })}.e30.AAAA`,
      'e30.W10.',
      `e30.${Buffer.from(`{"x":${'['.repeat(5_500)}${']'.repeat(5_500)}}`).toString('base64url')}.`,
    ],
    words: ['.', 'e30', 'W10', 'bnVsbA'],
    limitBytes: 64 * KIB,
    open: () => ({
      run(input) {
        const token = input.toString()
        const jwt = decodeJwt(token)
        if (jwt === undefined) return
        same(token.startsWith(`${jwt.signed}.`), true)
        // Claims go through much that is recursive.
        JSON.stringify(jwt)
      },
    }),
  },
  {
    name: 'multipart-related',
    form: 'text',
    watches: ['/storage-transfer/multipart-related.ts'],
    // The first character says how long the pieces are in which the rest comes.
    seeds: [`\u0005${related}`, `\u007f${related.replaceAll('\r', '')}`],
    words: ['--b', '\r\n--b', '\n--b', '--b--', '\r\n\r\n', '\n\n', '{"name":"x"}', 'Content-Type: '],
    limitBytes: MIB,
    open: () => ({
      async run(input) {
        const { content } = await readRelatedParts('multipart/related; boundary=b', piecesOf(input))
        let bytes = 0
        for await (const chunk of content) bytes += chunk.length
        same(bytes < input.length, true)
      },
    }),
  },
  {
    name: 'multipart-fields',
    form: 'text',
    watches: ['/protocols/oauth/protocol.ts'],
    seeds: ['--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--', '--b--', '--b\r\n\r\n--b--'],
    words: ['\r\n--b', '--b--', '\r\n\r\n', 'Content-Disposition: form-data; name="', '; filename="', '"'],
    limitBytes: 32 * KIB,
    open: () => ({
      run(input) {
        const fields = parseMultipartFields(input, { contentType: 'multipart/form-data; boundary=b', fieldsMax: 20 })
        same(fields.size <= 20, true)
      },
    }),
  },
  {
    name: 'account-line',
    form: 'text',
    watches: ['/cli/accounts/account-row.ts', '/cli/accounts/read-csv-users.ts'],
    seeds: [
      'u1,ada@example.com,true,aGFzaA==,c2FsdA==,"Ada ""L"", Countess"',
      `u2${','.repeat(7)}g1,g@x.example${','.repeat(19)}`,
    ],
    words: [',', '"', '""', '","', "'=", '\r', '\uFEFF'],
    limitBytes: 256 * KIB,
    open: () => ({
      run(input) {
        const parsed = parseCsvRow(input.toString())
        if (parsed.kind === 'row') same(parseCsvRow(formatCsvRow(parsed.row)).kind, 'row')
      },
    }),
  },
]
