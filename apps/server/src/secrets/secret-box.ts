import { createCipheriv, createDecipheriv } from 'node:crypto'
import { StatusError } from '@hearth/model'
import type { Random } from '../lib/ambient.ts'

export const SECRET_KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const ALGORITHM = 'aes-256-gcm'
/** How a sealed text begins; the number is the form's, for another one to come. */
const PREFIX = 'sealed1.'

/** Seals texts with the server's key: AES-256-GCM (NIST SP 800-38D) with a random nonce, bound to where the text is kept. */
export class SecretBox {
  readonly #key: Uint8Array
  readonly #random: Random

  /** `key` has 32 bytes. */
  constructor(key: Uint8Array, random: Random) {
    if (key.length !== SECRET_KEY_BYTES) throw new Error(`a key of secrets has ${SECRET_KEY_BYTES} bytes`)
    this.#key = key
    this.#random = random
  }

  /** `place` names where the text will be kept; it opens nowhere else. */
  seal(text: string, place: string): string {
    const nonce = this.#random.bytes(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce).setAAD(Buffer.from(place))
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return PREFIX + sealed.toString('base64url')
  }

  /** Throws `failed-precondition`/`SECRET_UNREADABLE` for what was sealed with another key, for another place, or changed since. */
  open(sealed: string, place: string): string {
    const bytes = Buffer.from(isSealed(sealed) ? sealed.slice(PREFIX.length) : '', 'base64url')
    try {
      const decipher = createDecipheriv(ALGORITHM, this.#key, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    } catch (cause) {
      const text = 'A secret of this server can’t be read: it was sealed with another key. Bring back its secrets.key.'
      throw new StatusError('failed-precondition', 'SECRET_UNREADABLE', text, { cause })
    }
  }
}

export function isSealed(text: string): boolean {
  return text.startsWith(PREFIX)
}
