import type { ServerResponse } from 'node:http'
import { constants, type Http2ServerResponse } from 'node:http2'

/** How long a client may take nothing of an answer that waits for it. */
export const READER_MS_MAX = 60_000

/**
 * Ends an answer that its reader does not take. Over HTTP/2 the other streams of the connection live on, unless nobody is there
 * any more: then what was on its way for them would stay, too.
 */
export function cutReader(response: ServerResponse | Http2ServerResponse, patienceMs: number): void {
  if (!('stream' in response)) {
    response.socket?.destroy()
    return
  }
  const { session } = response.stream
  response.stream.close(constants.NGHTTP2_CANCEL)
  response.stream.destroy()
  if (session === undefined || session.destroyed || session.closed) return
  const timer = setTimeout(() => session.destroy(), patienceMs).unref()
  // False: as many as may be are asked already, and each of them has its own end.
  if (!session.ping(() => clearTimeout(timer))) clearTimeout(timer)
}

/** Resolves when what was written has left, or nobody reads it any more: who does not for a minute is cut. */
export async function drained(response: ServerResponse | Http2ServerResponse): Promise<void> {
  const stream = 'stream' in response ? response.stream : response
  if (!stream.writableNeedDrain || stream.destroyed) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => cutReader(response, READER_MS_MAX), READER_MS_MAX).unref()
    const done = () => {
      clearTimeout(timer)
      stream.off('drain', done)
      stream.off('close', done)
      resolve()
    }
    stream.on('drain', done)
    stream.on('close', done)
  })
}
