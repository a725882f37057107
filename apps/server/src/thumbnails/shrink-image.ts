import { StatusError } from '@hearth/model'
import type { Metadata, Sharp } from 'sharp'
import type { ThumbnailSize } from './thumbnail-size.ts'

/** Width times height, which some formats are decoded in at once: 160 MB. A few bytes can claim to be a wall of pixels. */
const PIXELS_MAX = 40_000_000
/** The decoder of AVIF holds all of a picture several times: 40 million pixels were 700 MB. */
const AVIF_PIXELS_MAX = 16_000_000
/** As long as a JPEG's may be. Hundreds of lines are held at once: forty of a million pixels were 1.5 GB. */
const SIDE_MAX = 65_535
const SECONDS_MAX = 10
const QUALITY = 80

const PNG = Buffer.from('\x89PNG', 'latin1')
/** The signature, the head of its first chunk, and the two sides. */
const PNG_HEAD_BYTES = 24

/** The decoders that may run, by their names in libvips; those of other formats are much code that reads strangers' bytes. */
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`)

let loading: Promise<(content: Buffer) => Sharp> | undefined

/**
 * An image as WebP that fits in the box, upright, never enlarged, the first picture of several, without its metadata (which may say where
 * it was taken). Runs in the threads of libuv, one for each image. Throws `invalid-argument`/`NOT_AN_IMAGE` or `IMAGE_TOO_LARGE`.
 */
export async function shrinkImage(content: Buffer, { width, height }: ThumbnailSize): Promise<Buffer> {
  if (content.length === 0) notAnImage('it is empty')
  const open = await (loading ??= loadSharp())
  if (content.length >= PNG_HEAD_BYTES && content.subarray(0, PNG.length).equals(PNG)) assertBounded(headOfPng(content))
  assertBounded(await open(content).metadata().catch(notAnImage))
  return await open(content)
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .timeout({ seconds: SECONDS_MAX })
    .toBuffer()
    .catch(notAnImage)
}

/** libvips complains of lines of hundreds of millions on standard error, where the log is: what claims them does not come to it. */
function headOfPng(content: Buffer): Pick<Metadata, 'width' | 'height' | 'format'> {
  return { width: content.readUInt32BE(16), height: content.readUInt32BE(20), format: 'png' }
}

function assertBounded({ width, height, format }: Pick<Metadata, 'width' | 'height' | 'format'>): void {
  const pixelsMax = format === 'heif' ? AVIF_PIXELS_MAX : PIXELS_MAX
  if (width * height <= pixelsMax && Math.max(width, height) <= SIDE_MAX) return
  const bounds = `up to ${pixelsMax.toLocaleString('en')}, ${SIDE_MAX.toLocaleString('en')} on a side`
  const message = `This image has ${width} × ${height} pixels; thumbnails are made of images ${bounds}.`
  throw new StatusError('invalid-argument', 'IMAGE_TOO_LARGE', message)
}

/** The library is large and takes memory; only who asks for thumbnails loads it. */
async function loadSharp(): Promise<(content: Buffer) => Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: DECODERS })
  // A little above the bound, whose own error says more.
  return (content) => sharp(content, { limitInputPixels: PIXELS_MAX * 4, failOn: 'error' })
}

function notAnImage(cause: unknown): never {
  const message = 'The content of this file is not an image that thumbnails can be made of.'
  throw new StatusError('invalid-argument', 'NOT_AN_IMAGE', message, { cause })
}
