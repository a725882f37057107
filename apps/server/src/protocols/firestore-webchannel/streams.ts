import { StatusError } from '@hearth/model'
import type { Log, Random } from '../../lib/ambient.ts'
import type { Authenticator, Caller } from '../../access/caller.ts'
import type { CallerWatch } from '../../access/caller-watch.ts'
import type { Documents } from '../../documents/documents.ts'
import { httpStatusOf, statusNameOf } from '../../http/status-codes.ts'
import { DatabaseScope } from '../firestore-codec/database-scope.ts'
import { readJson, readJsonInTurns } from '../firestore-codec/json-reader.ts'
import { writeJson } from '../firestore-codec/json-writer.ts'
import { ListenRequest, ListenResponse, WriteRequest, WriteResponse } from '../firestore-codec/messages.ts'
import { ListenStream } from '../firestore-streams/listen-stream.ts'
import { turnOfMessage } from '../firestore-streams/message-turn.ts'
import { asStatusError, streamCallerOf } from '../firestore-streams/opening.ts'
import { WriteStream } from '../firestore-streams/write-stream.ts'
import type { Channel, ChannelStream } from './channel.ts'
import type { OpenStream } from './protocol.ts'

/** Messages that may wait for the caller's credential to be checked. */
const EARLY_MESSAGES_MAX = 100

interface StreamDeps {
  readonly documents: Documents
  readonly authenticator: Authenticator
  readonly callers: CallerWatch
  readonly random: Random
  readonly log: Log
}

interface JsonStream {
  /** Resolves when nothing of the message, which takes `bytes`, is held any more; never rejects. */
  receive(json: unknown, bytes: number): Promise<void>
  pause(): void
  resume(): void
  close(): void
}

interface EarlyMessage {
  readonly message: unknown
  readonly bytes: number
  readonly taken: (done: Promise<void>) => void
}

const taken = Promise.resolve()

type Fail = (thrown: unknown) => void

export function openListenStream(deps: StreamDeps): OpenStream {
  return opener(deps, (caller, scope, channel, fail, clientAddress) => {
    const stream = new ListenStream(deps.documents, caller, scope, {
      send: (response) => channel.send(writeJson(ListenResponse, response)),
      fail,
      memory: channel.memory,
    })
    const receive = (request: ListenRequest): Promise<void> => {
      stream.receive(request)
      return taken
    }
    const inOrder = inOrderOfArrival(receive, fail)
    return {
      receive: (json) => inOrder(inTurn(clientAddress, () => readJson(ListenRequest, json))),
      pause: () => stream.pause(),
      resume: () => stream.resume(),
      close: () => stream.close(),
    }
  })
}

export function openWriteStream(deps: StreamDeps): OpenStream {
  return opener(deps, (caller, scope, channel, fail, clientAddress) => {
    const stream = new WriteStream(deps, caller, scope, deps.random.bytes(12).toString('base64url'), {
      send: (response) => channel.send(writeJson(WriteResponse, response)),
      fail,
      memory: channel.memory,
    })
    const inOrder = inOrderOfArrival((request: WriteRequest) => stream.receive(request), fail)
    return {
      receive: (json) => inOrder(inTurn(clientAddress, () => readJsonInTurns(WriteRequest, json))),
      // A client is never sent more than it wrote, so there is nothing to hold back.
      pause: () => {},
      resume: () => {},
      close: () => stream.close(),
    }
  })
}

/** Reads a message when it is its turn: one form brings a thousand. */
function inTurn<T>(clientAddress: string, read: () => T | Promise<T>): T | Promise<T> {
  const turn = turnOfMessage(clientAddress)
  return turn === undefined ? read() : turn.then(read)
}

/** Hands requests on as they came, also where one is long and still being read when the next is here. */
function inOrderOfArrival<T>(
  receive: (request: T) => Promise<void>,
  fail: Fail,
): (request: T | Promise<T>) => Promise<void> {
  let last: Promise<void> | undefined
  return (request) => {
    if (last === undefined && !(request instanceof Promise)) return receive(request)
    const before = last ?? taken
    const handedOn = Promise.all([request, before]).then(([read]) => ({ done: receive(read) }))
    const settled = handedOn.then(() => undefined, fail)
    last = settled
    void settled.then(() => {
      if (last === settled) last = undefined
    })
    return handedOn.then(({ done }) => done).catch(() => undefined)
  }
}

/**
 * Opens a stream on a channel: the credential is checked while the channel already answers, because a handshake that fails is
 * always "unavailable" to the client (wire-protocol 3.2); a refusal is the channel's last message.
 */
function opener(
  deps: StreamDeps,
  build: (caller: Caller, scope: DatabaseScope, channel: Channel, fail: Fail, clientAddress: string) => JsonStream,
): OpenStream {
  return (handshake, channel, exchange): ChannelStream => {
    const early: EarlyMessage[] = []
    let stream: JsonStream | undefined
    let isOver = false

    function fail(thrown: unknown): void {
      if (isOver) return
      isOver = true
      dropEarly()
      const error = asStatusError(thrown)
      if (error.code === 'internal')
        deps.log.error({ requestId: exchange.id, cause: String(error.cause) }, error.message)
      channel.end(encodeError(error))
    }

    function dropEarly(): void {
      for (const { taken: resolve } of early.splice(0)) resolve(taken)
    }

    function take(message: unknown, bytes: number): Promise<void> {
      try {
        return stream?.receive(message, bytes) ?? taken
      } catch (thrown) {
        fail(thrown)
        return taken
      }
    }

    async function open(): Promise<void> {
      const scope = DatabaseScope.parse(handshake.database)
      exchange.note({ project: scope.project })
      const { id, clientAddress, headers } = exchange
      const from = { id, clientAddress, headers: { origin: headers.origin, ...handshake.headers } }
      const caller = await streamCallerOf(deps, scope, handshake.authorization, from)
      if (isOver) return
      stream = build(caller, scope, channel, fail, exchange.clientAddress)
      for (const { message, bytes, taken: resolve } of early.splice(0)) resolve(take(message, bytes))
    }
    open().catch(fail)

    return {
      receive(message, bytes) {
        if (isOver) return taken
        if (stream) return take(message, bytes)
        if (early.length < EARLY_MESSAGES_MAX) {
          return new Promise((resolve) => early.push({ message, bytes, taken: resolve }))
        }
        fail(tooManyEarly())
        return taken
      },
      pause: () => stream?.pause(),
      resume: () => stream?.resume(),
      close() {
        isOver = true
        dropEarly()
        stream?.close()
      },
    }
  }
}

function tooManyEarly(): StatusError {
  const message = 'Too many messages came before the stream was open.'
  return new StatusError('resource-exhausted', 'TOO_MANY_MESSAGES', message)
}

function encodeError(error: StatusError): { code: number; status: string; message: string } {
  return { code: httpStatusOf(error), status: statusNameOf(error), message: error.message }
}
