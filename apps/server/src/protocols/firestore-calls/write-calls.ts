import {
  autoId,
  childPath,
  type Mutation,
  NAME_FIELD,
  StatusError,
  validateCollectionId,
  validateDocumentId,
} from '@hearth/model'
import { type Caller, isUnderRules } from '../../access/caller.ts'
import { denyUnderRules } from '../../access/permission-denied.ts'
import type { CommitResult, Documents } from '../../documents/documents.ts'
import { grpcStatusOf } from '../../http/status-codes.ts'
import { Turn } from '../../lib/turn.ts'
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
/** Commits of a batch that are planned in one turn of the event loop. */
const BEGUN_AT_ONCE = 25

export const commit = defineCall({
  name: 'Commit',
  request: CommitRequest,
  response: CommitResponse,
  scopeOf: ({ database }) => DatabaseScope.parse(database),
  async run({ caller, documents, scope, memory }, request) {
    const transaction = decodeTransaction(request.transaction)
    const decoded = decodeWrites(scope, request.writes)
    const mutations = decoded instanceof Promise ? await decoded : decoded
    const result = await documents.commit(caller, scope, mutations, { transaction, memory })
    return [{ writeResults: result.results, commitTime: result.commitTime }]
  },
})

export const beginTransaction = defineCall({
  name: 'BeginTransaction',
  request: BeginTransactionRequest,
  response: BeginTransactionResponse,
  scopeOf: ({ database }) => DatabaseScope.parse(database),
  async run({ caller, address, documents, scope, memory }, request) {
    const options = { ...decodeTransactionOptions(request.options), address, memory }
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
  async run({ caller, documents, scope, memory }, request) {
    const path = scope.documentPath(request.name)
    const mutation = { kind: 'delete', path, precondition: decodePrecondition(request.currentDocument) } as const
    await documents.commit(caller, scope, [mutation], { memory })
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
    const outcomes = await writeEach(context, writes)
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

type Outcome = { result: CommitResult['results'][number]; status: { code: number; message?: string } }

/** All of them are on their way at once, and others have their turn while they are begun. */
async function writeEach(context: CallContext, writes: readonly Write[]): Promise<Outcome[]> {
  const turn = new Turn()
  const outcomes: Promise<Outcome>[] = []
  for (const [i, one] of writes.entries()) {
    if (i > 0 && i % BEGUN_AT_ONCE === 0) await turn.next()
    const outcome = writeAlone(context, one)
    // It may fail before all of them are waited for.
    outcome.catch(() => undefined)
    outcomes.push(outcome)
  }
  return await Promise.all(outcomes)
}

async function writeAlone({ caller, documents, scope, memory }: CallContext, one: Write): Promise<Outcome> {
  try {
    const { results } = await documents.commit(caller, scope, [decodeWrite(scope, one)], { memory })
    return { result: results[0] ?? { transformResults: [] }, status: { code: 0 } }
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    return { result: { transformResults: [] }, status: { code: grpcStatusOf(error), message: error.message } }
  }
}

/** Answers the document as it was written: whether its writer may read it is another question. */
async function write(
  { caller, documents, scope, memory }: CallContext,
  mask: { readonly fieldPaths?: readonly string[] | undefined } | undefined,
  mutation: Extract<Mutation, { kind: 'set' }>,
): Promise<readonly NamedDocument[]> {
  const answered = decodeMask(mask)
  const result = await documents.commit(caller, scope, [mutation], { memory })
  const written = result.written(mutation.path)
  if (written === undefined) throw new Error('a commit left no document where it set one')
  const mayReadAll =
    mutation.mask === undefined || !isUnderRules(caller) || (await mayRead(documents, caller, scope, mutation.path))
  // An empty mask would select everything.
  const own = mutation.mask?.length === 0 ? [NAME_FIELD] : mutation.mask
  const known = mayReadAll ? written : masked(written, own)
  return [named(scope, masked(known, answered))]
}

/** What stood beside the fields that were written is for those who may read it. */
async function mayRead(documents: Documents, caller: Caller, scope: DatabaseScope, path: string): Promise<boolean> {
  try {
    await documents.get(caller, scope, [path])
    return true
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    return false
  }
}
