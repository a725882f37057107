import { byName, enumeration, many, message, one } from './wire-schema.ts'
import type { MessageType, ShapeOf } from './wire-schema.ts'

/**
 * The messages of google.firestore.v1 as this server understands them: names, numbers and types are facts of the
 * vendor's public API definition (a test compares them with it), plus `verify` in `Write`, which the official web SDK
 * sends and the public definition lacks.
 */

const Direction = enumeration('StructuredQuery.Direction', {
  DIRECTION_UNSPECIFIED: 0,
  ASCENDING: 1,
  DESCENDING: 2,
})

const CompositeOperator = enumeration('StructuredQuery.CompositeFilter.Operator', {
  OPERATOR_UNSPECIFIED: 0,
  AND: 1,
  OR: 2,
})

const FieldOperator = enumeration('StructuredQuery.FieldFilter.Operator', {
  OPERATOR_UNSPECIFIED: 0,
  LESS_THAN: 1,
  LESS_THAN_OR_EQUAL: 2,
  GREATER_THAN: 3,
  GREATER_THAN_OR_EQUAL: 4,
  EQUAL: 5,
  NOT_EQUAL: 6,
  ARRAY_CONTAINS: 7,
  IN: 8,
  ARRAY_CONTAINS_ANY: 9,
  NOT_IN: 10,
})

const UnaryOperator = enumeration('StructuredQuery.UnaryFilter.Operator', {
  OPERATOR_UNSPECIFIED: 0,
  IS_NAN: 2,
  IS_NULL: 3,
  IS_NOT_NAN: 4,
  IS_NOT_NULL: 5,
})

const ServerValue = enumeration('DocumentTransform.FieldTransform.ServerValue', {
  SERVER_VALUE_UNSPECIFIED: 0,
  REQUEST_TIME: 1,
})

const TargetChangeType = enumeration('TargetChange.TargetChangeType', {
  NO_CHANGE: 0,
  ADD: 1,
  REMOVE: 2,
  CURRENT: 3,
  RESET: 4,
})

export const Status = message('google.rpc.Status', { code: one(1, 'int32'), message: one(2, 'string') })
export type Status = ShapeOf<typeof Status>

export const Empty = message('google.protobuf.Empty', {})

// Documents and writes

export const DocumentMask = message('DocumentMask', { fieldPaths: many(1, 'string') })
export type DocumentMask = ShapeOf<typeof DocumentMask>

export const Precondition = message('Precondition', {
  exists: one(1, 'bool', 'conditionType'),
  updateTime: one(2, 'instant', 'conditionType'),
})
export type Precondition = ShapeOf<typeof Precondition>

/** A document inside a request; its times are the server's to say and are ignored. */
export const RequestDocument = message('Document', {
  name: one(1, 'string'),
  fields: one(2, 'fields'),
  createTime: one(3, 'instant'),
  updateTime: one(4, 'instant'),
})
export type RequestDocument = ShapeOf<typeof RequestDocument>

export const FieldTransform = message('DocumentTransform.FieldTransform', {
  fieldPath: one(1, 'string'),
  setToServerValue: one(2, ServerValue, 'transformType'),
  increment: one(3, 'value', 'transformType'),
  maximum: one(4, 'value', 'transformType'),
  minimum: one(5, 'value', 'transformType'),
  appendMissingElements: one(6, 'arrayValue', 'transformType'),
  removeAllFromArray: one(7, 'arrayValue', 'transformType'),
})
export type FieldTransform = ShapeOf<typeof FieldTransform>

const DocumentTransform = message('DocumentTransform', {
  document: one(1, 'string'),
  fieldTransforms: many(2, FieldTransform),
})

export const Write = message('Write', {
  update: one(1, RequestDocument, 'operation'),
  delete: one(2, 'string', 'operation'),
  verify: one(5, 'string', 'operation'),
  transform: one(6, DocumentTransform, 'operation'),
  updateMask: one(3, DocumentMask),
  currentDocument: one(4, Precondition),
  updateTransforms: many(7, FieldTransform),
})
export type Write = ShapeOf<typeof Write>

export const WriteResult = message('WriteResult', {
  updateTime: one(1, 'version'),
  transformResults: many(2, 'value'),
})
export type WriteResult = ShapeOf<typeof WriteResult>

// Queries

const FieldReference = message('StructuredQuery.FieldReference', { fieldPath: one(2, 'string') })
export type FieldReference = ShapeOf<typeof FieldReference>

export const Cursor = message('Cursor', { values: many(1, 'value'), before: one(2, 'bool') })
export type Cursor = ShapeOf<typeof Cursor>

const FieldFilter = message('StructuredQuery.FieldFilter', {
  field: one(1, FieldReference),
  op: one(2, FieldOperator),
  value: one(3, 'value'),
})
export type FieldFilter = ShapeOf<typeof FieldFilter>

