import { autoId, childPath, type Mutation, StatusError, validateCollectionId, validateDocumentId } from '@hearth/model'
import { denyUnderRules } from '../../access/permission-denied.ts'
import type { CommitResult } from '../../documents/documents.ts'
import { grpcStatusOf } from '../../http/status-codes.ts'
import { DatabaseScope } from '../firestore-codec/database-scope.ts'
import {
  decodeTransaction,
  decodeTransactionOptions,
  encodeTransaction,
} from '../firestore-codec/decode-consistency.ts'
import { decodeMask, decodePrecondition, decodeWrite, decodeWrites } from '../firestore-codec/decode-write.ts'
import {
  BatchWriteRequest,
  BatchWriteResponse,
  BeginTransactionRequest,
  BeginTransactionResponse,
  CommitRequest,
  CommitResponse,
  CreateDocumentRequest,
  DeleteDocumentRequest,
  Empty,
  ExecutePipelineRequest,
  RollbackRequest,
  RunQueryResponse,
  UpdateDocumentRequest,
  type Write,
} from '../firestore-codec/messages.ts'
import type { NamedDocument } from '../firestore-codec/wire-schema.ts'
import { type CallContext, defineCall } from './call.ts'
import { masked, named } from './read-calls.ts'

const BATCH_WRITES_MAX = 500

export const commit = defineCall({
  name: 'Commit',
  request: CommitRequest,
  response: CommitResponse,
  scopeOf: ({ database }) => DatabaseScope.parse(database),
  async run({ caller, documents, scope }, request) {
    const transaction = decodeTransaction(request.transaction)
    const mutations = decodeWrites(scope, request.writes)
    const result = await documents.commit(caller, scope, mutations, transaction === undefined ? {} : { transaction })
    return [{ writeResults: result.results, commitTime: result.commitTime }]
  },
})

export const beginTransaction = defineCall({
  name: 'BeginTransaction',
  request: BeginTransactionRequest,
  response: BeginTransactionResponse,
  scopeOf: ({ database }) => DatabaseScope.parse(database),
  async run({ caller, address, documents, scope }, request) {
    const options = { ...decodeTransactionOptions(request.options), address }
    const transaction = await documents.beginTransaction(caller, scope, options)
    return [{ transaction: encodeTransaction(transaction) }]
  },
})

export const rollback = defineCall({
  name: 'Rollback',
  request: RollbackRequest,
  response: Empty,
  scopeOf: ({ database }) => DatabaseScope.parse(database),
  async run({ caller, documents, scope }, request) {
    await documents.rollback(caller, scope, decodeTransaction(request.transaction) ?? '')
    return [{}]
  },
})

export const createDocument = defineCall({
  name: 'CreateDocument',
  request: CreateDocumentRequest,
  response: 'document',
  scopeOf: ({ parent }) => DatabaseScope.ofName(parent),
  async run(context, request) {
    const { scope, random } = context
    const { collectionId = '', documentId = '' } = request
    validateCollectionId(collectionId)
    if (documentId !== '') validateDocumentId(documentId)
    const collection = childPath(scope.parentPath(request.parent), collectionId)
    const path = childPath(collection, documentId || autoId(random))
    return write(context, request.mask, {
      kind: 'set',
      path: scope.documentPath(scope.root + path),
      fields: request.document?.fields ?? new Map(),
      transforms: [],
      precondition: { kind: 'exists', exists: false },
    })
  },
})

export const updateDocument = defineCall({
  name: 'UpdateDocument',
  request: UpdateDocumentRequest,
  response: 'document',
  scopeOf: ({ document }) => DatabaseScope.ofName(document?.name),
  run: (context, request) =>
    write(context, request.mask, {
      kind: 'set',
      path: context.scope.documentPath(request.document?.name),
      fields: request.document?.fields ?? new Map(),
      mask: decodeMask(request.updateMask),
      transforms: [],
      precondition: decodePrecondition(request.currentDocument),
    }),
})

export const deleteDocument = defineCall({
  name: 'DeleteDocument',
  request: DeleteDocumentRequest,
  response: Empty,
  scopeOf: ({ name }) => DatabaseScope.ofName(name),
  async run({ caller, documents, scope }, request) {
    const path = scope.documentPath(request.name)
    await documents.commit(caller, scope, [
      { kind: 'delete', path, precondition: decodePrecondition(request.currentDocument) },
    ])
    return [{}]
  },
})

/** Each write on its own: one that fails says so in its status and stops no other. */
export const batchWrite = defineCall({
  name: 'BatchWrite',
  request: BatchWriteRequest,
  response: BatchWriteResponse,
  scopeOf: ({ database }) => DatabaseScope.parse(database),
  async run(context, request) {
    denyUnderRules(context.caller, 'Batch writes require admin authentication.')
    const writes = request.writes ?? []
    if (writes.length > BATCH_WRITES_MAX) {
      throw new StatusError(
        'invalid-argument',
        'TOO_MANY_WRITES',
        `A batch may hold at most ${BATCH_WRITES_MAX} writes.`,
      )
    }
    const names = writes.map((one) => one.update?.name ?? one.delete ?? one.verify ?? one.transform?.document)
    if (new Set(names).size < names.length) {
      throw new StatusError('invalid-argument', 'DUPLICATE_DOCUMENT', 'A batch may write a document only once.')
    }
    const outcomes = await Promise.all(writes.map((one) => writeAlone(context, one)))
    return [
      {
        writeResults: outcomes.map(({ result }) => result),
        status: outcomes.map(({ status }) => status),
      },
    ]
  },
})

/**
 * Pipelines belong to another edition of the API. They are refused before anybody asks who is calling: where the server library has no
 * credential for this call, that would be all it says.
 */
export const executePipeline = defineCall({
  name: 'ExecutePipeline',
  request: ExecutePipelineRequest,
  response: RunQueryResponse,
  isStreaming: true,
  scopeOf: refusePipeline,
  run: refusePipeline,
})

function refusePipeline(): never {
  throw new StatusError('unimplemented', 'PIPELINES', 'Pipelines are not supported: use a query.')
}

async function writeAlone(
  { caller, documents, scope }: CallContext,
  one: Write,
): Promise<{ result: CommitResult['results'][number]; status: { code: number; message?: string } }> {
  try {
    const { results } = await documents.commit(caller, scope, [decodeWrite(scope, one)])
    return { result: results[0] ?? { transformResults: [] }, status: { code: 0 } }
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    return { result: { transformResults: [] }, status: { code: grpcStatusOf(error), message: error.message } }
  }
}

async function write(
  { caller, documents, scope }: CallContext,
  mask: { readonly fieldPaths?: readonly string[] | undefined } | undefined,
  mutation: Extract<Mutation, { kind: 'set' }>,
): Promise<readonly NamedDocument[]> {
  await documents.commit(caller, scope, [mutation])
  const written = (await documents.get(caller, scope, [mutation.path])).documents[0]
  if (!written)
    throw new StatusError('aborted', 'DELETED_MEANWHILE', 'The document was deleted right after it was written.')
  return [named(scope, masked(written, decodeMask(mask)))]
}
