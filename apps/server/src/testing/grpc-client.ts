import { once } from 'node:events'
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type ClientSessionOptions,
  connect,
  type IncomingHttpHeaders,
} from 'node:http2'
import { encodeFrame } from '../protocols/firestore-grpc/frames.ts'

export interface GrpcAnswer {
  readonly httpStatus: number
  /** Undefined when the answer was no gRPC. */
  readonly status: number | undefined
  /** Percent-encoded, as it came. */
  readonly message: string
  readonly bytes: Buffer
}

const SERVICE = '/google.firestore.v1.Firestore/'
/** Node counts what is yet to be sent; a client that has no room left for the headers of an answer resets their stream. The vendor's libraries have no such bound. */
const SESSION_MEBIBYTES_MAX = 64

/** gRPC spoken by hand, for what an official client would never send. */
export class GrpcClient implements AsyncDisposable {
  readonly session: ClientHttp2Session

  constructor(origin: string, options: ClientSessionOptions = {}) {
    this.session = connect(origin, { maxSessionMemory: SESSION_MEBIBYTES_MAX, ...options })
    // Each call fails by itself when the connection does.
    this.session.on('error', () => undefined)
  }

  /** Opens a call; `headers` replace the usual ones, `method` may be a whole path. */
  open(method: string, headers: Readonly<Record<string, string>> = {}): ClientHttp2Stream {
    return this.session.request({
      ':method': 'POST',
      ':path': method.startsWith('/') ? method : SERVICE + method,
      'content-type': 'application/grpc',
      te: 'trailers',
      authorization: 'Bearer owner',
      ...headers,
    })
  }

  /** Sends the bytes as the whole request and waits for the end of the answer. */
  async call(method: string, bytes: Uint8Array, headers: Readonly<Record<string, string>> = {}): Promise<GrpcAnswer> {
    const stream = this.open(method, headers)
    stream.end(bytes)
    return answerOf(stream)
  }

  /** One message, framed. */
  send(method: string, message: Uint8Array, headers: Readonly<Record<string, string>> = {}): Promise<GrpcAnswer> {
    return this.call(method, encodeFrame(Buffer.from(message)), headers)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.session.destroyed) return
    const closed = once(this.session, 'close')
    this.session.destroy()
    await closed
  }
}

/** The whole answer to a call, whether or not the request has ended. Rejects when the stream is reset or 15 seconds pass. */
export function answerOf(stream: ClientHttp2Stream): Promise<GrpcAnswer> {
  return new Promise((resolve, reject) => {
    let heads: IncomingHttpHeaders = {}
    const chunks: Buffer[] = []
    const take = (headers: IncomingHttpHeaders): void => {
      heads = { ...heads, ...headers }
    }
    stream.on('response', take).on('trailers', take)
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('error', reject)
    stream.setTimeout(15_000, () => stream.destroy(new Error('no answer to a call')))
    stream.on('end', () => {
      const status = heads['grpc-status']
      resolve({
        httpStatus: Number(heads[':status']),
        status: status === undefined ? undefined : Number(status),
        message: String(heads['grpc-message'] ?? ''),
        bytes: Buffer.concat(chunks),
      })
      stream.destroy()
    })
  })
}
