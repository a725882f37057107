import type { ServerResponse } from 'node:http'
import type { StatusError } from '@hearth/model'
import type { AppHeaders } from '../../access/app-of-request.ts'
import type { Random } from '../../lib/ambient.ts'
import type { Exchange, QueryParameters } from '../../http/exchange.ts'
import { readForm, type ReadFormLimits, type Form } from '../../http/form.ts'
import type { Protocol, Route } from '../../http/route.ts'
import { httpStatusOf } from '../../http/status-codes.ts'
import { BackChannelTurns } from './back-channel-turns.ts'
import type { Channel, ChannelStream } from './channel.ts'
import { Channels } from './channels.ts'
import { decodeForward, encodeChunk, FIELDS_MAX, invalid, wholeNumber } from './frames.ts'

const MIB = 1024 * 1024
/** Writes hold at most 10 MiB; JSON needs a little more for the same, as in REST. */
const WRITES_BYTES_MAX = 11 * MIB
/** Percent-encoding makes three bytes of each that is not ASCII: 30 MiB of the writes, and what JSON adds, which is ASCII. */
const WRITES_FORM_BYTES_MAX = 31 * MIB
/** What opens a channel, and targets: a thousand, the most that one request carries, with 4 KiB each. Nobody is known yet who opens one. */
const SMALL_FORM_BYTES_MAX = 4 * MIB
/** What the client is told about our patience; its own is one and a half times that. */
const KEEP_ALIVE_PROMISE_MS = 30_000

/** Opens what runs over a channel: a Listen or a Write stream. It never throws; a refusal goes out as the channel's last message. */
export type OpenStream = (handshake: Handshake, channel: Channel, exchange: Exchange) => ChannelStream

/** How browsers reach Listen and Write: WebChannel, protocol version 8 (wire-protocol 3.2). */
export function createFirestoreWebchannelProtocol(deps: {
  random: Random
  openListenStream: OpenStream
  openWriteStream: OpenStream
}): Protocol & { close(): void } {
  const channels = new Channels(deps.random)
  const turns = new BackChannelTurns()

  function post(openStream: OpenStream, formBytesMax: number): Route['handle'] {
    return async (exchange) => {
      const browser = browserOf(exchange)
      if (browser !== undefined) turns.pass(browser)
      const sid = exchange.query.get('SID')
      if (sid === null) return handshake(exchange, openStream)
      const channel = channels.find(sid)
      if (!channel) return replyUnknownSid(exchange)
      if (exchange.query.get('TYPE') === 'terminate') {
        channel.close()
        exchange.reply(200, plain, '')
        return
      }
      const { offset, messages } = await decodeForward(await readForm(exchange, limitsOf(formBytesMax)), (bytes) =>
        exchange.memory.take(bytes),
      )
      acknowledge(exchange, channel)
      const received = channel.receive(offset, messages, exchange.memory.heldBytes)
      // Batches are written in their own time; who asks for targets asks on when these are taken.
      if (openStream === deps.openListenStream) await received
      exchange.reply(200, plain, encodeChunk(JSON.stringify(channel.state)))
    }
  }

  async function handshake(exchange: Exchange, openStream: OpenStream): Promise<void> {
    const address = decodeChannelAddress(exchange.query)
    const form = await readForm(exchange, limitsOf(SMALL_FORM_BYTES_MAX))
    const opening = { ...address, ...decodeCredential(exchange.query, form) }
    const { offset, messages } = await decodeForward(form, (bytes) => exchange.memory.take(bytes))
    const channel = channels.open(exchange.clientAddress, exchange.memory.beyondRequest())
    const { heldBytes } = exchange.memory
    const greeting = JSON.stringify([[0, ['c', channel.sid, '', 8, 14, KEEP_ALIVE_PROMISE_MS]]])
    exchange.reply(200, plain, encodeChunk(greeting))
    channel.attach(openStream(opening, channel, exchange), offset)
    void channel.receive(offset, messages, heldBytes)
  }

  const get: Route['handle'] = (exchange) => {
    const channel = channels.find(exchange.query.get('SID') ?? '')
    if (!channel) return replyUnknownSid(exchange)
    acknowledge(exchange, channel)
    // CI=1: the answer ends with its first chunk, for clients behind a proxy that buffers.
    channel.openBackChannel(exchange, exchange.query.get('CI') !== '1')
    const browser = browserOf(exchange)
    if (browser === undefined) return
    const leave = turns.enter(browser, { sid: channel.sid, end: () => channel.yieldBackChannel() })
    const response = exchange.response as ServerResponse
    response.once('close', leave)
  }

  const routes = (method: string, openStream: OpenStream, formBytesMax: number): Route[] => {
    const path = `/google.firestore.v1.Firestore/${method}/channel`
    return [
      { method: 'POST', path, guard: 'gate', handle: post(openStream, formBytesMax) },
      { method: 'GET', path, guard: 'gate', handle: get },
    ]
  }

  return {
    name: 'firestore-webchannel',
    routes: [
      ...routes('Listen', deps.openListenStream, SMALL_FORM_BYTES_MAX),
      ...routes('Write', deps.openWriteStream, WRITES_FORM_BYTES_MAX),
    ],
    writeError,
    close: () => channels.close(),
  }
}

