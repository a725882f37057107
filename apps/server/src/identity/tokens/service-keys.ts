import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { StatusError } from '@hearth/model'
import type { KeyScope } from '../../access/key-scopes.ts'
import type { Clock, Random } from '../../lib/ambient.ts'
import { Topic } from '../../lib/topic.ts'
import { identityError } from '../identity-error.ts'
import type { StoreOf } from '../store-of.ts'
import { type DecodedJwt, decodeJwt, hasRs256Signature } from './jwt.ts'
import type { MakeKeyPair } from './make-key-pair.ts'
import { signingCertificate } from './signing-certificate.ts'

/** A key of a program that administers a project: `firebase-admin` on a server of the team's. */
export interface ServiceKey {
  readonly id: string
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly madeBy: KeyMaker | undefined
  readonly scopes: readonly KeyScope[]
}

/** An account of the console, or another service key by its id. */
export type KeyMaker = { readonly uid: string } | { readonly key: string }

/** A new key with what is never kept here. */
export interface NewServiceKey extends ServiceKey {
  readonly clientEmail: string
  /** PKCS #8. */
  readonly privateKeyPem: string
}

export interface VerifiedServiceToken {
  /** The id of the key. */
  readonly key: string
  readonly scopes: readonly KeyScope[]
  readonly payload: DecodedJwt['payload']
}

/** As kept in the space `service-key`, by id. */
interface KeyRecord {
  readonly name: string
  readonly publicKeyPem: string
  /** The same in a certificate (PEM); absent in records from before it was kept. */
  readonly certificate?: string
  readonly createdAt: number
  /** Absent in records from before it was kept. */
  readonly madeBy?: KeyMaker | undefined
  /** Absent in records from before there were scopes, which have none. */
  readonly scopes?: readonly KeyScope[]
}

export interface KeyOrder {
  readonly name: string
  readonly madeBy?: KeyMaker | undefined
  /** Those of {@link keyScopes} that it is given. */
  readonly scopes?: readonly KeyScope[]
}

const SPACE = 'service-key'
const KEYS_MAX = 50
const ID_BYTES = 10
const TOKEN_SECONDS_MAX = 60 * 60
const CLOCK_SKEW_SECONDS = 300
const emailPattern = /^key-([0-9a-f]{20})@([a-z0-9][a-z0-9-]{0,29})\.hearth\.internal$/

/**
 * Service keys: RSA pairs whose public half is kept. A token that one signed for itself (RFC 7523, issuer and subject its address, an
 * hour at most) is a server credential of its project and of no other; it may also sign custom tokens.
 */
export class ServiceKeys {
  readonly #storeOf: StoreOf
  readonly #clock: Clock
  readonly #random: Random
  readonly #makeKeyPair: MakeKeyPair
  /** Each key that was revoked, by its id. */
  readonly revocations = new Topic<{ readonly project: string; readonly key: string }>()

  constructor(options: { storeOf: StoreOf; clock: Clock; random: Random; makeKeyPair: MakeKeyPair }) {
    this.#storeOf = options.storeOf
    this.#clock = options.clock
    this.#random = options.random
    this.#makeKeyPair = options.makeKeyPair
  }

  /** Throws `failed-precondition`/`TOO_MANY_KEYS` when the project has 50. */
  async create(project: string, { name, madeBy, scopes = [] }: KeyOrder): Promise<NewServiceKey> {
    if ((await this.list(project)).length >= KEYS_MAX) {
      throw new StatusError('failed-precondition', 'TOO_MANY_KEYS', `A project has at most ${KEYS_MAX} service keys.`)
    }
    const id = this.#random.bytes(ID_BYTES).toString('hex')
    const pair = await this.#makeKeyPair()
    const createdAt = this.#clock.nowMs()
    const publicKeyPem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const certificate = signingCertificate({ ...pair, kid: id, createdAt })
    const record: KeyRecord = { name, publicKeyPem, certificate, createdAt, madeBy, scopes }
    const store = await this.#storeOf(project)
    await store.commit({
      expect: [{ kind: 'record', space: SPACE, key: id, revision: 0 }],
      records: [{ space: SPACE, key: id, value: JSON.stringify(record) }],
    })
    const privateKeyPem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const clientEmail = `key-${id}@${project}.hearth.internal`
    return { id, name, createdAt, madeBy, scopes, clientEmail, privateKeyPem }
  }

  async list(project: string): Promise<ServiceKey[]> {
    const store = await this.#storeOf(project)
    const records = await store.read((snapshot) =>
      snapshot.listRecords(SPACE, {}, { limit: KEYS_MAX * 2, reverse: false }),
    )
    return records.map(({ key, value }) => {
      const { name, createdAt, madeBy, scopes = [] } = JSON.parse(value) as KeyRecord
      return { id: key, name, createdAt, madeBy, scopes }
    })
  }