const UnaryFilter = message('StructuredQuery.UnaryFilter', {
  op: one(1, UnaryOperator),
  field: one(2, FieldReference, 'operandType'),
})
export type UnaryFilter = ShapeOf<typeof UnaryFilter>

export interface CompositeFilter {
  readonly op?: keyof typeof CompositeOperator.numbers | undefined
  readonly filters?: readonly Filter[] | undefined
}

const CompositeFilter: MessageType<CompositeFilter> = message('StructuredQuery.CompositeFilter', {
  op: one(1, CompositeOperator),
  filters: many(2, (): MessageType<Filter> => Filter),
})

export interface Filter {
  readonly compositeFilter?: CompositeFilter | undefined
  readonly fieldFilter?: FieldFilter | undefined
  readonly unaryFilter?: UnaryFilter | undefined
}

export const Filter: MessageType<Filter> = message('StructuredQuery.Filter', {
  compositeFilter: one(1, CompositeFilter, 'filterType'),
  fieldFilter: one(2, FieldFilter, 'filterType'),
  unaryFilter: one(3, UnaryFilter, 'filterType'),
})

const CollectionSelector = message('StructuredQuery.CollectionSelector', {
  collectionId: one(2, 'string'),
  allDescendants: one(3, 'bool'),
})

const Order = message('StructuredQuery.Order', { field: one(1, FieldReference), direction: one(2, Direction) })
export type Order = ShapeOf<typeof Order>

const Projection = message('StructuredQuery.Projection', { fields: many(2, FieldReference) })

const DistanceMeasure = enumeration('StructuredQuery.FindNearest.DistanceMeasure', {
  DISTANCE_MEASURE_UNSPECIFIED: 0,
  EUCLIDEAN: 1,
  COSINE: 2,
  DOT_PRODUCT: 3,
})

const FindNearest = message('StructuredQuery.FindNearest', {
  vectorField: one(1, FieldReference),
  queryVector: one(2, 'value'),
  distanceMeasure: one(3, DistanceMeasure),
  limit: one(4, 'int32Value'),
  distanceResultField: one(5, 'string'),
  distanceThreshold: one(6, 'doubleValue'),
})
export type FindNearest = ShapeOf<typeof FindNearest>

export const StructuredQuery = message('StructuredQuery', {
  select: one(1, Projection),
  from: many(2, CollectionSelector),
  where: one(3, Filter),
  orderBy: many(4, Order),
  startAt: one(7, Cursor),
  endAt: one(8, Cursor),
  offset: one(6, 'int32'),
  limit: one(5, 'int32Value'),
  findNearest: one(9, FindNearest),
})
export type StructuredQuery = ShapeOf<typeof StructuredQuery>

const Count = message('StructuredAggregationQuery.Aggregation.Count', { upTo: one(1, 'int64Value') })
const Sum = message('StructuredAggregationQuery.Aggregation.Sum', { field: one(1, FieldReference) })
const Avg = message('StructuredAggregationQuery.Aggregation.Avg', { field: one(1, FieldReference) })

const Aggregation = message('StructuredAggregationQuery.Aggregation', {
  count: one(1, Count, 'operator'),
  sum: one(2, Sum, 'operator'),
  avg: one(3, Avg, 'operator'),
  alias: one(7, 'string'),
})
export type Aggregation = ShapeOf<typeof Aggregation>

const StructuredAggregationQuery = message('StructuredAggregationQuery', {
  structuredQuery: one(1, StructuredQuery, 'queryType'),
  aggregations: many(3, Aggregation),
})
export type StructuredAggregationQuery = ShapeOf<typeof StructuredAggregationQuery>

const AggregationResult = message('AggregationResult', { aggregateFields: one(2, 'fields') })

// Transactions

const ReadWrite = message('TransactionOptions.ReadWrite', { retryTransaction: one(1, 'bytes') })
const ReadOnly = message('TransactionOptions.ReadOnly', { readTime: one(2, 'instant', 'consistencySelector') })

export const TransactionOptions = message('TransactionOptions', {
  readOnly: one(2, ReadOnly, 'mode'),
  readWrite: one(3, ReadWrite, 'mode'),
})
export type TransactionOptions = ShapeOf<typeof TransactionOptions>

// What a query takes

const ExplainOptions = message('ExplainOptions', { analyze: one(1, 'bool') })
export type ExplainOptions = ShapeOf<typeof ExplainOptions>

const PlanSummary = message('PlanSummary', { indexesUsed: many(1, 'struct') })
const ExecutionStats = message('ExecutionStats', {
  resultsReturned: one(1, 'int64'),
  executionDuration: one(3, 'duration'),
  readOperations: one(4, 'int64'),
  debugStats: one(5, 'struct'),
})
const ExplainMetrics = message('ExplainMetrics', {
  planSummary: one(1, PlanSummary),
  executionStats: one(2, ExecutionStats),
})
export type ExplainMetrics = ShapeOf<typeof ExplainMetrics>

