import { StatusError } from '@hearth/model'
import type { Exchange } from '../../http/exchange.ts'
import type { Protocol } from '../../http/route.ts'
import { grpcStatusOf } from '../../http/status-codes.ts'
import type { Call } from '../firestore-calls/call.ts'
import { calls } from '../firestore-calls/calls.ts'
import { readName, readProtobufInTurns } from '../firestore-codec/protobuf-reader.ts'
import { documentProtobuf, writeProtobuf } from '../firestore-codec/protobuf-writer.ts'
import { ReadMeter } from '../firestore-codec/read-meter.ts'
import type { NamedDocument } from '../firestore-codec/wire-schema.ts'
import { asStatusError } from '../firestore-streams/opening.ts'
import { Turn } from '../../lib/turn.ts'
import { type EarlyCaller, projectOfHeaders } from './early-caller.ts'
import type { HeldMessage } from './frames.ts'
import { GrpcStream, parseTimeout } from './grpc-stream.ts'
import { OpenStreams, runListen, runWrite } from './streams.ts'
import type { Log, Random } from '../../lib/ambient.ts'
import type { Authenticator } from '../../access/caller.ts'
import type { CallerWatch } from '../../access/caller-watch.ts'
import type { Documents } from '../../documents/documents.ts'

export interface FirestoreGrpcDeps {
  readonly documents: Documents
  readonly authenticator: Authenticator
  readonly callers: CallerWatch
  readonly random: Random
  readonly log: Log
}

/** How long the message of a call may take to arrive; streams may be silent for as long as they like. */
const REQUEST_MS_MAX = 60_000
/** Timers in node hold 31 bits; a client that waits longer waits for ever. */
const TIMEOUT_MS_MAX = 2 ** 31 - 1

/** google.firestore.v1.Firestore over gRPC, framed by hand on node's HTTP/2 (decision 0010). */
export function createFirestoreGrpcProtocol(deps: FirestoreGrpcDeps): Protocol {
  // They would go on for ever; when they are stopped, their clients turn to the next server.
  const streams = new OpenStreams()

  async function runCall(exchange: Exchange, stream: GrpcStream, call: Call): Promise<void> {
    const { endings } = deps.callers
    const ofHeaders = await callerOfHeaders(deps, exchange)
    const { bytes } = await within(REQUEST_MS_MAX, onlyMessage(stream), 'The request took too long to arrive.')
    const early =
      ofHeaders ?? (await callerOfProject(deps, exchange, call.scopeOf(readName(call.request, bytes)).project))
    const meter = new ReadMeter()
    const read = readProtobufInTurns(call.request, bytes, meter)
    const request = read instanceof Promise ? await (read as Promise<unknown>) : read
    exchange.memory.take(meter.valueBytes)
    const scope = call.scopeOf(request)
    exchange.note({ project: scope.project, operation: call.name })
    // While the message came, somebody lost a right: was it this caller?
    const isSettled = scope.project === early.project && deps.callers.endings === endings
    const { caller } = isSettled ? early : await callerOfProject(deps, exchange, scope.project)
    if ('uid' in caller) exchange.note({ uid: caller.uid })
    const { documents, random } = deps
    const address = exchange.clientAddress
    const send = async (answers: readonly unknown[]) => {
      const turn = new Turn()
      for (const answer of answers) {
        if (!stream.send(encode(call, answer))) await stream.drained()
        if (turn.isOver) await turn.next()
      }
      if (stream.isEnded) throw new StatusError('cancelled', 'CLIENT_GONE', 'The client has gone away.')
    }
    const { memory } = exchange
    const rest = await call.run({ caller, address, documents, scope, memory, random }, request, send)
    if (rest.length > 0) await send(rest)
  }

  async function run(exchange: Exchange, stream: GrpcStream, method: string): Promise<void> {
    if (method === 'Listen') return runListen(deps, exchange, stream, streams)
    if (method === 'Write') return runWrite(deps, exchange, stream, streams)
    const call = calls.get(method)
    if (!call) throw new StatusError('unimplemented', 'UNKNOWN_METHOD', `The method ${method} does not exist.`)
    return runCall(exchange, stream, call)
  }

  return {
    name: 'firestore-grpc',
    routes: [
      {
        method: 'POST',
        path: '/google.firestore.v1.Firestore/:method',
        guard: 'gate',
        grpc: true,
        async handle(exchange, { method = '' }) {
          const stream = new GrpcStream(exchange)
          try {
            await withDeadline(exchange, run(exchange, stream, method))
            stream.end()
          } catch (thrown) {
            const error = asStatusError(thrown)
            if (error.code === 'internal') {
              deps.log.error({ requestId: exchange.id, cause: String(error.cause) }, error.message)
            }
            exchange.note({ reason: error.reason })
            stream.fail(error, exchange.id)
          }
        },
      },
    ],
    close() {
      streams.stop(new StatusError('unavailable', 'STOPPING', 'The server is stopping.'))
    },
    /** For what never became a call: the route is not there, or the request is not HTTP/2. */
    writeError(exchange, error) {
      exchange.reply(200, {
        'content-type': 'application/grpc+proto',
        'grpc-status': String(grpcStatusOf(error)),
        'grpc-message': encodeURIComponent(error.message),
      })
    },
  }
}

function encode(call: Call, answer: unknown): Uint8Array {
  return call.response === 'document' ? documentProtobuf(answer as NamedDocument) : writeProtobuf(call.response, answer)
}

/** Who asks, where the headers name the project. Throws `unauthenticated`. */
async function callerOfHeaders(deps: FirestoreGrpcDeps, exchange: Exchange): Promise<EarlyCaller | undefined> {
  const project = projectOfHeaders(exchange.headers)
  return project === undefined ? undefined : await callerOfProject(deps, exchange, project)
}

async function callerOfProject(deps: FirestoreGrpcDeps, exchange: Exchange, project: string): Promise<EarlyCaller> {
  const { authorization } = exchange.headers
  return { project, caller: await deps.authenticator.authenticate(project, authorization, exchange) }
}

async function onlyMessage(stream: GrpcStream): Promise<HeldMessage> {
  let only: HeldMessage | undefined
  for await (const message of stream.messages()) {
    if (only) throw new StatusError('invalid-argument', 'BROKEN_FRAME', 'The method takes one message.')
    only = message
  }
  if (!only) throw new StatusError('invalid-argument', 'BROKEN_FRAME', 'The method takes one message and got none.')
  return only
}

async function withDeadline(exchange: Exchange, work: Promise<void>): Promise<void> {
  const header = exchange.headers['grpc-timeout']
  const timeoutMs = parseTimeout(typeof header === 'string' ? header : undefined)
  if (timeoutMs === undefined || timeoutMs > TIMEOUT_MS_MAX) return work
  return within(timeoutMs, work, 'The deadline of the call has passed.')
}

/** Throws `deadline-exceeded`/`DEADLINE` with that message when the work takes longer; it goes on unheard. */
async function within<T>(timeoutMs: number, work: Promise<T>, message: string): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new StatusError('deadline-exceeded', 'DEADLINE', message)), timeoutMs).unref()
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
