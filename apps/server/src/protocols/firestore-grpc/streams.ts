import { invalidArgument, type StatusError } from '@hearth/model'
import type { Caller } from '../../access/caller.ts'
import type { Exchange } from '../../http/exchange.ts'
import { DatabaseScope } from '../firestore-codec/database-scope.ts'
import { ListenRequest, ListenResponse, WriteRequest, WriteResponse } from '../firestore-codec/messages.ts'
import { readName, readProtobufInTurns } from '../firestore-codec/protobuf-reader.ts'
import { writeProtobuf } from '../firestore-codec/protobuf-writer.ts'
import { ReadMeter } from '../firestore-codec/read-meter.ts'
import { ListenStream } from '../firestore-streams/listen-stream.ts'
import { turnOfMessage } from '../firestore-streams/message-turn.ts'
import { asStatusError, streamCallerOf } from '../firestore-streams/opening.ts'
import { WriteStream } from '../firestore-streams/write-stream.ts'
import { type EarlyCaller, projectOfHeaders } from './early-caller.ts'
import type { GrpcStream } from './grpc-stream.ts'
import type { FirestoreGrpcDeps } from './protocol.ts'

/** Of a message with a target: what more of them would say, no target may ask for. */
const LISTEN_TAGS_MAX = 256 * 1024

/** Runs until the client ends its side or the stream fails, and throws why. */
export async function runListen(
  deps: FirestoreGrpcDeps,
  exchange: Exchange,
  grpc: GrpcStream,
  streams: OpenStreams,
): Promise<void> {
  const { memory } = exchange
  const failure = Promise.withResolvers<never>()
  let listen: ListenStream | undefined
  // Nothing may be thrown at those who publish.
  function send(response: ListenResponse): void {
    try {
      if (!grpc.send(writeProtobuf(ListenResponse, response))) listen?.pause()
    } catch (thrown) {
      failure.reject(asStatusError(thrown))
    }
  }
  async function receiveAll(): Promise<void> {
    const early = await callerOfHeaders(deps, exchange)
    for await (const { bytes, heldBytes } of grpc.messages()) {
      if (!listen) {
        const { scope, caller } = await open(deps, exchange, early, readName(ListenRequest, bytes).database, 'Listen')
        const fail = (error: StatusError) => failure.reject(error)
        listen = new ListenStream(deps.documents, caller, scope, { send, fail, memory })
        grpc.onDrain(() => listen?.resume())
      }
      await turnOfMessage(exchange.clientAddress)
      listen.receive(await readProtobufInTurns(ListenRequest, bytes, new ReadMeter(LISTEN_TAGS_MAX)))
      // By now the stream has taken what the target asks for.
      memory.give(heldBytes)
      // A client that takes no answers is not asked for more requests.
      await grpc.drained()
    }
  }
  grpc.onClose(() => listen?.close())
  const leave = streams.add(failure.reject)
  try {
    await Promise.race([receiveAll(), failure.promise, grpc.overrun])
  } finally {
    leave()
    listen?.close()
  }
}

/** As `runListen`; batches that were received are answered before the stream ends. */
export async function runWrite(
  deps: FirestoreGrpcDeps,
  exchange: Exchange,
  grpc: GrpcStream,
  streams: OpenStreams,
): Promise<void> {
  const { memory } = exchange
  const failure = Promise.withResolvers<never>()
  let write: WriteStream | undefined
  async function receiveAll(): Promise<void> {
    const early = await callerOfHeaders(deps, exchange)
    for await (const { bytes, heldBytes } of grpc.messages()) {
      if (!write) {
        const { scope, caller } = await open(deps, exchange, early, readName(WriteRequest, bytes).database, 'Write')
        write = new WriteStream(deps, caller, scope, deps.random.bytes(12).toString('base64url'), {
          send: (response) => void grpc.send(writeProtobuf(WriteResponse, response)),
          fail: (error: StatusError) => failure.reject(error),
          memory,
        })
      }
      await turnOfMessage(exchange.clientAddress)
      const meter = new ReadMeter()
      const request = await readProtobufInTurns(WriteRequest, bytes, meter)
      memory.take(meter.valueBytes)
      void write.receive(request).then(() => memory.give(heldBytes + meter.valueBytes))
    }
    await write?.finished()
  }
  grpc.onClose(() => write?.close())
  const leave = streams.add(failure.reject)
  try {
    await Promise.race([receiveAll(), failure.promise, grpc.overrun])
  } finally {
    leave()
    write?.close()
  }
}

/** Who opens the stream, before its first message comes. */
async function callerOfHeaders(deps: FirestoreGrpcDeps, exchange: Exchange): Promise<EarlyCaller | undefined> {
  const project = projectOfHeaders(exchange.headers)
  return project === undefined ? undefined : { project, caller: await callerOf(deps, exchange, project) }
}

async function open(
  deps: FirestoreGrpcDeps,
  exchange: Exchange,
  early: EarlyCaller | undefined,
  named: string | undefined,
  operation: string,
) {
  const prefix = exchange.headers['google-cloud-resource-prefix']
  const database = named || (typeof prefix === 'string' ? prefix : undefined)
  if (!database) throw invalidArgument('INVALID_NAME', 'The first request of a stream must name its database.')
  const scope = DatabaseScope.parse(database)
  exchange.note({ project: scope.project, operation })
  const caller = early?.project === scope.project ? early.caller : await callerOf(deps, exchange, scope.project)
  if ('uid' in caller) exchange.note({ uid: caller.uid })
  return { scope, caller }
}

function callerOf(deps: FirestoreGrpcDeps, exchange: Exchange, project: string): Promise<Caller> {
  return streamCallerOf(deps, { project }, exchange.headers.authorization, exchange)
}

type Fail = (error: StatusError) => void

/**
 * The streams that go on until somebody ends them. A set, and not one promise that each of them races: what waits for a promise is kept as
 * long as the promise, which here is as long as the server.
 */
export class OpenStreams {
  readonly #open = new Set<Fail>()
  #stopped: StatusError | undefined

  /** Calls `fail` when the streams are to end, at once when they have. Returns what ends that. */
  add(fail: Fail): () => void {
    if (this.#stopped !== undefined) fail(this.#stopped)
    else this.#open.add(fail)
    return () => this.#open.delete(fail)
  }

  /** Ends those that are open, and all that come later. */
  stop(error: StatusError): void {
    this.#stopped = error
    for (const fail of this.#open) fail(error)
    this.#open.clear()
  }
}
