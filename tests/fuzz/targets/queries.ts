import {
  canonicalQueryId,
  compareValues,
  decodeFields,
  disjunctsOf,
  encodeFields,
  FieldIndexing,
  makeDocument,
} from '@hearth/model'
import { prepareQuery } from '../../../apps/server/src/documents/query/prepared-query.ts'
import { parseJsonBody, parseLongJsonBody } from '../../../apps/server/src/http/request-body.ts'
import { decodeAggregations, decodeQuery } from '../../../apps/server/src/protocols/firestore-codec/decode-query.ts'
import {
  decodeFieldIndexes,
  encodeFieldIndexes,
  decodeIndexFile,
  indexFile,
} from '../../../apps/server/src/protocols/firestore-codec/index-declaration.ts'
import { readJson, readJsonInTurns } from '../../../apps/server/src/protocols/firestore-codec/json-reader.ts'
import { RunAggregationQueryRequest } from '../../../apps/server/src/protocols/firestore-codec/messages.ts'
import { type FuzzTarget, MIB } from '../fuzz-target.ts'
import { same } from './judgement.ts'
import { messageWords, requests } from './requests.ts'

const at = { project: 'demo-app', database: '(default)' }
const seeds = requests.flatMap(([name, request]) => {
  if (name === 'RunAggregationQueryRequest') return [JSON.stringify(request)]
  if (name !== 'RunQueryRequest' || !('structuredQuery' in request)) return []
  return [JSON.stringify({ structuredAggregationQuery: { structuredQuery: request.structuredQuery } })]
})

const stored = [
  { a: { integerValue: '5' }, l: { arrayValue: { values: [{ stringValue: 'x' }] } }, 'a.b': { nullValue: null } },
  { a: { doubleValue: 'NaN' }, l: { stringValue: 'x' }, v: { mapValue: {} } },
  {},
].map((fields, i) => {
  const json = encodeFields(decodeFields(fields))
  return makeDocument({ path: `users/${i}`, createTime: 1, updateTime: 1, json })
})

const indexes = {
  indexes: [{ collectionGroup: 'c', queryScope: 'COLLECTION', fields: [{ fieldPath: 'a', order: 'ASCENDING' }] }],
  fieldOverrides: [
    { collectionGroup: 'c', fieldPath: '*', ttl: true, indexes: [] },
    { collectionGroup: 'c', fieldPath: 'a', indexes: [{ queryScope: 'COLLECTION_GROUP', arrayConfig: 'CONTAINS' }] },
  ],
}

/** Structured queries, from the message to what they find. */
export const queryTargets: readonly FuzzTarget[] = [
  {
    name: 'structured-query',
    form: 'json',
    watches: [
      '/firestore-codec/decode-query.ts',
      '/model/src/query-',
      '/model/src/vector-search.ts',
      '/model/src/aggregation.ts',
    ],
    seeds,
    words: messageWords,
    refusals: ['invalid-argument', 'unimplemented'],
    limitBytes: 11 * MIB,
    open: () => ({
      run(input) {
        const { structuredAggregationQuery: asked } = readJson(RunAggregationQueryRequest, parseJsonBody(input))
        decodeAggregations(asked?.aggregations)
        const query = decodeQuery('', asked?.structuredQuery)
        const prepared = prepareQuery(query, at)
        same(canonicalQueryId(prepareQuery(query, at).query), canonicalQueryId(prepared.query))
        disjunctsOf(prepared.query.filter)
        const found = stored
          .filter(prepared.finds)
          .toSorted((a, b) => Buffer.compare(prepared.keyOf(a), prepared.keyOf(b)))
        for (const document of found) compareValues({ kind: 'map', fields: document.fields }, { kind: 'null' })
      },
      async decode(input) {
        const json = await parseLongJsonBody(input, () => undefined)
        const { structuredAggregationQuery: asked } = await readJsonInTurns(RunAggregationQueryRequest, json)
        decodeAggregations(asked?.aggregations)
        prepareQuery(decodeQuery('', asked?.structuredQuery), at)
      },
    }),
  },
  {
    name: 'index-file',
    form: 'json',
    watches: ['/firestore-codec/index-', '/model/src/field-'],
    seeds: [JSON.stringify(indexes)],
    words: ['COLLECTION', 'COLLECTION_GROUP', 'ASCENDING', 'DESCENDING', 'CONTAINS', 'ttl', '*', '__name__', 'a.b'],
    limitBytes: MIB,
    open: () => ({
      run(input) {
        const file = indexFile.safeParse(parseJsonBody(input))
        if (!file.success) return
        const { overrides } = decodeIndexFile('(default)', file.data).declared
        for (const { path, indexes: scoped } of overrides) {
          same(decodeFieldIndexes(encodeFieldIndexes(scoped)), scoped)
          same(new FieldIndexing([[{ path, ...scoped }]]).has(path, 'group', 'contains'), scoped.group.contains)
        }
      },
    }),
  },
]
