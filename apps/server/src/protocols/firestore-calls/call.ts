import type { Caller } from '../../access/caller.ts'
import type { Documents } from '../../documents/documents.ts'
import type { RequestMemory } from '../../documents/held-memory.ts'
import type { DatabaseScope } from '../firestore-codec/database-scope.ts'
import type { MessageType, NamedDocument } from '../firestore-codec/wire-schema.ts'
import type { Soon } from '../../lib/soon.ts'

/** What a call is run with, whichever protocol brought it. */
export interface CallContext {
  readonly caller: Caller
  /** Where the request comes from. */
  readonly address: string
  readonly documents: Documents
  readonly scope: DatabaseScope
  /** Queries may be of any time of which history is kept. */
  readonly readsHistory?: boolean
  /** Counts what is held for the request, until its answer is sent. */
  readonly memory: RequestMemory
  /** For document ids that the client leaves to the server. */
  readonly random: { bytes(count: number): Uint8Array }
}

/**
 * Sends some of the answers of a streaming call before it is over, and resolves when the client can take more. Rejects
 * `cancelled`/`CLIENT_GONE`.
 */
export type SendAnswers = (answers: readonly unknown[]) => Promise<void>

/** One method of google.firestore.v1.Firestore that asks once: gRPC and REST differ only in how they carry it. */
export interface Call {
  /** As in the address of gRPC: `BatchGetDocuments`. */
  readonly name: string
  readonly request: MessageType
  /** `document`: the answer is a document itself. */
  readonly response: MessageType | 'document'
  /** Whether the answer is a stream of messages (a JSON array in REST). */
  readonly isStreaming: boolean
  /** The database a request names; throws `invalid-argument`. */
  scopeOf(request: unknown): DatabaseScope
  /** The answers that `send` did not send. */
  run(context: CallContext, request: unknown, send: SendAnswers): Soon<readonly unknown[]>
}

interface CallSpec<Request, Response> {
  readonly name: string
  readonly request: MessageType<Request>
  readonly response: MessageType<Response>
  readonly isStreaming?: boolean
  scopeOf(request: Request): DatabaseScope
  run(context: CallContext, request: Request, send: SendAnswers): Soon<readonly Response[]>
}

interface DocumentCallSpec<Request> extends Omit<CallSpec<Request, NamedDocument>, 'response'> {
  readonly response: 'document'
}

/** Declares a call; from here on its shapes are opaque, and only this file says that they fit. */
export function defineCall<Request, Response>(spec: CallSpec<Request, Response> | DocumentCallSpec<Request>): Call {
  return {
    name: spec.name,
    request: spec.request,
    response: spec.response,
    isStreaming: spec.isStreaming ?? false,
    scopeOf: (request) => spec.scopeOf(request as Request),
    run: (context, request, send) => spec.run(context, request as Request, send),
  }
}
