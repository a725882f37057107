/** The pictures that a photo or an icon may be. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' | 'image/avif'

export const pictureBytesMax = 5 * 1024 * 1024

/** How much of a file `pictureTypeOf` looks at. */
export const pictureHeadBytes = 64

const signatures: readonly (readonly [type: PictureType, bytes: readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [...new TextEncoder().encode('GIF87a')]],
  ['image/gif', [...new TextEncoder().encode('GIF89a')]],
]

/** What a file is by its first bytes, whatever its name and its declared type say; `undefined` for everything else. */
export function pictureTypeOf(head: Uint8Array): PictureType | undefined {
  const found = signatures.find(([, bytes]) => bytes.every((byte, at) => head[at] === byte))
  if (found !== undefined) return found[0]
  if (textAt(head, 0, 4) === 'RIFF' && textAt(head, 8, 12) === 'WEBP') return 'image/webp'
  return isAvif(head) ? 'image/avif' : undefined
}

/** ISO base media file: a box `ftyp` with a major brand and compatible brands, of which one is `avif` or `avis`. */
function isAvif(head: Uint8Array): boolean {
  if (textAt(head, 4, 8) !== 'ftyp') return false
  const boxEnd = Math.min(new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0), head.length)
  for (let at = 8; at + 4 <= boxEnd; at += 4) {
    const isMinorVersion = at === 12
    if (!isMinorVersion && /^avi[fs]$/.test(textAt(head, at, at + 4))) return true
  }
  return false
}

function textAt(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCodePoint(...bytes.subarray(from, to))
}
