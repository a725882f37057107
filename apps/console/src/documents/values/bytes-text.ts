/** How bytes are written as text. */
export type BytesNotation = 'base64' | 'hex'

/** Bytes as people read them: pairs of digits with a space between them. */
export function hexOf(base64: string): string {
  const bytes = atob(base64)
  return Array.from({ length: bytes.length }, (_, at) => bytes.charCodeAt(at).toString(16).padStart(2, '0')).join(' ')
}

/** The Base64 of bytes written as hexadecimal digits, with spaces, colons, commas or `0x` between them; undefined when they are none. */
export function base64OfHex(hex: string): string | undefined {
  const digits = hex.replaceAll(/0x|[\s:,]/gi, '')
  if (digits.length % 2 !== 0 || /[^0-9a-f]/i.test(digits)) return undefined
  return base64Of(
    Uint8Array.from({ length: digits.length / 2 }, (_, at) => Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16)),
  )
}

export function base64Of(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += partLength) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + partLength)))
  }
  return btoa(parts.join(''))
}

/** How many bytes a canonical Base64 text stands for. */
export function lengthOfBase64(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return (base64.length / 4) * 3 - padding
}

/** A function takes no more arguments than this for sure. */
const partLength = 8192
