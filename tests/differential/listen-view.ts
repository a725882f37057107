import { once } from 'node:events'
import type { ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2'
import { setTimeout } from 'node:timers/promises'
import { toProto3JSON } from 'proto3-json-serializer'
import { readJson } from '../../apps/server/src/protocols/firestore-codec/json-reader.ts'
import { ListenRequest, ListenResponse } from '../../apps/server/src/protocols/firestore-codec/messages.ts'
import { writeProtobuf } from '../../apps/server/src/protocols/firestore-codec/protobuf-writer.ts'
import { MemoryBudget } from '../../apps/server/src/http/memory-budget.ts'
import { encodeFrame, FrameReader } from '../../apps/server/src/protocols/firestore-grpc/frames.ts'
import { GrpcClient } from '../../apps/server/src/testing/grpc-client.ts'
import { vendorTypeOf } from '../../apps/server/src/testing/vendor-messages.ts'

interface Change {
  readonly targetChangeType?: string
  readonly targetIds?: readonly number[]
  readonly cause?: { readonly code?: number; readonly message?: string }
}

interface DocumentMessage {
  readonly document: string | { readonly name: string; readonly fields?: Readonly<Record<string, unknown>> }
  readonly targetIds?: readonly number[]
  readonly removedTargetIds?: readonly number[]
}

interface Message {
  readonly targetChange?: Change
  readonly documentChange?: DocumentMessage
  readonly documentDelete?: DocumentMessage
  readonly documentRemove?: DocumentMessage
}

const SILENCE_MS_MAX = 10_000
const QUERY = 1
const MARKER = 2
const vendorResponse = vendorTypeOf(ListenResponse)

/** What a client that listens to a query knows, over gRPC. A document of its own marks the moments it is asked at. */
export class ListenView implements AsyncDisposable {
  readonly documents = new Map<string, unknown>()
  /** Why the query was refused. */
  refusal: { readonly code: number; readonly message: string } | undefined
  readonly #client: GrpcClient
  readonly #stream: ClientHttp2Stream
  readonly #current = new Set<number>()
  #isCurrent = false
  /** The marker's change has come; with the snapshot that it belongs to. */
  #isMarkSeen = false
  #hasMark = false
  #looked = Promise.withResolvers<void>()

  private constructor(client: GrpcClient, database: string, marker: string) {
    this.#client = client
    this.#stream = client.open('Listen', { 'google-cloud-resource-prefix': database })
    const reader = new FrameReader(undefined, new MemoryBudget().lease('view'))
    this.#stream.on('data', (chunk: Buffer) => {
      for (const { bytes } of reader.read(chunk))
        this.#take(toProto3JSON(vendorResponse.decode(bytes)) as Message, marker)
    })
    this.#stream.on('error', this.#looked.reject)
    // A refusal of the whole stream is in its trailers, or where there is nothing else in its headers.
    for (const event of ['response', 'trailers']) {
      this.#stream.on(event, (headers: IncomingHttpHeaders) => {
        const code = Number(headers['grpc-status'] ?? 0)
        if (code === 0) return
        this.refusal = { code, message: decodeURIComponent([headers['grpc-message']].flat().join()) }
        this.#looked.resolve()
      })
    }
  }

  /** Resolves when the client has its first snapshot, or its refusal. */
  static async open(origin: string, database: string, query: object, marker: string): Promise<ListenView> {
    const view = new ListenView(new GrpcClient(origin), database, marker)
    const targets = [
      { targetId: QUERY, query },
      { targetId: MARKER, documents: { documents: [marker] } },
    ]
    for (const addTarget of targets) {
      const message = writeProtobuf(ListenRequest, readJson(ListenRequest, { database, addTarget }))
      view.#stream.write(encodeFrame(message))
    }
    await view.#until(() => view.refusal !== undefined || view.#isCurrent)
    return view
  }

  /** Resolves when the client knows of everything up to the change of the marker that `write` makes. */
  async after(write: () => Promise<unknown>): Promise<void> {
    this.#isMarkSeen = false
    this.#hasMark = false
    await write()
    await this.#until(() => this.refusal !== undefined || this.#hasMark)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stream.close()
    if (!this.#stream.closed) await once(this.#stream, 'close')
    await this.#client[Symbol.asyncDispose]()
  }

  /** Looks at each whole snapshot. Throws when none comes for long. */
  async #until(holds: () => boolean): Promise<void> {
    const isLate = setTimeout(SILENCE_MS_MAX, undefined, { ref: false }).then(() => {
      throw new Error('A listener heard nothing more.')
    })
    isLate.catch(() => undefined)
    while (!holds()) {
      await Promise.race([this.#looked.promise, isLate])
      this.#looked = Promise.withResolvers()
      this.#looked.promise.catch(() => undefined)
    }
  }

  #take({ targetChange, documentChange, documentDelete, documentRemove }: Message, marker: string): void {
    if (targetChange !== undefined) this.#takeTarget(targetChange)
    for (const message of [documentChange, documentDelete, documentRemove]) {
      if (message === undefined) continue
      const { document, targetIds = [], removedTargetIds = [] } = message
      const name = typeof document === 'string' ? document : document.name
      if (name === marker) this.#isMarkSeen = true
      if (removedTargetIds.includes(QUERY)) this.documents.delete(name)
      if (targetIds.includes(QUERY) && typeof document !== 'string') this.documents.set(name, document.fields)
    }
  }

  #takeTarget({ targetChangeType = 'NO_CHANGE', targetIds = [], cause }: Change): void {
    if (targetChangeType === 'CURRENT') for (const id of targetIds) this.#current.add(id)
    // The emulator sends the whole result anew where a document leaves it.
    if (targetChangeType === 'RESET') for (const id of targetIds) this.#current.delete(id)
    if (targetChangeType === 'RESET' && targetIds.includes(QUERY)) this.documents.clear()
    if (targetChangeType === 'REMOVE' && targetIds.includes(QUERY)) {
      this.refusal = { code: cause?.code ?? 0, message: cause?.message ?? '' }
    }
    const isSnapshot = targetChangeType === 'NO_CHANGE' && targetIds.length === 0
    if (isSnapshot) {
      this.#isCurrent = this.#current.size === 2
      this.#hasMark = this.#isMarkSeen && this.#isCurrent
    }
    if (isSnapshot || this.refusal !== undefined) this.#looked.resolve()
  }
}
