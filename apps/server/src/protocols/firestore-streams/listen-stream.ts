import { formatDocumentName, invalidArgument, StatusError } from '@hearth/model'
import type { Caller } from '../../access/caller.ts'
import type { Documents, ListenEvent, ListenSession } from '../../documents/documents.ts'
import type { HeldMemory } from '../../documents/held-memory.ts'
import { grpcStatusOf } from '../../http/status-codes.ts'
import type { DatabaseScope } from '../firestore-codec/database-scope.ts'
import { decodeTarget } from '../firestore-codec/decode-target.ts'
import type { ListenRequest, ListenResponse } from '../firestore-codec/messages.ts'

/** Where a Listen stream writes; the protocol encodes. */
export interface ListenOutlet {
  send(response: ListenResponse): void
  /** The stream is over with an error. */
  fail(error: StatusError): void
  /** Counts what is held for the stream. */
  readonly memory: HeldMemory
}

/** What a Listen stream does, whichever protocol carries it: requests in, the session's events out. */
export class ListenStream {
  readonly #scope: DatabaseScope
  readonly #outlet: ListenOutlet
  readonly #session: ListenSession

  constructor(documents: Documents, caller: Caller, scope: DatabaseScope, outlet: ListenOutlet) {
    this.#scope = scope
    this.#outlet = outlet
    this.#session = documents.listen(caller, scope, (event) => this.#emit(event), outlet.memory)
  }

  /** Throws `invalid-argument` for a request that no target can be blamed for; the stream ends with it. */
  receive(request: ListenRequest): void {
    this.#scope.expect(request.database)
    if (request.addTarget !== undefined) {
      this.#addTarget(request.addTarget)
    } else if (request.removeTarget !== undefined) {
      this.#session.removeTarget(request.removeTarget)
    } else {
      throw invalidArgument('INVALID_LISTEN', 'A listen request must add or remove a target.')
    }
  }

  pause(): void {
    this.#session.pause()
  }

  resume(): void {
    this.#session.resume()
  }

  close(): void {
    this.#session.close()
  }

  /** A target that can't be read is refused alone; the others live on. */
  #addTarget(target: NonNullable<ListenRequest['addTarget']>): void {
    try {
      this.#session.addTarget(decodeTarget(this.#scope, target))
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason === 'OTHER_DATABASE') throw error
      this.#session.refuseTarget(target.targetId ?? 0, error)
    }
  }

  #emit(event: ListenEvent): void {
    if (event.kind === 'ended') this.#outlet.fail(asStatus(event.cause))
    else this.#outlet.send(this.#encode(event))
  }

  #encode(event: Exclude<ListenEvent, { kind: 'ended' }>): ListenResponse {
    const { project, database } = this.#scope
    switch (event.kind) {
      case 'added':
        return { targetChange: { targetChangeType: 'ADD', targetIds: [event.targetId] } }
      case 'removed':
        return {
          targetChange: {
            targetChangeType: 'REMOVE',
            targetIds: [event.targetId],
            ...(event.cause && { cause: causeOf(event.cause) }),
          },
        }
      case 'reset':
        return { targetChange: { targetChangeType: 'RESET', targetIds: [event.targetId] } }
      case 'current':
        return {
          targetChange: {
            targetChangeType: 'CURRENT',
            targetIds: [event.targetId],
            readTime: event.readTime,
            resumeToken: event.resumeToken,
          },
        }
      case 'snapshot':
        return {
          targetChange: { targetChangeType: 'NO_CHANGE', readTime: event.readTime, resumeToken: event.resumeToken },
        }
      case 'change':
        return {
          documentChange: {
            document: { root: this.#scope.root, document: event.document },
            targetIds: event.targetIds,
            removedTargetIds: event.removedTargetIds,
          },
        }
      case 'delete':
      case 'remove': {
        const gone = {
          document: formatDocumentName(project, database, event.path),
          readTime: event.readTime,
          removedTargetIds: event.removedTargetIds,
        }
        return event.kind === 'delete' ? { documentDelete: gone } : { documentRemove: gone }
      }
      case 'filter': {
        const { targetId, count, unchangedNames } = event
        if (!unchangedNames) return { filter: { targetId, count } }
        const { bitmap, padding, hashCount } = unchangedNames
        return { filter: { targetId, count, unchangedNames: { bits: { bitmap, padding }, hashCount } } }
      }
    }
  }
}

function causeOf(error: Error): { code: number; message: string } {
  const status = asStatus(error)
  return { code: grpcStatusOf(status), message: status.message }
}

function asStatus(error: Error): StatusError {
  if (error instanceof StatusError) return error
  return new StatusError('internal', 'LISTEN_FAILED', 'The listener failed on the server.', { cause: error })
}
