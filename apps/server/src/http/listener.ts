import { constants } from 'node:crypto'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import {
  createServer as createHttp2Server,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createTlsServer, type Server as TlsServer, type TLSSocket } from 'node:tls'
import { OpenCounts } from '../lib/open-counts.ts'
import { isPartOfClientHello, HandshakeTurns } from './handshake-turns.ts'
import { cutPipeline } from './pipelined-requests.ts'
import { endInTurns } from './ending-turns.ts'
import { endWhenSilent, SILENT_MS_MAX } from './half-closed.ts'
import { STREAMS_MAX } from './stream-admission.ts'
import { ReadingTurns } from './reading-turns.ts'
import { STREAM_WINDOW, StreamWindow } from './stream-window.ts'

const HEADERS_MS_MAX = 10_000
/** Longer than the 60 s that common reverse proxies keep idle connections for. */
const KEEP_ALIVE_MS = 65_000
const CLOSE_IDLE_EVERY_MS = 50
const IDLE_SESSION_MS = 300_000
const HEADER_BYTES_MAX = 16 * 1024
const connections = { max: 10_000, perNetworkMax: 200 }
/** What is beyond `STREAMS_MAX` comes here to be told so; without room for it, it would wait in silence at the client. */
const STREAMS_TOLD_MAX = STREAMS_MAX + 1_000
/** Of a body that nobody reads. More would make no upload faster: all streams of a connection together have as much on their way. */
const STREAM_WINDOW_BYTES = 64 * 1024
/** What node holds for the streams of a connection, most of it their headers. What is held for clients is counted by the budget. */
const SESSION_MEBIBYTES_MAX = 256
/** How long and how much of a client that was answered before its request was whole is still read: else it would be reset and see no answer. */
const REFUSED_MS_MAX = 1_000
const REFUSED_BYTES_MAX = 256 * 1024

export interface ListenerOptions {
  readonly onRequest: (
    request: IncomingMessage | Http2ServerRequest,
    response: ServerResponse | Http2ServerResponse,
  ) => void
  /** Asked about each stream of HTTP/2 when it arrives. False: nobody is asked for an answer to it. */
  readonly admitStream: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => boolean
  /** Connections that go on in another protocol; every other request to do so is answered as if it had not asked. */
  readonly upgrades?: Upgrades
  /** PEM texts. With them the port also speaks TLS, and cleartext only to loopback. */
  readonly tls: { readonly certificate: string; readonly key: string } | undefined
  readonly nextRequestId: () => string
  /** How long a connection may take to say what it wants: its first bytes, a TLS handshake, its headers. 10 seconds unless told. */
  readonly headersMsMax?: number
  /** How long a client that has ended its side of a connection of HTTP/1.1 waits for more of its answers. 5 seconds unless told. */
  readonly silentMsMax?: number
}

export interface Upgrades {
  isTaken(request: IncomingMessage): boolean
  /** From now on the socket is theirs; it is destroyed when the port closes. */
  take(request: IncomingMessage, socket: Socket, head: Buffer): void
}

/**
 * One TCP port for everything: the first bytes of a connection say whether it is TLS (0x16), HTTP/2 with prior knowledge
 * (`PRI`, RFC 9113 section 3.4) or HTTP/1.1. Inside TLS, ALPN says it.
 */
export class Listener {
  readonly #options: ListenerOptions
  readonly #headersMsMax: number
  readonly #http1: Server
  readonly #serveHttp1: (socket: Socket) => void
  readonly #http2: Http2Server
  readonly #tls: TlsServer | undefined
  readonly #handshakes = new HandshakeTurns((socket) => this.#tls?.emit('connection', socket))
  readonly #sockets = new Set<Socket>()
  /** Connected, but silent so far. */
  readonly #silent = new Set<Socket>()
  /** They have said that they speak HTTP/2, and wait for their turn. */
  readonly #http2Line: Socket[] = []
  readonly #sessions = new Set<ServerHttp2Session>()
  readonly #upgraded = new Set<Socket>()
  readonly #connections = new OpenCounts(connections)
  /** All that is open is being cut. */
  #isClosing = false

