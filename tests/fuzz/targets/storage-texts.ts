import { splitPath } from '../../../apps/server/src/http/path-segments.ts'
import { parseJsonBody } from '../../../apps/server/src/http/request-body.ts'
import { parseAccessCall } from '../../../apps/server/src/protocols/cloud-storage/access-calls.ts'
import { parseObjectCall } from '../../../apps/server/src/protocols/cloud-storage/protocol.ts'
import { decodeResource } from '../../../apps/server/src/protocols/cloud-storage/object-resource.ts'
import { decodeObject } from '../../../apps/server/src/protocols/firebase-storage/upload.ts'
import { readPostForm } from '../../../apps/server/src/protocols/storage-links/post-form.ts'
import { readPostPolicy } from '../../../apps/server/src/protocols/storage-links/post-policy.ts'
import { isSigned, readSignedRequest } from '../../../apps/server/src/protocols/storage-links/signed-request.ts'
import { boundaryOf } from '../../../apps/server/src/protocols/storage-transfer/multipart-reader.ts'
import { preconditionsOf } from '../../../apps/server/src/protocols/storage-transfer/preconditions.ts'
import { type FuzzTarget, KIB, MIB } from '../fuzz-target.ts'
import { headersOf } from './http-texts.ts'
import { ignoreRefusal, same } from './judgement.ts'
import { piecesOf } from './pieces.ts'

const nowMs = Date.parse('2026-11-21T12:00:30Z')
const credential = 'key-1@demo-app.iam.gserviceaccount.com/20261121/auto/storage/goog4_request'
const signature = 'ab'.repeat(16)
const version4 = `X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Credential=${encodeURIComponent(credential)}&X-Goog-Date=20261121T120000Z&X-Goog-Expires=900&X-Goog-SignedHeaders=`
const policy = (conditions: unknown): string =>
  Buffer.from(JSON.stringify({ expiration: '2026-11-21T13:00:00Z', conditions })).toString('base64')
const conditions = [
  { bucket: 'demo-app.appspot.com' },
  ['starts-with', '$key', 'a/'],
  ['content-length-range', 0, 100],
  ['eq', '$Content-Type', 'text/plain'],
  { 'x-goog-algorithm': 'GOOG4-RSA-SHA256' },
  { 'x-goog-credential': credential },
  { 'x-goog-date': '20261121T120000Z' },
]
const fields = {
  key: 'a/${filename}',
  'Content-Type': 'text/plain',
  'x-goog-algorithm': 'GOOG4-RSA-SHA256',
  'x-goog-credential': credential,
  'x-goog-date': '20261121T120000Z',
  'x-goog-signature': signature,
  policy: policy(conditions),
}
const part = (head: string, body: string): string => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
const form =
  Object.entries(fields)
    .map(([name, value]) => part(`name="${name}"`, value))
    .join('') + `${part('name="file"; filename="x%22.txt"', 'content')}--b--`
const metadata = {
  name: 'a/b.txt',
  contentType: 'text/plain',
  cacheControl: null,
  contentEncoding: 'identity',
  metadata: { firebaseStorageDownloadTokens: 'a,b,,', n: 1, o: { p: [] } },
  md5Hash: 'AAAAAAAAAAAAAAAAAAAAAA==',
  crc32c: 'AAAAAA==',
  acl: [{ entity: 'allUsers', role: 'READER' }],
}

