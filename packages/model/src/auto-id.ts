const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 20

/** Bytes from here on are thrown away, so that every character is equally likely. */
const USABLE = 256 - (256 % ALPHABET.length)

/** A new document id: 20 characters from `[A-Za-z0-9]`, as the official SDKs make them. */
export function autoId(random: { bytes(count: number): Uint8Array }): string {
  let id = ''
  while (id.length < LENGTH) {
    for (const byte of random.bytes(2 * LENGTH)) {
      if (byte < USABLE && id.length < LENGTH) id += ALPHABET[byte % ALPHABET.length]
    }
  }
  return id
}
