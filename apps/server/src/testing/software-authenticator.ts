import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** The flags of authenticator data (WebAuthn, 6.1): user present, user verified, attested credential data. */
const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

export interface AuthenticatorOptions {
  /** The page that asks, as a browser tells it. */
  readonly origin: string
  /** Whether the user is verified, by a finger or a PIN; true unless said. */
  readonly verifiesUser?: boolean
  /** What the page says the answer is for, instead of what it is. */
  readonly type?: string
  readonly crossOrigin?: boolean
  /** Another relying party's than the options name. */
  readonly rpId?: string
}

interface CreationOptions {
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
  readonly challenge: string
}

interface RequestOptions {
  readonly rpId: string
  readonly challenge: string
}

/** An authenticator with one passkey, in a browser that does as it is told: what attacks need, which no real one does. ES256. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32).toString('base64url')
  /** Counts each signature; set it back to play a copy of the authenticator. */
  counter = 0
  readonly #key: KeyObject
  readonly #coordinates: readonly Buffer[]
  #userHandle = ''

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#key = privateKey
    this.#coordinates = [x, y].map((coordinate) => Buffer.from(coordinate, 'base64url'))
  }

  /** `authenticatorRegistrationResponse` for `credentialCreationOptions`. */
  register({ rp, user, challenge }: CreationOptions, options: AuthenticatorOptions) {
    this.#userHandle = user.id
    const id = Buffer.from(this.id, 'base64url')
    const idLength = Buffer.from([id.length >> 8, id.length & 0xff])
    const data = this.#data(options.rpId ?? rp.id, options, ATTESTED)
    const authData = Buffer.concat([data, Buffer.alloc(16), idLength, id, this.#coseKey()])
    // CBOR: { fmt: 'none', attStmt: {}, authData: bytes }
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      Buffer.from([authData.length >> 8, authData.length & 0xff]),
      authData,
    ])
    return {
      id: this.id,
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, options).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal', 'a transport of tomorrow'],
      },
    }
  }

  /** `authenticatorAuthenticationResponse` for `credentialRequestOptions`. */
  assert({ rpId, challenge }: RequestOptions, options: AuthenticatorOptions) {
    this.counter++
    const authenticatorData = this.#data(options.rpId ?? rpId, options, 0)
    const clientDataJSON = clientData('webauthn.get', challenge, options)
    const hash = createHash('sha256').update(clientDataJSON).digest()
    return {
      id: this.id,
      response: {
        clientDataJSON: clientDataJSON.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authenticatorData, hash]), this.#key).toString('base64url'),
        userHandle: this.#userHandle,
      },
    }
  }

  #data(rpId: string, { verifiesUser = true }: AuthenticatorOptions, more: number): Buffer {
    const data = Buffer.alloc(37)
    createHash('sha256').update(rpId).digest().copy(data)
    data[32] = PRESENT | (verifiesUser ? VERIFIED : 0) | more
    data.writeUInt32BE(this.counter, 33)
    return data
  }

  /** COSE_Key (RFC 9053, 7.1.1): { 1: EC2, 3: ES256, -1: P-256, -2: x, -3: y }. */
  #coseKey(): Buffer {
    const [x = Buffer.alloc(0), y = Buffer.alloc(0)] = this.#coordinates
    return Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), x, Buffer.from('225820', 'hex'), y])
  }
}

function clientData(
  usual: string,
  challenge: string,
  { origin, type = usual, crossOrigin = false }: AuthenticatorOptions,
) {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }))
}
