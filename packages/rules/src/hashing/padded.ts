/** A message with the padding that MD5 and SHA-256 share: a one bit, zeros, and the length in bits. */
export function padded(bytes: Uint8Array, order: 'little' | 'big'): DataView {
  const length = (((bytes.length + 8) >> 6) + 1) << 6
  const whole = new Uint8Array(length)
  whole.set(bytes)
  whole[bytes.length] = 0x80
  const view = new DataView(whole.buffer)
  view.setBigUint64(length - 8, BigInt(bytes.length) * 8n, order === 'little')
  return view
}
