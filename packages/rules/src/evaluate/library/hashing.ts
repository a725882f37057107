import { crc32 } from '../../hashing/crc32.ts'
import { md5 } from '../../hashing/md5.ts'
import { sha256 } from '../../hashing/sha256.ts'
import { encodeUtf8 } from '../../values/utf8.ts'
import { type Form, form } from '../signature.ts'

const UNITS_PER_BYTE = 20

export const hashingFunctions: Readonly<Record<string, readonly Form[]>> = {
  md5: digest(md5),
  sha256: digest(sha256),
  crc32: digest((bytes) => crc32(bytes, 'crc32')),
  crc32c: digest((bytes) => crc32(bytes, 'crc32c')),
}

/** Of a text, the digest of its UTF-8. */
function digest(of: (bytes: Uint8Array) => Uint8Array): readonly Form[] {
  return (['string', 'bytes'] as const).map((type) =>
    form([type], ([value], { spend }) => {
      spend((value as string | Uint8Array).length * UNITS_PER_BYTE)
      return of(typeof value === 'string' ? encodeUtf8(value) : (value as Uint8Array))
    }),
  )
}
