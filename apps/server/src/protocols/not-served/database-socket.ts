import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../../lib/ambient.ts'
import type { MemoryLease } from '../../http/memory-budget.ts'
import { serviceNamed, sentenceFor } from './not-served.ts'
import { WebSocketConnection } from './web-socket.ts'

/** What asks for data or changes some; all else (credentials, statistics, the end of a listener) is taken note of. */
const refused: ReadonlySet<string> = new Set(['q', 'g', 'p', 'm', 'o', 'om'])

/** A request as its client writes it: `{"t":"d","d":{"r":<number>,"a":"<action>","b":{…}}}`. */
const requestHead = /^\{"t":"d","d":\{"r":(\d{1,15}),"a":"(\w{1,20})"/

/** A connection of the Realtime Database: `/.ws?v=5&ns=…`. */
export function isDatabaseSocket({ url = '', headers }: IncomingMessage): boolean {
  return url.startsWith('/.ws?') && headers.upgrade?.toLowerCase() === 'websocket'
}

/**
 * Takes a connection of the Realtime Database (its protocol version 5, as `@firebase/database` speaks it) and refuses each of its requests. The
 * client would try again for ever where there is none, and its promises would never settle.
 */
export function refuseDatabaseSocket(
  { clock }: { clock: Clock },
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
  memory: MemoryLease,
): void {
  // A long message comes as the number of its parts and then each; a request says what it is at the beginning of the first.
  let partsLeft = 0
  const connection = WebSocketConnection.accept(request, { socket, head, memory }, (text) => {
    if (partsLeft === 0 && /^\d{1,6}$/.test(text)) {
      partsLeft = Number(text)
      isFirst = true
      return
    }
    if (partsLeft > 0) partsLeft--
    if (isFirst) answer(text)
    isFirst = partsLeft === 0
  })
  let isFirst = true
  const say = (message: object): void => connection?.send(JSON.stringify(message))

  function answer(text: string): void {
    const [, number, action = ''] = requestHead.exec(text) ?? []
    if (number !== undefined) {
      const body = refused.has(action) ? { s: 'unimplemented', d: sentence } : { s: 'ok', d: {} }
      say({ t: 'd', d: { r: Number(number), b: body } })
    } else if (text.startsWith('{"t":"c","d":{"t":"p"')) {
      say({ t: 'c', d: { t: 'o', d: null } })
    }
  }

  const { host } = request.headers
  say({ t: 'c', d: { t: 'h', d: { ts: clock.nowMs(), v: '5', h: host, s: 'not-served' } } })
}

const sentence = sentenceFor(serviceNamed('the Realtime Database'))
