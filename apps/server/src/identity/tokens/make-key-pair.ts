import { generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

export interface KeyPair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

export type MakeKeyPair = () => Promise<KeyPair>

const MODULUS_BITS = 2_048
const generate = promisify(generateKeyPair)

/** An RSA key pair, which takes some 50 ms of a core, off the main thread. */
export const makeKeyPair: MakeKeyPair = () => generate('rsa', { modulusLength: MODULUS_BITS, publicExponent: 0x1_0001 })
