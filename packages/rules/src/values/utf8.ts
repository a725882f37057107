const encoder = new TextEncoder()

export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text)
}