  /** Whether it was made and not revoked. */
  async has(project: string, id: string): Promise<boolean> {
    return (await this.#read(project, id)) !== undefined
  }

  /** What a key may besides what all may; undefined for one that is not there. */
  async scopesOf(project: string, id: string): Promise<readonly KeyScope[] | undefined> {
    const record = await this.#read(project, id)
    return record === undefined ? undefined : (record.scopes ?? [])
  }

  /** The project and the id of a key that is there, with its certificate (PEM), by its address. */
  async findByAddress(
    address: string,
  ): Promise<{ project: string; id: string; certificate: string | undefined } | undefined> {
    const [, id, project] = emailPattern.exec(address) ?? []
    if (id === undefined || project === undefined) return undefined
    try {
      const record = await this.#read(project, id)
      return record === undefined ? undefined : { project, id, certificate: record.certificate }
    } catch (error) {
      if (error instanceof StatusError && error.reason === 'PROJECT_NOT_FOUND') return undefined
      throw error
    }
  }

  /** What it signed is worth nothing from now on. Answers the name that it had. Throws `not-found`/`KEY_NOT_FOUND`. */
  async revoke(project: string, id: string): Promise<string> {
    const store = await this.#storeOf(project)
    const record = await store.getRecord(SPACE, id)
    if (record === undefined) {
      throw new StatusError('not-found', 'KEY_NOT_FOUND', 'There is no such service key.')
    }
    await store.commit({ records: [{ space: SPACE, key: id, value: undefined }] })
    this.revocations.publish({ project, key: id })
    return (JSON.parse(record.value) as KeyRecord).name
  }

  /** Whether a token says that a service key of this server made it; it may still be wrong. */
  static isClaimedBy(token: string): boolean {
    const issuer = decodeJwt(token)?.payload['iss']
    return typeof issuer === 'string' && emailPattern.test(issuer)
  }

  /**
   * The id of the key, when `address` is that of a key of this project and the key made the RSA-SHA256 (PKCS #1) `signature` of `content`.
   */
  async findSigner(
    project: string,
    address: string,
    content: string,
    signature: Uint8Array,
  ): Promise<string | undefined> {
    const [, id, namedProject] = emailPattern.exec(address) ?? []
    if (id === undefined || namedProject !== project) return undefined
    const publicKey = (await this.#find(project, id))?.publicKey
    if (publicKey === undefined || !verify('RSA-SHA256', Buffer.from(content), publicKey, signature)) return undefined
    return id
  }

  async #find(
    project: string,
    id: string,
  ): Promise<{ readonly publicKey: KeyObject; readonly scopes: readonly KeyScope[] } | undefined> {
    const record = await this.#read(project, id)
    if (record === undefined) return undefined
    return { publicKey: createPublicKey(record.publicKeyPem), scopes: record.scopes ?? [] }
  }

  async #read(project: string, id: string): Promise<KeyRecord | undefined> {
    const stored = await (await this.#storeOf(project)).getRecord(SPACE, id)
    return stored === undefined ? undefined : (JSON.parse(stored.value) as KeyRecord)
  }

  /**
   * The token's content, the id of its key and what that may, when one of this project signed it and it is not over. Throws `INVALID_ID_TOKEN`,
   * `TOKEN_EXPIRED`.
   */
  async verify(project: string, token: string): Promise<VerifiedServiceToken> {
    const verified = await this.verifyAssertion(project, token)
    if (verified.payload['sub'] === undefined) throw identityError('INVALID_ID_TOKEN')
    return verified
  }

  /** As {@link verify}, of a token that may leave out its subject, as the vendor's libraries do in assertions. */
  async verifyAssertion(project: string, token: string): Promise<VerifiedServiceToken> {
    const jwt = decodeJwt(token)
    if (jwt === undefined || jwt.header['alg'] !== 'RS256' || jwt.header['crit'] !== undefined) {
      throw identityError('INVALID_ID_TOKEN')
    }
    const { iss: issuer, sub: subject, iat: issuedAt, exp: expiresAt } = jwt.payload
    const [, id, namedProject] = (typeof issuer === 'string' ? emailPattern.exec(issuer) : null) ?? []
    if (id === undefined || namedProject !== project) throw identityError('INVALID_ID_TOKEN')
    if (subject !== undefined && subject !== issuer) throw identityError('INVALID_ID_TOKEN')
    const found = await this.#find(project, id)
    if (found === undefined || !hasRs256Signature(jwt, found.publicKey)) throw identityError('INVALID_ID_TOKEN')
    if (!Number.isSafeInteger(issuedAt) || !Number.isSafeInteger(expiresAt)) throw identityError('INVALID_ID_TOKEN')
    const now = Math.floor(this.#clock.nowMs() / 1000)
    if (Number(issuedAt) > now + CLOCK_SKEW_SECONDS || Number(expiresAt) - Number(issuedAt) > TOKEN_SECONDS_MAX) {
      throw identityError('INVALID_ID_TOKEN')
    }
    if (Number(expiresAt) <= now) throw identityError('TOKEN_EXPIRED')
    return { key: id, scopes: found.scopes, payload: jwt.payload }
  }
}

/** The project of a service key, by the key's address (`client_email`); undefined for an address of another form. */
export function projectOfServiceAccount(email: string): string | undefined {
  return emailPattern.exec(email)?.[2]
}

/** Where key files say that access tokens are. */
export const TOKEN_PATH = '/token'
/** In front of the address of a key. */
export const CERTIFICATE_PATH = '/robot/v1/metadata/x509'

/**
 * The file of a service key with every member that the vendor's loaders look for (`google-auth-library` for Node, `google-auth` for Python, Go, Java), each of which leads to
 * this server. `origin` is what clients reach it by.
 */
export function keyFileOf(project: string, key: NewServiceKey, origin: string) {
  return {
    type: 'service_account' as const,
    project_id: project,
    private_key_id: key.id,
    private_key: key.privateKeyPem,
    client_email: key.clientEmail,
    client_id: key.id,
    // Of people, whom no program sends there.
    auth_uri: `${origin}/`,
    token_uri: origin + TOKEN_PATH,
    auth_provider_x509_cert_url: `${origin}${CERTIFICATE_PATH}/securetoken@system.gserviceaccount.com`,
    client_x509_cert_url: `${origin}${CERTIFICATE_PATH}/${encodeURIComponent(key.clientEmail)}`,
    // With another one the libraries sign for themselves and ask for no token, or look for hosts of that name.
    universe_domain: 'googleapis.com',
  }
}
