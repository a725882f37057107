import type { FileContent } from '../../files/files.ts'
import type { Exchange } from '../../http/exchange.ts'
import { parseThumbnailSize } from '../../thumbnails/thumbnail-size.ts'
import type { Thumbnails } from '../../thumbnails/thumbnails.ts'
import { contentHeaders, sendContent, settleCondition } from './download.ts'
import { etagOf } from './object-tags.ts'

/** Sends a file, or with `w` or `h` in the address a small picture of it. */
export async function sendFile(exchange: Exchange, content: FileContent, thumbnails: Thumbnails): Promise<void> {
  const size = parseThumbnailSize(exchange.query.get('w'), exchange.query.get('h'))
  if (size === undefined) return await sendContent(exchange, content)
  const { object } = content
  const etag = `"${etagOf(object)}-${size.width ?? ''}x${size.height ?? ''}"`
  const headers = { ...contentHeaders({ ...object, contentType: 'image/webp' }), etag }
  if (settleCondition(exchange, headers, { etag, lastModified: object.updated })) return
  exchange.reply(200, headers, await thumbnails.of(content, size, exchange.clientAddress))
}
