import { createCipheriv, createDecipheriv } from 'node:crypto'
import { StatusError } from '@hearth/model'
import type { Random } from '../lib/ambient.ts'

export const secretKeyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const algorithm = 'aes-256-gcm'
/** How a sealed text begins; the number is the form's, for another one to come. */
const prefix = 'sealed1.'

/** Seals texts with the server's key: AES-256-GCM (NIST SP 800-38D) with a random nonce, bound to where the text is kept. */
export class SecretBox {
  readonly #key: Uint8Array
  readonly #random: Random

  /** `key` has 32 bytes. */
  constructor(key: Uint8Array, random: Random) {
    if (key.length !== secretKeyBytes) throw new Error(`a key of secrets has ${secretKeyBytes} bytes`)
    this.#key = key
    this.#random = random
  }

  /** `place` names where the text will be kept; it opens nowhere else. */
  seal(text: string, place: string): string {
    const nonce = this.#random.bytes(nonceBytes)
    const cipher = createCipheriv(algorithm, this.#key, nonce).setAAD(Buffer.from(place))
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return prefix + sealed.toString('base64url')
  }

  /** Throws `failed-precondition`/`SECRET_UNREADABLE` for what was sealed with another key, for another place, or changed since. */
  open(sealed: string, place: string): string {
    const bytes = Buffer.from(isSealed(sealed) ? sealed.slice(prefix.length) : '', 'base64url')
    try {
      const decipher = createDecipheriv(algorithm, this.#key, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(-tagBytes))
      return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
    } catch (cause) {
      const text = 'A secret of this server can’t be read: it was sealed with another key. Bring back its secrets.key.'
      throw new StatusError('failed-precondition', 'SECRET_UNREADABLE', text, { cause })
    }
  }
}

export function isSealed(text: string): boolean {
  return text.startsWith(prefix)
}
