import type { Call } from './call.ts'
import * as reads from './read-calls.ts'
import * as writes from './write-calls.ts'

/** Every method that asks once, by its name in gRPC. */
export const calls: ReadonlyMap<string, Call> = new Map(
  [
    reads.getDocument,
    reads.batchGetDocuments,
    reads.runQuery,
    reads.runAggregationQuery,
    reads.listDocuments,
    reads.listCollectionIds,
    reads.partitionQuery,
    writes.commit,
    writes.beginTransaction,
    writes.rollback,
    writes.createDocument,
    writes.updateDocument,
    writes.deleteDocument,
    writes.batchWrite,
    writes.executePipeline,
  ].map((call) => [call.name, call]),
)
