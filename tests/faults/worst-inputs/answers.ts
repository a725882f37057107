import type { HostedServer } from '../../../apps/server/src/testing/hosted-server.ts'
import { publishRules } from './documents.ts'
import { field, grpcCall } from './grpc.ts'
import { ada, KIB, owner, type WorstInput, type WorstRequest } from './worst-input.ts'

const database = 'projects/demo-app/databases/(default)'
const root = `/v1/${database}/documents`
const name = (path: string): string => `${database}/documents/${path}`

/** Documents of as many values as one has at most; their texts are 17 MB. */
const largeDocuments = 5
const manyDocuments = 20_000
/** Values of a document, its array and the field beside it among them. */
const elements = 99_000

const post = (verb: string, body: unknown, headers = owner): WorstRequest => ({
  method: 'POST',
  path: `${root}:${verb}`,
  headers,
  body: JSON.stringify(body),
})
const get = (path: string, headers = owner): WorstRequest => ({ method: 'GET', path: `${root}/${path}`, headers })

const ofLarge = { from: [{ collectionId: 'large' }] }
const names = Array.from({ length: largeDocuments }, (_, i) => name(`large/${i}`))
const query = (more: object): WorstRequest => post('runQuery', { structuredQuery: { ...ofLarge, ...more } })
const where = (op: string, value: object) => ({ where: { fieldFilter: { field: { fieldPath: 'a' }, op, value } } })

/** What the server reads, judges and writes into answers, where that is as much as it can be. */
export const answerInputs: readonly WorstInput[] = [
  {
    decoder: 'answers of large documents',
    limit: '1 MiB, 100,000 values',
    routes: [],
    isForAll: true,
    prepare: storeLarge,
    answers: /^(200|0|400 .*too large to be used in a query)/,
    shapes: {
      'one with a mask': () => get('large/0?mask.fieldPaths=a'),
      'a list': () => get('large?pageSize=300'),
      'a list with a mask': () => get('large?pageSize=300&mask.fieldPaths=a'),
      'reads with a mask': () => post('batchGet', { documents: names, mask: { fieldPaths: ['a'] } }),
      'reads under rules': () => post('batchGet', { documents: names }, ada),
      'a query by gRPC': () =>
        grpcCall('RunQuery', Buffer.concat([field(1, `${database}/documents`), field(2, field(2, field(2, 'large')))])),
      'reads by gRPC': () =>
        grpcCall('BatchGetDocuments', Buffer.concat([field(1, database), ...names.map((of) => field(2, of))])),
      'a query of a field': () => query({ select: { fields: [{ fieldPath: 'a' }] } }),
      'a query in an order': () => query({ orderBy: [{ field: { fieldPath: 'n' }, direction: 'DESCENDING' }] }),
      'a filter by an element': () => query(where('ARRAY_CONTAINS', { integerValue: 7 })),
      'a filter by all of it': () =>
        query(
          where('EQUAL', { arrayValue: { values: Array.from({ length: elements }, () => ({ integerValue: 7 })) } }),
        ),
      'a sum': () =>
        post('runAggregationQuery', {
          structuredAggregationQuery: {
            structuredQuery: ofLarge,
            aggregations: [{ alias: 's', sum: { field: { fieldPath: 'a' } } }],
          },
        }),
      'changes of one field each': () =>
        post('commit', {
          writes: names.map((of, i) => ({
            update: { name: of, fields: { n: { integerValue: -i } } },
            updateMask: { fieldPaths: ['n'] },
          })),
        }),
      'a union with each': () =>
        post('commit', {
          writes: names.map((document) => ({
            transform: {
              document,
              fieldTransforms: [{ fieldPath: 'a', appendMissingElements: { values: [{ integerValue: 8 }] } }],
            },
          })),
        }),
      'a removal from each': () =>
        post('commit', {
          writes: names.map((document) => ({
            transform: {
              document,
              fieldTransforms: [{ fieldPath: 'a', removeAllFromArray: { values: [{ integerValue: 8 }] } }],
            },
          })),
        }),
    },
  },
  {
    decoder: 'answers of many documents',
    limit: '20,000 missing parents',
    routes: [],
    isForAll: true,
    prepare: storeMany,
    answers: /^200 /,
    shapes: {
      'a list of missing ones': () => get('missing?pageSize=300&showMissing=true'),
      'names of collections': () => post('listCollectionIds', { pageSize: 300 }),
      'parts of a group': () =>
        post('partitionQuery', {
          structuredQuery: {
            from: [{ collectionId: 'below', allDescendants: true }],
            orderBy: [{ field: { fieldPath: '__name__' } }],
          },
          partitionCount: '10000',
        }),
      'all of them': () =>
        post('runQuery', { structuredQuery: { from: [{ collectionId: 'below', allDescendants: true }] } }),
      'an order without an index': () =>
        post('runQuery', {
          structuredQuery: {
            from: [{ collectionId: 'below', allDescendants: true }],
            orderBy: [{ field: { fieldPath: 'n' } }, { field: { fieldPath: 'm' } }],
          },
        }),
      'a count': () =>
        post('runAggregationQuery', {
          structuredAggregationQuery: {
            structuredQuery: { from: [{ collectionId: 'below', allDescendants: true }] },
            aggregations: [{ alias: 'c', count: {} }],
          },
        }),
      'the last behind an offset': () =>
        post('runQuery', {
          structuredQuery: { from: [{ collectionId: 'below', allDescendants: true }], offset: manyDocuments - 1 },
        }),
    },
  },
  {
    decoder: 'queries under large rules',
    limit: '256 KiB of rules',
    routes: [],
    isForAll: true,
    prepare: (server) => publishRules(server, largeRules),
    answers: /^403 /,
    shapes: {
      'a query that is not proved': () => post('runQuery', { structuredQuery: { from: [{ collectionId: 'c' }] } }, ada),
      'a query of many filters': () =>
        post('runQuery', { structuredQuery: { from: [{ collectionId: 'c' }], where: alternatives(20) } }, ada),
      'a document that no rule allows': () => get('c/none', ada),
    },
  },
]