/** What says of files which, by whom and how. */
export const storageTextTargets: readonly FuzzTarget[] = [
  {
    name: 'signed-url',
    form: 'text',
    watches: ['/storage-links/signed-request.ts', '/http/path-segments.ts', '/storage-transfer/preconditions.ts'],
    // Method, path and query, and below them the headers.
    seeds: [
      `GET /demo-app.appspot.com/a/b%20c.txt?${version4}host&X-Goog-Signature=${signature}\nhost: x`,
      `PUT /demo-app.appspot.com/a?${version4}content-type%3Bhost%3Bx-goog-content-sha256&X-Goog-Signature=${signature}\nhost: x\ncontent-type: a/b  c\nx-goog-content-sha256: 00`,
      'GET /demo-app.appspot.com/a?GoogleAccessId=key-1@x&Expires=1&Signature=AA%3D%3D&ifGenerationMatch=007',
    ],
    words: [
      'X-Goog-Expires=',
      'X-Goog-SignedHeaders=',
      'X-Goog-Date=',
      '%3B',
      '&',
      '=',
      '%',
      '%ff',
      '%00',
      'x-goog-a',
      '\nx-goog-',
      "!'()*",
    ],
    refusals: ['invalid-argument', 'permission-denied'],
    limitBytes: 16 * KIB,
    open: () => ({
      run(input) {
        const line = input.indexOf('\n')
        const head = input.subarray(0, line < 0 ? input.length : line).toString('latin1')
        const [, method = 'GET', path = '/', search = ''] = /^([A-Z]+) ([^? ]*)\??(.*)$/.exec(head) ?? []
        const { headers } = headersOf(input.subarray(head.length))
        const query = new URLSearchParams(search)
        ignoreRefusal(() => preconditionsOf(query))
        // A path that can't be read reaches no route.
        splitPath(path)
        if (!isSigned(query)) return
        const { texts } = readSignedRequest({ method, path, query, headers, hosts: ['x', 'x:80'] }, nowMs)
        same(texts.length, 2)
      },
    }),
  },
  {
    name: 'post-form',
    form: 'text',
    watches: ['/storage-links/post-form.ts', '/storage-links/post-policy.ts', '/storage-transfer/multipart-reader.ts'],
    // The first character says how long the pieces are in which the rest comes.
    seeds: [`\u007f${form}`, `\u0001${form.replaceAll('\r', '')}`],
    words: [
      '--b\r\n',
      '\r\n--b',
      '--b--',
      '\r\n\r\n',
      'Content-Disposition: form-data; ',
      'name="',
      'filename="',
      '"',
      '%22',
      '%0D',
      policy([]),
      policy([{ key: 1 }]),
    ],
    refusals: ['invalid-argument', 'permission-denied'],
    // The fields; the content behind them goes by as it comes.
    limitBytes: MIB,
    open: () => ({
      async run(input) {
        const read = await readPostForm('multipart/form-data; boundary=b', piecesOf(input))
        let bytes = 0
        for await (const chunk of read.content) bytes += chunk.length
        same(bytes < input.length, true)
        readPostPolicy(read, nowMs)
      },
    }),
  },
  {
    name: 'upload-type',
    form: 'text',
    watches: ['/storage-transfer/multipart-reader.ts'],
    seeds: [
      'multipart/related; boundary=b',
      `multipart/form-data; a=b; boundary="b c"`,
      "multipart/related;boundary='b'",
    ],
    words: ['boundary=', 'multipart/', '"', "'", ';', ' '],
    limitBytes: 16 * KIB,
    open: () => ({
      run(input) {
        for (const type of ['multipart/related', 'multipart/form-data'])
          ignoreRefusal(() => boundaryOf(input.toString('latin1'), type))
      },
    }),
  },
  {
    name: 'file-metadata',
    form: 'json',
    watches: [
      '/storage-transfer/object-metadata.ts',
      '/cloud-storage/object-resource.ts',
      '/firebase-storage/upload.ts',
    ],
    seeds: [JSON.stringify(metadata), '{}'],
    words: ['metadata', 'contentType', 'acl', 'entity', 'firebaseStorageDownloadTokens', 'crc32c', 'AAAAAA=='],
    limitBytes: 64 * KIB,
    open: () => ({
      run(input) {
        const json = parseJsonBody(input)
        ignoreRefusal(() => decodeObject(json))
        for (const value of Object.values(decodeResource(json).settable.customMetadata ?? {}))
          if (value !== null && typeof value !== 'string') throw new TypeError('Metadata that is no text')
      },
    }),
  },
  {
    name: 'object-path',
    form: 'text',
    watches: ['/cloud-storage/protocol.ts', '/cloud-storage/access-calls.ts', '/http/path-segments.ts'],
    seeds: ['a%2Fb/rewriteTo/b/x.appspot.com/o/c', 'a/moveTo/o/c%20d', 'a/compose', 'a/acl/allUsers', 'acl'],
    words: ['/', '%', '%2F', '%ff', 'copyTo', 'rewriteTo', '/b/', '/o/', '/acl', '/acl/'],
    limitBytes: 16 * KIB,
    open: () => ({
      run(input) {
        const rest = input.toString()
        ignoreRefusal(() => parseObjectCall('x', rest))
        ignoreRefusal(() => parseAccessCall(rest))
      },
    }),
  },
]