// Requests and answers of the calls

export const GetDocumentRequest = message('GetDocumentRequest', {
  name: one(1, 'string'),
  mask: one(2, DocumentMask),
  transaction: one(3, 'bytes', 'consistencySelector'),
  readTime: one(5, 'instant', 'consistencySelector'),
})

export const ListDocumentsRequest = message('ListDocumentsRequest', {
  parent: one(1, 'string'),
  collectionId: one(2, 'string'),
  pageSize: one(3, 'int32'),
  pageToken: one(4, 'string'),
  orderBy: one(6, 'string'),
  mask: one(7, DocumentMask),
  transaction: one(8, 'bytes', 'consistencySelector'),
  readTime: one(10, 'instant', 'consistencySelector'),
  showMissing: one(12, 'bool'),
})

export const ListDocumentsResponse = message('ListDocumentsResponse', {
  documents: many(1, 'document'),
  nextPageToken: one(2, 'string'),
})

export const CreateDocumentRequest = message('CreateDocumentRequest', {
  parent: one(1, 'string'),
  collectionId: one(2, 'string'),
  documentId: one(3, 'string'),
  document: one(4, RequestDocument),
  mask: one(5, DocumentMask),
})

export const UpdateDocumentRequest = message('UpdateDocumentRequest', {
  document: one(1, RequestDocument),
  updateMask: one(2, DocumentMask),
  mask: one(3, DocumentMask),
  currentDocument: one(4, Precondition),
})

export const DeleteDocumentRequest = message('DeleteDocumentRequest', {
  name: one(1, 'string'),
  currentDocument: one(2, Precondition),
})

export const BatchGetDocumentsRequest = message('BatchGetDocumentsRequest', {
  database: one(1, 'string'),
  documents: many(2, 'string'),
  mask: one(3, DocumentMask),
  transaction: one(4, 'bytes', 'consistencySelector'),
  newTransaction: one(5, TransactionOptions, 'consistencySelector'),
  readTime: one(7, 'instant', 'consistencySelector'),
})

export const BatchGetDocumentsResponse = message('BatchGetDocumentsResponse', {
  found: one(1, 'document', 'result'),
  missing: one(2, 'string', 'result'),
  transaction: one(3, 'bytes'),
  readTime: one(4, 'version'),
})

export const BeginTransactionRequest = message('BeginTransactionRequest', {
  database: one(1, 'string'),
  options: one(2, TransactionOptions),
})
export const BeginTransactionResponse = message('BeginTransactionResponse', { transaction: one(1, 'bytes') })

export const CommitRequest = message('CommitRequest', {
  database: one(1, 'string'),
  writes: many(2, Write),
  transaction: one(3, 'bytes'),
})

export const CommitResponse = message('CommitResponse', {
  writeResults: many(1, WriteResult),
  commitTime: one(2, 'version'),
})

export const RollbackRequest = message('RollbackRequest', {
  database: one(1, 'string'),
  transaction: one(2, 'bytes'),
})

export const RunQueryRequest = message('RunQueryRequest', {
  parent: one(1, 'string'),
  structuredQuery: one(2, StructuredQuery, 'queryType'),
  transaction: one(5, 'bytes', 'consistencySelector'),
  newTransaction: one(6, TransactionOptions, 'consistencySelector'),
  readTime: one(7, 'instant', 'consistencySelector'),
  explainOptions: one(10, ExplainOptions),
})

export const RunQueryResponse = message('RunQueryResponse', {
  transaction: one(2, 'bytes'),
  document: one(1, 'document'),
  readTime: one(3, 'version'),
  skippedResults: one(4, 'int32'),
  explainMetrics: one(11, ExplainMetrics),
})

export const RunAggregationQueryRequest = message('RunAggregationQueryRequest', {
  parent: one(1, 'string'),
  structuredAggregationQuery: one(2, StructuredAggregationQuery, 'queryType'),
  transaction: one(4, 'bytes', 'consistencySelector'),
  newTransaction: one(5, TransactionOptions, 'consistencySelector'),
  readTime: one(6, 'instant', 'consistencySelector'),
  explainOptions: one(8, ExplainOptions),
})

export const RunAggregationQueryResponse = message('RunAggregationQueryResponse', {
  result: one(1, AggregationResult),
  transaction: one(2, 'bytes'),
  readTime: one(3, 'version'),
  explainMetrics: one(10, ExplainMetrics),
})

export const PartitionQueryRequest = message('PartitionQueryRequest', {
  parent: one(1, 'string'),
  structuredQuery: one(2, StructuredQuery, 'queryType'),
  partitionCount: one(3, 'int64'),
  pageToken: one(4, 'string'),
  pageSize: one(5, 'int32'),
  readTime: one(6, 'instant', 'consistencySelector'),
})

