import { constants, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import { SharedTurn } from '../lib/shared-turn.ts'

/** Of what is let go when streams of HTTP/2 close: thousands of them do at once when their connection ends. */
export const leavingTurn = new SharedTurn()

/** So many streams end at once with their connection. */
const TOGETHER_MAX = 64

const ending = new WeakSet<ServerHttp2Session>()

/** Whether the streams of the connection are being ended: it gets no more of them. */
export function isEnding(session: ServerHttp2Session): boolean {
  return ending.has(session)
}

export interface EndingConnection {
  /** Those that are open. */
  readonly streams: ReadonlySet<ServerHttp2Stream>
  /** Called when the streams begin to be ended. */
  readonly stopReading: () => void
  /** When the port closes, everything ends at once. */
  readonly isPortClosing: () => boolean
}

/**
 * Lets a connection of HTTP/2 end, whatever ends it, only when its streams have ended, a turn of them in each round of the event loop. Node
 * ends all of them in one step, some 20 µs each with what is served by them, and a connection may have ten thousand.
 */
export function endInTurns(session: ServerHttp2Session, connection: EndingConnection): void {
  const { streams, stopReading, isPortClosing } = connection
  const { socket } = session
  const destroySession = session.destroy.bind(session)
  const destroySocket = socket._destroy.bind(socket)
  let ended: Promise<void> | undefined
  const endStreams = (): Promise<void> | undefined => {
    if (session.destroyed || streams.size <= TOGETHER_MAX || isPortClosing()) return undefined
    if (ended === undefined) {
      ending.add(session)
      stopReading()
      ended = endAll(streams)
    }
    return ended
  }
  session.destroy = (...why) => {
    const streamsEnd = endStreams()
    if (streamsEnd === undefined) destroySession(...why)
    else void streamsEnd.then(() => destroySession(...why))
  }
  // While it is not called, the system's socket is there for what the session still writes.
  socket._destroy = (...why) => {
    const streamsEnd = endStreams()
    if (streamsEnd === undefined) destroySocket(...why)
    else void streamsEnd.then(() => destroySocket(...why))
  }
}

async function endAll(streams: Iterable<ServerHttp2Stream>): Promise<void> {
  for (const stream of streams) {
    const turn = leavingTurn.wait()
    if (turn !== undefined) await turn
    // As node does when the socket has closed.
    stream.close(constants.NGHTTP2_CANCEL)
    stream.destroy()
  }
}
