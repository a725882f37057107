import { buffer } from 'node:stream/consumers'
import { StatusError } from '@hearth/model'
import type { FileContent } from '../files/files.ts'
import { shrinkImage } from './shrink-image.ts'
import type { ThumbnailSize } from './thumbnail-size.ts'

/** What thumbnails are made of, by the type that the file says it is. The content has to be one of them as well. */
const IMAGE_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

const CONTENT_BYTES_MAX = 32 * 1024 * 1024
const AT_ONCE_MAX = 2
const WAITING_MAX = 64
const CACHE_BYTES_MAX = 64 * 1024 * 1024

/**
 * Small pictures of stored images, WebP. Two are made at once and 64 may wait; those asked for lately are kept in memory, and one that is
 * asked for by many at once is made once.
 */
export class Thumbnails {
  /** In the order of their last use. */
  readonly #kept = new Map<string, Buffer>()
  readonly #inWork = new Map<string, Promise<Buffer>>()
  readonly #waiting: (() => void)[] = []
  #keptBytes = 0
  #running = 0

  /**
   * Throws `invalid-argument`/`NOT_AN_IMAGE`, `IMAGE_TOO_LARGE`; `resource-exhausted`/`THUMBNAILS_BUSY`, to be asked again.
   */
  async of(content: FileContent, size: ThumbnailSize): Promise<Buffer> {
    const { bucket, name, generation, contentType, sizeBytes } = content.object
    if (!IMAGE_TYPES.has(contentType.split(';')[0]?.trim().toLowerCase() ?? '')) {
      throw new StatusError('invalid-argument', 'NOT_AN_IMAGE', 'Thumbnails are made of PNG, JPEG, GIF, WebP and AVIF.')
    }
    if (sizeBytes > CONTENT_BYTES_MAX) {
      const message = `Thumbnails are made of images up to ${CONTENT_BYTES_MAX.toLocaleString('en')} bytes.`
      throw new StatusError('invalid-argument', 'IMAGE_TOO_LARGE', message)
    }
    const key = JSON.stringify([bucket, name, generation, size.width, size.height])
    const kept = this.#kept.get(key)
    if (kept !== undefined) {
      this.#kept.delete(key)
      this.#kept.set(key, kept)
      return kept
    }
    const work = this.#inWork.get(key) ?? this.#make(key, content, size)
    return await work
  }

  #make(key: string, content: FileContent, size: ThumbnailSize): Promise<Buffer> {
    const work = this.#inTurn(async () => shrinkImage(await buffer(await content.open()), size))
      .then((thumbnail) => {
        this.#keep(key, thumbnail)
        return thumbnail
      })
      .finally(() => this.#inWork.delete(key))
    this.#inWork.set(key, work)
    return work
  }

  async #inTurn(make: () => Promise<Buffer>): Promise<Buffer> {
    if (this.#running >= AT_ONCE_MAX) {
      if (this.#waiting.length >= WAITING_MAX) {
        const message = 'Too many thumbnails are being made. Try again.'
        throw new StatusError('resource-exhausted', 'THUMBNAILS_BUSY', message)
      }
      // Whoever ends hands its place over.
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else {
      this.#running += 1
    }
    try {
      return await make()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#running -= 1
      else next()
    }
  }

  #keep(key: string, thumbnail: Buffer): void {
    this.#kept.set(key, thumbnail)
    this.#keptBytes += thumbnail.length
    for (const [oldest, { length }] of this.#kept) {
      if (this.#keptBytes <= CACHE_BYTES_MAX) return
      this.#kept.delete(oldest)
      this.#keptBytes -= length
    }
  }
}
