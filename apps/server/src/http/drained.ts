import type { ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import { cutReader, READER_MS_MAX } from './cut-reader.ts'

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
