/** How bytes are written as text. */
export type BytesNotation = 'base64' | 'hex'

/** Bytes as people read them: pairs of digits with a space between them. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ')
}

/** The bytes written as hexadecimal digits, with spaces, colons, commas or `0x` between them; undefined when they are none. */
export function bytesOfHex(hex: string): Uint8Array | undefined {
  const digits = hex.replaceAll(/0x|[\s:,]/gi, '')
  if (digits.length % 2 !== 0 || /[^0-9a-f]/i.test(digits)) return undefined
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) =>
    Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16),
  )
}