export const PartitionQueryResponse = message('PartitionQueryResponse', {
  partitions: many(1, Cursor),
  nextPageToken: one(2, 'string'),
})

export const ListCollectionIdsRequest = message('ListCollectionIdsRequest', {
  parent: one(1, 'string'),
  pageSize: one(2, 'int32'),
  pageToken: one(3, 'string'),
  readTime: one(4, 'instant', 'consistencySelector'),
})

export const ListCollectionIdsResponse = message('ListCollectionIdsResponse', {
  collectionIds: many(1, 'string'),
  nextPageToken: one(2, 'string'),
})

export const BatchWriteRequest = message('BatchWriteRequest', {
  database: one(1, 'string'),
  writes: many(2, Write),
  labels: byName(3, 'string'),
})

export const BatchWriteResponse = message('BatchWriteResponse', {
  writeResults: many(1, WriteResult),
  status: many(2, Status),
})

export const ExecutePipelineRequest = message('ExecutePipelineRequest', {
  database: one(1, 'string'),
  structuredPipeline: one(2, 'opaque', 'pipelineType'),
  transaction: one(5, 'bytes', 'consistencySelector'),
  newTransaction: one(6, TransactionOptions, 'consistencySelector'),
  readTime: one(7, 'instant', 'consistencySelector'),
})

// Streams

export const WriteRequest = message('WriteRequest', {
  database: one(1, 'string'),
  streamId: one(2, 'string'),
  writes: many(3, Write),
  streamToken: one(4, 'bytes'),
  labels: byName(5, 'string'),
})
export type WriteRequest = ShapeOf<typeof WriteRequest>

export const WriteResponse = message('WriteResponse', {
  streamId: one(1, 'string'),
  streamToken: one(2, 'bytes'),
  writeResults: many(3, WriteResult),
  commitTime: one(4, 'version'),
})
export type WriteResponse = ShapeOf<typeof WriteResponse>

const QueryTarget = message('Target.QueryTarget', {
  parent: one(1, 'string'),
  structuredQuery: one(2, StructuredQuery, 'queryType'),
})
const DocumentsTarget = message('Target.DocumentsTarget', { documents: many(2, 'string') })

export const Target = message('Target', {
  query: one(2, QueryTarget, 'targetType'),
  documents: one(3, DocumentsTarget, 'targetType'),
  // Exists in the JSON form of the web SDK alone, hence without a number.
  pipelineQuery: one(0, 'opaque', 'targetType'),
  resumeToken: one(4, 'bytes', 'resumeType'),
  readTime: one(11, 'instant', 'resumeType'),
  targetId: one(5, 'int32'),
  once: one(6, 'bool'),
  expectedCount: one(12, 'int32Value'),
})
export type Target = ShapeOf<typeof Target>

export const ListenRequest = message('ListenRequest', {
  database: one(1, 'string'),
  addTarget: one(2, Target, 'targetChange'),
  removeTarget: one(3, 'int32', 'targetChange'),
  labels: byName(4, 'string'),
})
export type ListenRequest = ShapeOf<typeof ListenRequest>

const TargetChange = message('TargetChange', {
  targetChangeType: one(1, TargetChangeType),
  targetIds: many(2, 'int32'),
  cause: one(3, Status),
  resumeToken: one(4, 'bytes'),
  readTime: one(6, 'version'),
})

const DocumentChange = message('DocumentChange', {
  document: one(1, 'document'),
  targetIds: many(5, 'int32'),
  removedTargetIds: many(6, 'int32'),
})

const DocumentDelete = message('DocumentDelete', {
  document: one(1, 'string'),
  removedTargetIds: many(6, 'int32'),
  readTime: one(4, 'version'),
})

const DocumentRemove = message('DocumentRemove', {
  document: one(1, 'string'),
  removedTargetIds: many(2, 'int32'),
  readTime: one(4, 'version'),
})

const BitSequence = message('BitSequence', { bitmap: one(1, 'bytes'), padding: one(2, 'int32') })
const BloomFilter = message('BloomFilter', { bits: one(1, BitSequence), hashCount: one(2, 'int32') })

const ExistenceFilter = message('ExistenceFilter', {
  targetId: one(1, 'int32'),
  count: one(2, 'int32'),
  unchangedNames: one(3, BloomFilter),
})

export const ListenResponse = message('ListenResponse', {
  targetChange: one(2, TargetChange, 'responseType'),
  documentChange: one(3, DocumentChange, 'responseType'),
  documentDelete: one(4, DocumentDelete, 'responseType'),
  documentRemove: one(6, DocumentRemove, 'responseType'),
  filter: one(5, ExistenceFilter, 'responseType'),
})
export type ListenResponse = ShapeOf<typeof ListenResponse>
