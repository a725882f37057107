import type { HostedServer } from '../../../apps/server/src/testing/hosted-server.ts'
import type { RawRequest } from '../../../apps/server/src/testing/raw-client.ts'

/** A request to the port by the method of HTTP and its path: what a shape is sent as. */
export interface WorstRequest extends RawRequest {
  /** A call of gRPC by HTTP/2 instead; `body` is its frame. */
  readonly isGrpc?: boolean
  /** How many of it are sent at once; one unless told. */
  readonly times?: number
  /** For what goes on behind the answer: asked until it is answered with 200, or until it is true. */
  readonly until?: RawRequest | (() => boolean)
}

/** A decoder or validator, and what holds it longest at its limit. */
export interface WorstInput {
  /** What reads, as the table of results names it. */
  readonly decoder: string
  /** How much it reads at most, as the product has it. */
  readonly limit: string
  /** The routes whose bodies it reads; each matches `METHOD path (protocol)` as `route-guards.ts` has it. */
  readonly routes: readonly RegExp[]
  /** What each of them is answered with, as `status text`; of gRPC the status and message of the call: what was refused before it was read has measured nothing. */
  readonly answers: RegExp
  /** By what is bad about it. Each is made when it is sent: together they are large. */
  readonly shapes: Readonly<Record<string, () => WorstRequest>>
  /** Run before the shapes, unwatched: what they meet. */
  readonly prepare?: (server: HostedServer) => Promise<void>
  /** Run behind the shapes. */
  readonly end?: () => Promise<void>
  /** It stands in front of all routes and counts for none of them. */
  readonly isForAll?: true
}

export const KIB = 1024
export const MIB = 1024 * KIB

/** `head`, as many parts as there is room for with commas between them, and `tail`. */
export function filled(bytes: number, head: string, part: string | ((index: number) => string), tail: string): string {
  const room = bytes - head.length - tail.length
  const partOf = typeof part === 'string' ? () => part : part
  const parts: string[] = []
  for (let length = 0, index = 0; ; index++) {
    const next = partOf(index)
    length += next.length + 1
    if (length > room) return head + parts.join(',') + tail
    parts.push(next)
  }
}

/** A text of one character, as long as there is room for. */
export function long(bytes: number, head: string, character: string, tail: string): string {
  const room = bytes - head.length - tail.length
  return head + character.repeat(Math.floor(room / Buffer.byteLength(character))) + tail
}

export const owner = { authorization: 'Bearer owner', 'content-type': 'application/json' }

function encodePart(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

/** Somebody under the rules: `hearth dev` takes unsigned tokens. */
export const ada = {
  authorization: `Bearer ${encodePart({ alg: 'none', typ: 'JWT' })}.${encodePart({
    iss: 'https://securetoken.google.com/demo-app',
    aud: 'demo-app',
    sub: 'ada',
    user_id: 'ada',
    iat: 0,
    auth_time: 0,
    exp: 4_000_000_000,
  })}.`,
  'content-type': 'application/json',
}
