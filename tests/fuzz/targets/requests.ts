/** One valid request of each kind, to begin with; the names are those of their messages. */

const database = 'projects/demo-app/databases/(default)'
const parent = `${database}/documents`
const name = `${parent}/users/ada`
const time = '2026-01-01T00:00:00.000001Z'
const field = (fieldPath: string) => ({ fieldPath })

const writes = [
  {
    update: { name, fields: { a: { integerValue: '1' }, m: { mapValue: { fields: { x: { stringValue: 'é' } } } } } },
    updateMask: { fieldPaths: ['a', 'm.`x`'] },
    updateTransforms: [
      { fieldPath: 't', setToServerValue: 'REQUEST_TIME' },
      { fieldPath: 'n', increment: { doubleValue: 0.5 } },
      { fieldPath: 'max', maximum: { integerValue: '3' } },
      { fieldPath: 'l', appendMissingElements: { values: [{ nullValue: null }, { bytesValue: 'AA==' }] } },
      { fieldPath: 'r', removeAllFromArray: { values: [{ geoPointValue: { latitude: 1 } }] } },
    ],
    currentDocument: { exists: true },
  },
  { delete: name, currentDocument: { updateTime: time } },
  { verify: `${parent}/users/bob`, currentDocument: { exists: false } },
  { transform: { document: name, fieldTransforms: [{ fieldPath: 'min', minimum: { doubleValue: 'NaN' } }] } },
]

export const structuredQuery = {
  select: { fields: [field('a'), field('__name__')] },
  from: [{ collectionId: 'users', allDescendants: true }],
  where: {
    compositeFilter: {
      op: 'OR',
      filters: [
        { fieldFilter: { field: field('a'), op: 'GREATER_THAN', value: { integerValue: '1' } } },
        {
          fieldFilter: {
            field: field('l'),
            op: 'ARRAY_CONTAINS_ANY',
            value: { arrayValue: { values: [{ stringValue: 'x' }] } },
          },
        },
        { unaryFilter: { field: field('`a.b`'), op: 'IS_NOT_NULL' } },
        {
          compositeFilter: {
            op: 'AND',
            filters: [{ fieldFilter: { field: field('__name__'), op: 'LESS_THAN', value: { referenceValue: name } } }],
          },
        },
      ],
    },
  },
  orderBy: [{ field: field('a'), direction: 'DESCENDING' }, { field: field('__name__') }],
  startAt: { values: [{ integerValue: '9' }, { referenceValue: name }], before: true },
  endAt: { values: [{ integerValue: '0' }] },
  offset: 1,
  limit: 10,
}

const nearest = {
  from: [{ collectionId: 'users' }],
  where: { fieldFilter: { field: field('a'), op: 'IN', value: { arrayValue: { values: [{ integerValue: '1' }] } } } },
  findNearest: {
    vectorField: field('v'),
    queryVector: {
      mapValue: {
        fields: { __type__: { stringValue: '__vector__' }, value: { arrayValue: { values: [{ doubleValue: 1 }] } } },
      },
    },
    distanceMeasure: 'COSINE',
    limit: 3,
    distanceResultField: 'd',
    distanceThreshold: 0.5,
  },
}

const aggregations = [
  { alias: 'a', count: { upTo: '5' } },
  { sum: { field: field('a') } },
  { avg: { field: field('a') } },
]

export const requests: readonly (readonly [string, object])[] = [
  ['GetDocumentRequest', { name, mask: { fieldPaths: ['a'] }, readTime: time }],
  ['ListDocumentsRequest', { parent, collectionId: 'users', pageSize: 3, orderBy: 'a desc', pageToken: 'AA' }],
  ['ListDocumentsRequest', { parent, collectionId: 'users', showMissing: true, mask: {} }],
  [
    'CreateDocumentRequest',
    { parent, collectionId: 'users', documentId: 'x', document: { fields: { a: { booleanValue: true } } } },
  ],
  ['UpdateDocumentRequest', { document: { name, fields: {} }, updateMask: { fieldPaths: ['a'] } }],
  ['DeleteDocumentRequest', { name, currentDocument: { exists: true } }],
  ['BatchGetDocumentsRequest', { database, documents: [name], newTransaction: { readOnly: { readTime: time } } }],
  [
    'BatchGetDocumentsRequest',
    { database, documents: [name], newTransaction: { readWrite: { retryTransaction: 'AA==' } } },
  ],
  ['BeginTransactionRequest', { database, options: { readWrite: {} } }],
  ['CommitRequest', { database, writes }],
  ['CommitRequest', { database, writes: [], transaction: 'AAAA' }],
  ['RollbackRequest', { database, transaction: 'AAAA' }],
  ['RunQueryRequest', { parent, structuredQuery }],
  ['RunQueryRequest', { parent, structuredQuery: nearest, explainOptions: { analyze: true } }],
  ['RunAggregationQueryRequest', { parent, structuredAggregationQuery: { structuredQuery, aggregations } }],
  [
    'PartitionQueryRequest',
    {
      parent,
      partitionCount: '3',
      structuredQuery: {
        from: [{ collectionId: 'users', allDescendants: true }],
        orderBy: [{ field: field('__name__') }],
      },
    },
  ],
  ['ListCollectionIdsRequest', { parent: name, pageSize: 2 }],
  ['BatchWriteRequest', { database, writes: writes.slice(0, 1), labels: { a: 'b' } }],
  ['WriteRequest', { database, streamToken: 'AA==', writes }],
  [
    'ListenRequest',
    {
      database,
      addTarget: { targetId: 1, query: { parent, structuredQuery }, resumeToken: 'AAAA', expectedCount: 3 },
      labels: { 'goog-listen-tags': 'limbo-document' },
    },
  ],
  [
    'ListenRequest',
    { database, addTarget: { targetId: 2, documents: { documents: [name] }, readTime: time, once: true } },
  ],
  ['ListenRequest', { removeTarget: 1 }],
]

/** What stands in requests and is not found by chance. */
export const messageWords: readonly string[] = [
  ...wordsIn(requests),
  ...wordsIn('LESS_THAN_OR_EQUAL EQUAL NOT_EQUAL ARRAY_CONTAINS NOT_IN IS_NAN IS_NULL IS_NOT_NAN'.split(' ')),
  ...wordsIn('EUCLIDEAN DOT_PRODUCT ASCENDING read_time struct_query pipelineQuery __id7__ __x__'.split(' ')),
]

/** Every name and every text of a tree, once. */
function wordsIn(tree: unknown): string[] {
  const words = new Set<string>()
  JSON.stringify(tree, (key, value: unknown) => {
    for (const word of [key, value]) if (typeof word === 'string' && word !== '' && !/^\d+$/.test(word)) words.add(word)
    return value
  })
  return [...words]
}
