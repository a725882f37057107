import { encodeBase64 } from '@hearth/model'
import { type Form, form } from '../signature.ts'
import { crc32, md5, sha256 } from '../../values/digests.ts'
import { encodeUtf8 } from '../../values/utf8.ts'

export const bytesMethods: Readonly<Record<string, readonly Form[]>> = {
  size: [form([], (_args, _evaluation, bytes) => BigInt((bytes as Uint8Array).length))],
  // The alphabet for addresses, with padding.
  toBase64: [
    form([], (_args, { spend }, bytes) => {
      spend((bytes as Uint8Array).length * 4)
      return encodeBase64(bytes as Uint8Array)
        .replaceAll('+', '-')
        .replaceAll('/', '_')
    }),
  ],
  toHexString: [
    form([], (_args, { spend }, bytes) => {
      spend((bytes as Uint8Array).length * 20)
      return [...(bytes as Uint8Array)].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('')
    }),
  ],
}
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
