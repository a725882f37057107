import { StatusError } from '@hearth/model'

/** A box that the image is to fit in; a side that is absent follows from the other. In pixels. */
export interface ThumbnailSize {
  readonly width: number | undefined
  readonly height: number | undefined
}

const SIDE_MAX = 2_048

/** Reads `w` and `h` of an address; undefined where neither is there. Throws `invalid-argument`/`INVALID_THUMBNAIL_SIZE`. */
export function parseThumbnailSize(width: string | null, height: string | null): ThumbnailSize | undefined {
  if (width === null && height === null) return undefined
  return { width: sideOf(width), height: sideOf(height) }
}

function sideOf(text: string | null): number | undefined {
  if (text === null) return undefined
  const pixels = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (pixels >= 1 && pixels <= SIDE_MAX) return pixels
  const message = `w and h of a thumbnail must be whole numbers from 1 to ${SIDE_MAX}.`
  throw new StatusError('invalid-argument', 'INVALID_THUMBNAIL_SIZE', message)
}
