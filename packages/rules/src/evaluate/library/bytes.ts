import { encodeBase64 } from '@hearth/model'
import { type Form, form } from '../signature.ts'

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
