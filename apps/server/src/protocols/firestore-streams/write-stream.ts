import { invalidArgument, StatusError } from '@hearth/model'
import type { Caller } from '../../access/caller.ts'
import type { CallerWatch } from '../../access/caller-watch.ts'
import type { Documents } from '../../documents/documents.ts'
import type { HeldMemory } from '../../documents/held-memory.ts'
import type { DatabaseScope } from '../firestore-codec/database-scope.ts'
import { decodeWrites } from '../firestore-codec/decode-write.ts'
import type { WriteRequest, WriteResponse } from '../firestore-codec/messages.ts'

/** Batches a client may have under way; the SDK keeps ten. */
const WAITING_MAX = 100

export interface WriteOutlet {
  /** Counts what is held while a batch is committed. */
  readonly memory: HeldMemory
  send(response: WriteResponse): void
  /** The stream is over with an error. */
  fail(error: StatusError): void
}

/**
 * What a Write stream does, whichever protocol carries it (wire-protocol 3.4): a hello, then batches that are committed one after
 * the other and answered in order. The first batch that fails ends the stream, and nothing after it is written. It ends, too, when
 * its caller may no longer write: by the token's expiry, or because the account was revoked.
 */
export class WriteStream {
  readonly #documents: Documents
  readonly #caller: Caller
  readonly #scope: DatabaseScope
  readonly #outlet: WriteOutlet
  readonly #streamId: string
  readonly #unwatch: () => void
  #queue: Promise<void> = Promise.resolve()
  #waiting = 0
  #answered = 0
  #isOpened = false
  #isClosed = false

  constructor(
    deps: { documents: Documents; callers: CallerWatch },
    caller: Caller,
    scope: DatabaseScope,
    streamId: string,
    outlet: WriteOutlet,
  ) {
    this.#documents = deps.documents
    this.#caller = caller
    this.#scope = scope
    this.#streamId = streamId
    this.#outlet = outlet
    this.#unwatch = deps.callers.watch(scope.project, caller, (cause) => this.#fail(cause))
  }

  /**
   * Resolves when nothing of the request is held any more; never rejects. Throws `invalid-argument`, and
   * `resource-exhausted`/`TOO_MANY_BATCHES`.
   */
  receive(request: WriteRequest): Promise<void> {
    if (this.#isClosed) return this.#queue
    if (!this.#isOpened) {
      this.#isOpened = true
      this.#scope.expect(request.database)
      if ((request.writes?.length ?? 0) > 0) {
        throw invalidArgument(
          'INVALID_WRITE_STREAM',
          'The first request of a write stream opens it and carries no writes.',
        )
      }
      this.#outlet.send({ streamId: this.#streamId, streamToken: this.#nextToken() })
      return this.#queue
    }
    if (this.#waiting >= WAITING_MAX) {
      throw new StatusError('resource-exhausted', 'TOO_MANY_BATCHES', 'Too many batches are waiting on this stream.')
    }
    this.#waiting += 1
    this.#queue = this.#queue.then(() => this.#commit(request))
    return this.#queue
  }

  /** Resolves when every batch received so far has been answered. */
  finished(): Promise<void> {
    return this.#queue
  }

  /** Batches already being committed are; their answers go nowhere. */
  close(): void {
    this.#isClosed = true
    this.#unwatch()
  }

  async #commit(request: WriteRequest): Promise<void> {
    this.#waiting -= 1
    if (this.#isClosed) return
    try {
      const mutations = await decodeWrites(this.#scope, request.writes)
      if (mutations.length === 0) {
        this.#outlet.send({ streamToken: this.#nextToken() })
        return
      }
      const { memory } = this.#outlet
      const { results, commitTime } = await this.#documents.commit(this.#caller, this.#scope, mutations, { memory })
      if (!this.#isClosed) this.#outlet.send({ streamToken: this.#nextToken(), writeResults: results, commitTime })
    } catch (error) {
      this.#fail(
        error instanceof StatusError
          ? error
          : new StatusError('internal', 'WRITE_FAILED', 'The write failed on the server.', { cause: error }),
      )
    }
  }

  #fail(cause: StatusError): void {
    if (this.#isClosed) return
    this.close()
    this.#outlet.fail(cause)
  }

  /** Never empty: clients take an empty token for none. */
  #nextToken(): Uint8Array {
    this.#answered += 1
    return Buffer.from(`${this.#streamId}:${this.#answered}`)
  }
}
