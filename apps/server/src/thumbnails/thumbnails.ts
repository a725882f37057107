import { buffer } from 'node:stream/consumers'
import { StatusError } from '@hearth/model'
import type { FileContent } from '../files/files.ts'
import { placeWithSite } from '../lib/shared-total.ts'
import { SiteTurns } from '../lib/site-turns.ts'
import { shrinkImage } from './shrink-image.ts'
import type { ThumbnailSize } from './thumbnail-size.ts'

/** What thumbnails are made of, by the type that the file says it is. The content has to be one of them as well. */
const imageTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

const CONTENT_BYTES_MAX = 32 * 1024 * 1024
const limits = { running: 2, waiting: 256, waitingOfSite: 64 }
const CACHE_BYTES_MAX = 64 * 1024 * 1024

/** A thumbnail that is asked for and not made yet. */
interface Order {
  /** Makes it, when nobody has begun to. */
  readonly start: () => Promise<unknown>
  readonly done: Promise<Buffer>
  /** Where somebody waits for their turn to start it. */
  readonly sites: Set<string>
}

/**
 * Small pictures of stored images, WebP. Two are made at once, and of 256 that wait 64 may be of one site, in turns by site; those asked for lately are
 * kept in memory. One that is asked for by many at once is made once, at the turn of whichever site comes first.
 */
export class Thumbnails {
  /** In the order of their last use. */
  readonly #kept = new Map<string, Buffer>()
  readonly #orders = new Map<string, Order>()
  readonly #turns = new SiteTurns(limits, tooManyThumbnails)
  #keptBytes = 0

  /**
   * For somebody at `address`. Throws `invalid-argument`/`NOT_AN_IMAGE`, `IMAGE_TOO_LARGE`; `resource-exhausted`/`THUMBNAILS_BUSY`, to be asked again.
   */
  async of(content: FileContent, size: ThumbnailSize, address: string): Promise<Buffer> {
    const { bucket, name, generation, contentType, sizeBytes } = content.object
    if (!imageTypes.has(contentType.split(';')[0]?.trim().toLowerCase() ?? '')) {
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
    const order = this.#orders.get(key) ?? this.#open(key, content, size)
    this.#enter(key, order, address)
    return await order.done
  }

  #open(key: string, content: FileContent, size: ThumbnailSize): Order {
    const { promise: done, resolve, reject } = Promise.withResolvers<Buffer>()
    // Whoever waits for it is told.
    done.catch(() => undefined)
    let made: Promise<void> | undefined
    const make = async (): Promise<void> => {
      try {
        const thumbnail = await shrinkImage(await buffer(await content.open()), size)
        this.#keep(key, thumbnail)
        resolve(thumbnail)
      } catch (error) {
        reject(error)
      } finally {
        this.#orders.delete(key)
      }
    }
    const order = { start: () => (made ??= make()), done, sites: new Set<string>() }
    this.#orders.set(key, order)
    return order
  }

  /** Waits for a turn of the site; where there is no room for that, for those of the others that want the same. */
  #enter(key: string, { start, sites }: Order, address: string): void {
    const place = placeWithSite(address)
    if (sites.has(place.site)) return
    try {
      void this.#turns.run(place, start)
      sites.add(place.site)
    } catch (error) {
      if (sites.size > 0) return
      this.#orders.delete(key)
      throw error
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

function tooManyThumbnails(): StatusError {
  return new StatusError('resource-exhausted', 'THUMBNAILS_BUSY', 'Too many thumbnails are being made. Try again.')
}
