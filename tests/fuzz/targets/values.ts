import {
  areIdenticalFields,
  compareBytes,
  compareValues,
  decodeCollectionPath,
  decodeDocumentPath,
  decodeFields,
  documentBytes,
  documentSize,
  encodeFields,
  encodeOrderedValue,
  type Fields,
  indexChanges,
  indexEntriesOf,
  isCut,
  parseDocumentLine,
  sameValueBytes,
  validateDocument,
  valueBytes,
  withReferences,
} from '@hearth/model'
import { parseJsonBody } from '../../../apps/server/src/http/request-body.ts'
import { type FuzzTarget, KIB, MIB } from '../fuzz-target.ts'
import { same } from './judgement.ts'

const root = 'projects/demo-app/databases/(default)/documents'
const path = 'users/ada/posts/1'

const everyType = JSON.stringify({
  a: { nullValue: null },
  b: { booleanValue: true },
  c: { integerValue: '-9223372036854775808' },
  d: { doubleValue: 'NaN' },
  e: { doubleValue: -0.5 },
  f: { timestampValue: '2026-01-01T00:00:00.123456Z' },
  g: { stringValue: 'é\u{1f600}' },
  h: { bytesValue: 'AAEC' },
  i: { referenceValue: `${root}/users/__id7__` },
  j: { geoPointValue: { latitude: 1.5, longitude: -180 } },
  k: { arrayValue: { values: [{ integerValue: '1' }, { mapValue: { fields: { x: { stringValue: '' } } } }] } },
  l: { mapValue: { fields: { m: { arrayValue: {} }, n: { mapValue: {} } } } },
  o: {
    mapValue: {
      fields: { __type__: { stringValue: '__vector__' }, value: { arrayValue: { values: [{ doubleValue: 1 }] } } },
    },
  },
})

const typeNames =
  'nullValue booleanValue integerValue doubleValue timestampValue stringValue bytesValue referenceValue geoPointValue ' +
  'arrayValue values mapValue fields latitude longitude __type__ __vector__ value string_value functionValue'
const typeWords = [...typeNames.split(' '), `${root}/a/b`]

/** Values in typed JSON, as requests and stored documents hold them, and the keys that are made of them. */
export const valueTargets: readonly FuzzTarget[] = [
  {
    name: 'json-body',
    form: 'json',
    watches: ['/http/request-body.ts'],
    seeds: ['{}', everyType, '[[[[1]]]]', ''],
    words: ['[', ']', '{', '}', '"', '\\', '\\u0000', '\ufeff'],
    limitBytes: 64 * KIB,
    open: () => ({ run: (input) => parseJsonBody(input) }),
  },
  {
    name: 'typed-json',
    form: 'json',
    watches: ['/model/src/typed-json.ts', '/model/src/document-', '/model/src/timestamp.ts', '/model/src/base64.ts'],
    seeds: ['{}', everyType],
    words: typeWords,
    limitBytes: MIB,
    open: () => ({
      run(input) {
        const fields = decodeFields(parseJsonBody(input))
        const json = encodeFields(fields)
        const again = decodeFields(json)
        same(encodeFields(again), json)
        same(areIdenticalFields(fields, again), true)
        documentSize(path, fields)
        validateDocument(`${root}/${path}`, path, fields, json)
      },
      decode(input) {
        const fields = decodeFields(parseJsonBody(input))
        validateDocument(`${root}/${path}`, path, fields, encodeFields(fields))
      },
    }),
  },
  {
    name: 'index-entries',
    form: 'json',
    watches: ['/model/src/index-', '/model/src/ordered-bytes.ts', '/model/src/value-order.ts'],
    seeds: ['{}', everyType],
    words: typeWords,
    limitBytes: MIB,
    open() {
      let before: Fields | undefined
      return {
        run(input) {
          const fields = decodeFields(parseJsonBody(input))
          // Only documents within the limits are stored, and so have keys.
          validateDocument(`${root}/${path}`, path, fields, encodeFields(fields))
          const keys = indexEntriesOf('(default)', path, fields)
          for (const key of keys) {
            same(decodeDocumentPath(key), { database: '(default)', path })
            isCut(key)
          }
          const { added, removed } = indexChanges('(default)', path, before, fields)
          same(indexChanges('(default)', path, fields, before).added.length, removed.length)
          same(indexChanges('(default)', path, fields, before).removed.length, added.length)
          const values = [...fields.values()]
          for (const [i, value] of values.entries()) {
            const next = values[i + 1]
            if (next === undefined) continue
            const order = Math.sign(compareBytes(encodeOrderedValue(value), encodeOrderedValue(next)))
            same(order, Math.sign(compareValues(value, next)))
          }
          before = fields
        },
        // As a commit makes them, once.
        decode(input) {
          const fields = decodeFields(parseJsonBody(input))
          validateDocument(`${root}/${path}`, path, fields, encodeFields(fields))
          indexChanges('(default)', path, undefined, fields)
        },
      }
    },
  },
  {
    name: 'index-key',
    form: 'bytes',
    watches: ['/model/src/index-key.ts', '/model/src/ordered-bytes.ts'],
    seeds: indexEntriesOf('other', 'users/__id7__/posts/é', decodeFields(everyType)),
    words: ['\0', '\u0001', '\u0001\0', '\u0001\u0001', '\u0001\u0002'],
    // A key that cannot be read is a store that lost data, and said so.
    refusals: ['data-loss'],
    limitBytes: 16 * KIB,
    open() {
      let other: Buffer | undefined
      return {
        run(input) {
          isCut(input)
          valueBytes(input)
          documentBytes(input)
          if (other !== undefined) sameValueBytes(input, other)
          other = input
          decodeCollectionPath(input)
          decodeDocumentPath(input)
        },
      }
    },
  },
  {
    name: 'import-line',
    form: 'json',
    watches: ['/model/src/document-lines.ts'],
    seeds: [
      '{"format":"hearth-documents","version":1,"project":"shop","database":"(default)","readTime":"2026-01-01T00:00:00Z"}',
      `{"path":"users/ada","fields":${everyType}}`,
      '{"end":true,"documents":1}',
    ],
    words: [
      ...typeWords,
      'format',
      'hearth-documents',
      'version',
      'project',
      'database',
      'readTime',
      'path',
      'end',
      'documents',
    ],
    limitBytes: MIB,
    open: () => ({
      run(input) {
        const line = parseDocumentLine(input.toString(), 1)
        if (line.kind === 'document') withReferences(line.fields, root, 'projects/other/databases/x/documents')
      },
    }),
  },
]