  constructor(options: ListenerOptions) {
    this.#options = options
    this.#headersMsMax = options.headersMsMax ?? HEADERS_MS_MAX
    this.#http2 = createHttp2({
      onRequest: options.onRequest,
      admitStream: options.admitStream,
      sessions: this.#sessions,
      settingsMsMax: this.#headersMsMax,
      isClosing: () => this.#isClosing,
    })
    this.#http1 = createServer(
      {
        maxHeaderSize: HEADER_BYTES_MAX,
        connectionsCheckingInterval: this.#headersMsMax / 5,
        headersTimeout: this.#headersMsMax,
        noDelay: true,
        // Node would answer it without counting it.
        requireHostHeader: false,
        shouldUpgradeCallback: (request) => options.upgrades?.isTaken(request) === true,
      },
      this.#serveRequest,
    )
    this.#http1.on('checkExpectation', this.#serveRequest)
    this.#http1.requestTimeout = 0
    // Node would drop the requests of a client that has sent all and reads on.
    Object.assign(this.#http1, { httpAllowHalfOpen: true })
    this.#http1.keepAliveTimeout = KEEP_ALIVE_MS
    this.#http1.maxHeadersCount = 100
    this.#http1.maxConnections = connections.max
    this.#http1.on('clientError', (error: NodeJS.ErrnoException, socket) => this.#answerBroken(error, socket as Socket))

    this.#http1.on('upgrade', (request, socket: Socket, head) => {
      this.#upgraded.add(socket)
      socket.once('close', () => this.#upgraded.delete(socket))
      socket.on('error', ignoreBrokenConnection)
      options.upgrades?.take(request, socket, head)
    })

    // The HTTP/1.1 server owns the port (its time-outs start with listening), but sees a connection only after its first bytes.
    const [serve] = this.#http1.listeners('connection') as ((socket: Socket) => void)[]
    if (serve === undefined) throw new Error('This Node has no connection listener on its HTTP server')
    this.#serveHttp1 = (socket) => {
      serve.call(this.#http1, socket)
      cutPipeline(socket)
      socket.once('end', () => {
        if (!this.#upgraded.has(socket)) endWhenSilent(socket, options.silentMsMax ?? SILENT_MS_MAX)
      })
    }
    this.#http1.removeAllListeners('connection')
    this.#http1.on('connection', (socket: Socket) => this.#accept(socket))

    this.#tls = options.tls && this.#createTls(options.tls)
  }

  readonly #serveRequest = (request: IncomingMessage, response: ServerResponse): void => {
    // As node does itself: who leaves it out speaks something else.
    if (request.headers.host === undefined) response.setHeader('connection', 'close')
    this.#options.onRequest(request, response)
  }

  /** Resolves once the port is open. Rejects with node's error (`EADDRINUSE`, `EACCES`, ...) when it can't be. */
  listen(host: string, port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#http1.once('error', reject)
      this.#http1.listen({ host, port, backlog: 1024 }, () => {
        this.#http1.off('error', reject)
        resolve()
      })
    })
  }

  get port(): number {
    return (this.#http1.address() as AddressInfo).port
  }

  /** Takes no more connections, lets the requests under way end, and cuts those that have not after `graceMs`. */
  async close(graceMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#http1.close(() => resolve()))
    for (const socket of [...this.#silent, ...this.#upgraded]) socket.destroy()
    for (const session of this.#sessions) session.close()
    // A connection whose request was still under way turns idle later, and would keep its keep-alive time.
    const idle = setInterval(() => this.#http1.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
    const timer = setTimeout(() => this.#destroyAll(), graceMs)
    await closed
    clearInterval(idle)
    clearTimeout(timer)
    this.#destroyAll()
  }

  #destroyAll(): void {
    this.#isClosing = true
    for (const socket of this.#sockets) socket.destroy()
  }

  #accept(socket: Socket): void {
    if (!this.#admit(socket)) {
      socket.destroy()
      return
    }
    socket.on('error', ignoreBrokenConnection)
    const timer = setTimeout(() => socket.destroy(), this.#headersMsMax)
    this.#silent.add(socket)
    let bytes: Buffer = Buffer.alloc(0)
    const peek = (): void => {
      const chunk = socket.read() as Buffer | null
      if (chunk === null) return
      // Held aside until they are enough: put back at once, they would be "readable" again without end.
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
      if (isPartOfPreface(bytes) || (this.#speaksTls(bytes) && isPartOfClientHello(bytes))) return
      socket.off('readable', peek)
      socket.off('close', forget)
      forget()
      socket.unshift(bytes)
      this.#hand(socket, bytes)
    }
    const forget = (): void => {
      clearTimeout(timer)
      this.#silent.delete(socket)
    }
    socket.on('readable', peek)
    socket.once('close', forget)
  }

  #speaksTls(firstBytes: Buffer): boolean {
    return firstBytes[0] === 0x16 && this.#tls !== undefined
  }

  #hand(socket: Socket, firstBytes: Buffer): void {
    if (this.#speaksTls(firstBytes)) this.#handshakes.take(socket)
    else if (this.#tls !== undefined && !isLoopback(socket.remoteAddress)) {
      const message = 'This port speaks TLS. Use https.'
      answerRaw(socket, '426 Upgrade Required', this.#options.nextRequestId(), 'TLS_REQUIRED', message)
    } else if (firstBytes.subarray(0, 3).equals(preface)) {
      this.#http2Line.push(socket)
      if (this.#http2Line.length === 1) setImmediate(this.#serveNextHttp2)
    } else {
      this.#serveHttp1(socket)
    }
  }

  /** One in a round of the loop: its first bytes may bring thousands of streams, and node makes all of them in one step. */
  readonly #serveNextHttp2 = (): void => {
    const [socket] = this.#http2Line
    if (socket?.destroyed === false) this.#serveHttp2(socket)
    this.#http2Line.shift()
    if (this.#http2Line.length > 0) setImmediate(this.#serveNextHttp2)
  }

  #serveHttp2(socket: Socket): void {
    // The port is an HTTP/1.1 server's, whose sockets stay half open; a session on one would outlive its client.
    socket.allowHalfOpen = false
    this.#http2.emit('connection', socket)
  }

  /** Counts the connection, or says no when its network or site has too many. Loopback is exempt: a reverse proxy comes from there. */
  #admit(socket: Socket): boolean {
    const address = socket.remoteAddress
    if (address === undefined) return false
    const leave = isLoopback(address) ? this.#connections.enterAnyway(address) : this.#connections.enter(address)
    if (leave === undefined) return false
    this.#sockets.add(socket)
    socket.once('close', () => {
      this.#sockets.delete(socket)
      leave()
    })
    return true
  }

  #createTls(tls: { certificate: string; key: string }): TlsServer {
    const server = createTlsServer({
      cert: tls.certificate,
      key: tls.key,
      minVersion: 'TLSv1.2',
      ciphers,
      // All of them are good, and a client knows which its hardware is fast at.
      honorCipherOrder: false,
      ALPNProtocols: ['h2', 'http/1.1'],
      handshakeTimeout: this.#headersMsMax,
      // Each would cost a signature, and nobody needs one: HTTP/2 forbids it (RFC 9113, section 9.2.1), and TLS 1.3 has none.
      secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    })
    server.on('secureConnection', (socket: TLSSocket) => {
      socket.on('error', ignoreBrokenConnection)
      if (socket.alpnProtocol === 'h2') this.#serveHttp2(socket)
      else this.#serveHttp1(socket)
    })
    server.on('tlsClientError', (_error, socket) => socket.destroy())
    return server
  }

  /** What could not even be parsed still gets an answer with a request id. */
  #answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
    const [status, reason, message] =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? [
            '431 Request Header Fields Too Large',
            'HEADERS_TOO_LARGE',
            `Headers are limited to ${HEADER_BYTES_MAX} bytes.`,
          ]
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? ['408 Request Timeout', 'HEADERS_TIMEOUT', 'The request took too long to arrive.']
          : ['400 Bad Request', 'INVALID_REQUEST', 'This is not a valid HTTP request.']
    answerRaw(socket, status, this.#options.nextRequestId(), reason, message)
  }
}

/** Those of TLS 1.3, and of TLS 1.2 the ones with forward secrecy and authenticated encryption (RFC 9325 section 4.2). */
const ciphers = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':')

const preface = Buffer.from('PRI')

/** Too few bytes to tell the preface from `POST`, `PUT` or `PATCH`. */
function isPartOfPreface(bytes: Buffer): boolean {
  return bytes.length < preface.length && preface.subarray(0, bytes.length).equals(bytes)
}

type StreamEvent = [stream: ServerHttp2Stream, headers: IncomingHttpHeaders, flags: number, rawHeaders: string[]]

function createHttp2(wiring: {
  onRequest: ListenerOptions['onRequest']
  admitStream: ListenerOptions['admitStream']
  sessions: Set<ServerHttp2Session>
  /** For the client's first SETTINGS, which its preface ends with (RFC 9113, section 3.4). */
  settingsMsMax: number
  isClosing: () => boolean
}): Http2Server {
  const server = createHttp2Server({
    maxHeaderListPairs: 100,
    maxSessionMemory: SESSION_MEBIBYTES_MAX,
    settings: {
      maxConcurrentStreams: STREAM_WINDOW,
      maxHeaderListSize: HEADER_BYTES_MAX,
      initialWindowSize: STREAM_WINDOW_BYTES,
    },
  })
  server.on('request', wiring.onRequest)
  // Node's own listener, which makes a request and a response of each stream.
  const [serve] = server.listeners('stream') as ((...stream: StreamEvent) => void)[]
  if (serve === undefined) throw new Error('This Node has no stream listener on its HTTP/2 server')
  server.removeAllListeners('stream')
  server.on('stream', (...stream) => {
    // One that its client has reset already is handed to nobody, and its error would reach the process: anybody could fill the log.
    stream[0].on('error', ignoreBrokenConnection)
    if (wiring.admitStream(stream[0], stream[1])) serve.apply(server, stream)
  })
  const turns = new ReadingTurns()
  server.on('session', (session) => {
    wiring.sessions.add(session)
    turns.enter(session)
    const streams = new StreamWindow(session, STREAMS_TOLD_MAX)
    endInTurns(session, {
      streams: streams.open,
      stopReading: () => turns.leave(session),
      isPortClosing: wiring.isClosing,
    })
    session.setTimeout(IDLE_SESSION_MS, () => {
      if (streams.open.size === 0) session.close()
    })
    session.on('error', ignoreBrokenConnection)
    const timer = setTimeout(() => session.destroy(), wiring.settingsMsMax)
    session.once('remoteSettings', () => clearTimeout(timer))
    session.once('close', () => {
      clearTimeout(timer)
      wiring.sessions.delete(session)
    })
  })
  return server
}

/** The socket ends after the answer, also when its client never does. */
function answerRaw(socket: Socket, status: string, requestId: string, reason: string, message: string): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const code = Number(status.slice(0, 3))
  const body = JSON.stringify({ error: { code, status: 'INVALID_ARGUMENT', reason, message, requestId } })
  discardInput(socket)
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `x-content-type-options: nosniff\r\nx-request-id: ${requestId}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

/** Sockets of this port stay half open, so what a client still sends is read until it ends too, within bounds. */
function discardInput(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), REFUSED_MS_MAX)
  socket.once('close', () => clearTimeout(timer))
  let discarded = 0
  // The parser has had enough.
  socket.removeAllListeners('data')
  socket.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > REFUSED_BYTES_MAX) socket.destroy()
  })
}

export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && (address === '::1' || /^(?:::ffff:)?127\./.test(address))
}

function ignoreBrokenConnection(): void {
  // A peer that resets is no failure of ours; what it asked for is logged by its request.
}