const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache, no-store' }

function limitsOf(bytesMax: number): ReadFormLimits {
  return { bytesMax, fieldsMax: FIELDS_MAX, decodedBytesMax: Math.min(bytesMax, WRITES_BYTES_MAX) }
}

/** The browser behind a request, where its connections are few: HTTP/1.1 without TLS, over which no browser speaks HTTP/2. */
function browserOf({ request, publicOrigin, clientAddress, headers }: Exchange): string | undefined {
  if (request.httpVersionMajor !== 1 || publicOrigin.startsWith('https:')) return undefined
  return `${clientAddress} ${headers['user-agent'] ?? ''}`
}

function acknowledge(exchange: Exchange, channel: Channel): void {
  const id = exchange.query.get('AID')
  if (id === null) throw invalid('The parameter AID is missing.')
  channel.acknowledge(wholeNumber(id, Number.MAX_SAFE_INTEGER))
}

/** The client finds "Unknown SID" behind the first character, and opens a new channel with its resume tokens (wire-protocol 3.2). */
function replyUnknownSid(exchange: Exchange): void {
  exchange.note({ reason: 'UNKNOWN_SID' })
  exchange.reply(400, plain, 'Error 400: Unknown SID')
}

function writeError(exchange: Exchange, error: StatusError): void {
  exchange.reply(httpStatusOf(error), plain, `Error: ${error.message} (${error.reason}, request ${exchange.id})`)
}

interface Handshake {
  /** `projects/P/databases/D` */
  readonly database: string
  /** The whole value, as an Authorization header would hold it. */
  readonly authorization: string | undefined
  /** What its SDK says of itself. */
  readonly headers: AppHeaders
}

/** As the headers of a request, which they stand for. */
const HEADERS_BYTES_MAX = 16 * 1024

/** Reads for which database a channel is to be opened. Throws `invalid-argument`/`INVALID_CHANNEL_REQUEST`. */
export function decodeChannelAddress(query: QueryParameters): Pick<Handshake, 'database'> {
  if (query.get('VER') !== '8') throw invalid('This server speaks version 8 of the channel protocol.')
  const database = query.get('database')
  if (database === null) throw invalid('The parameter database is missing.')
  return { database }
}

/**
 * Reads who opens a channel. The credential comes in the form field `headers`, so that the browser asks no preflight; older SDKs put the
 * same lines into the query parameter `$httpHeaders`. Throws `invalid-argument`/`INVALID_CHANNEL_REQUEST`.
 */
export function decodeCredential(query: QueryParameters, form: Form): Pick<Handshake, 'authorization' | 'headers'> {
  const lines = form.get('headers')?.toString() ?? query.get('$httpHeaders') ?? ''
  if (lines.length > HEADERS_BYTES_MAX)
    throw invalid(`The headers of a channel take at most ${HEADERS_BYTES_MAX} bytes.`)
  // Once found, its line ends somewhere: nothing is tried twice.
  const authorization = /^authorization:[ \t]*(.*?)\r?$/im.exec(lines)?.[1]
  const headers = {
    'x-firebase-gmpid': /^x-firebase-gmpid:[ \t]*(.*?)\r?$/im.exec(lines)?.[1],
    'x-goog-api-client': /^x-goog-api-client:[ \t]*(.*?)\r?$/im.exec(lines)?.[1],
  }
  return { authorization: authorization === '' ? undefined : authorization, headers }
}
