/** Reflected polynomials. */
const POLYNOMIALS = { crc32: 0xedb88320, crc32c: 0x82f63b78 } as const

/** A cyclic redundancy check, its four bytes little-endian. */
export function crc32(bytes: Uint8Array, variant: keyof typeof POLYNOMIALS): Uint8Array {
  const table = TABLES[variant]
  let rest = -1
  for (const byte of bytes) rest = (rest >>> 8) ^ (table[(rest ^ byte) & 0xff] ?? 0)
  const digest = new DataView(new ArrayBuffer(4))
  digest.setInt32(0, ~rest, true)
  return new Uint8Array(digest.buffer)
}

const TABLES = { crc32: tableOf(POLYNOMIALS.crc32), crc32c: tableOf(POLYNOMIALS.crc32c) } as const

function tableOf(polynomial: number): Int32Array {
  return Int32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? polynomial : 0)
    return rest
  })
}