/** As many conditions as there is room for, none of which holds. An expression may have some 20 of them. */
const condition = '(resource.data.owner == request.auth.uid && resource.data.n > 7 && resource.data.kind in ["a", "b"])'
const largeRules = filledRules(`allow read: if false${` || ${condition}`.repeat(20)};`)

function filledRules(statement: string): string {
  const statements = statement.repeat(Math.floor((250 * KIB) / statement.length))
  return `rules_version = '2'; service cloud.firestore { match /databases/{d}/documents { match /c/{id} { ${statements} } } }`
}

function alternatives(count: number): object {
  const filters = Array.from({ length: count }, (_, i) => ({
    fieldFilter: { field: { fieldPath: `f${i}` }, op: 'EQUAL', value: { integerValue: i } },
  }))
  return { compositeFilter: { op: 'OR', filters } }
}

async function storeLarge(server: HostedServer): Promise<void> {
  const { origin } = server
  await publishRules(server)
  const values = Array.from({ length: elements }, () => ({ integerValue: 7 }))
  for (const [i, of] of names.entries()) {
    await commit(origin, [
      {
        update: {
          name: of,
          fields: { a: { arrayValue: { values } }, n: { integerValue: i }, owner: { stringValue: 'ada' } },
        },
      },
    ])
  }
}

async function storeMany({ origin }: { readonly origin: string }): Promise<void> {
  await commit(
    origin,
    Array.from({ length: manyDocuments }, (_, i) => ({
      update: {
        name: name(`missing/${i}/below/${i}`),
        fields: { n: { integerValue: (i * 7919) % manyDocuments }, m: { stringValue: `m${i}` } },
      },
    })),
  )
}

async function commit(origin: string, writes: readonly object[]): Promise<void> {
  const answer = await fetch(`${origin}${root}:commit`, {
    method: 'POST',
    headers: owner,
    body: JSON.stringify({ writes }),
  })
  if (!answer.ok) throw new Error(`The documents were not stored: ${await answer.text()}`)
}
