import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { StatusError } from '@hearth/model'
import type { Clock } from '../../lib/ambient.ts'
import { Topic } from '../../lib/topic.ts'
import type { OpenRecords } from '../../secrets/sealed-store.ts'
import type { MakeKeyPair } from './make-key-pair.ts'
import type { PublishedKey, PublishedKeys } from './published-keys.ts'
import { signingCertificate } from './signing-certificate.ts'

export interface SigningKey {
  readonly kid: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly createdAt: number
  /** It signs from then on; before that it is only published, so that whoever keeps the published keys for a while knows it in time. */
  readonly activeFrom: number
}

/** As kept in the space `signing-key`; key: a rising number, so that two nodes can't both add the next one. */
interface KeyRecord {
  readonly privateKeyPem: string
  readonly createdAt: number
  readonly activeFrom: number
}

const SPACE = 'signing-key'
const ROTATED_AFTER_MS = 30 * 24 * 60 * 60 * 1000
/** Twice as long as the published keys may be cached. */
const PUBLISHED_AHEAD_MS = 2 * 60 * 60 * 1000
/** As long as the longest-lived token, a session cookie of 14 days, and a day more. */
const PUBLISHED_AFTER_MS = 15 * 24 * 60 * 60 * 1000
/** Of a key that another node made. */
const NOTICED_AFTER_MS = 60_000
const KEYS_KEPT_MAX = 10
const UNKNOWN_KID_PAUSE_MS = 1_000

interface KeySet {
  /** Oldest first, with the number each is kept under. */
  readonly keys: readonly (SigningKey & { readonly number: number })[]
  readonly readAt: number
}

/**
 * The RSA key pairs that sign a project's tokens. The first is made when it is needed; every 30 days the next one takes over. Old
 * ones stay published until the last token they signed has expired.
 */
export class SigningKeys {
  /** The project of which keys were withdrawn. */
  readonly withdrawn = new Topic<string>()
  readonly #storeOf: OpenRecords
  readonly #clock: Clock
  readonly #published: PublishedKeys
  readonly #makeKeyPair: MakeKeyPair
  readonly #listProjects: () => Promise<readonly { readonly id: string }[]>
  /** Of data from before there was a list of the published keys of all projects. */
  #takingOver: Promise<void> | undefined
  readonly #sets = new Map<string, KeySet>()
  readonly #loading = new Map<string, Promise<KeySet>>()
  /** How often keys of a project were withdrawn: what was read before that is worth nothing. */
  readonly #withdrawals = new Map<string, number>()
  /** The last write of what a project publishes: one at a time, so that none comes after a later one. */
  readonly #publishing = new Map<string, Promise<void>>()

  constructor(options: {
    storeOf: OpenRecords
    clock: Clock
    published: PublishedKeys
    makeKeyPair: MakeKeyPair
    listProjects: () => Promise<readonly { readonly id: string }[]>
  }) {
    this.#storeOf = options.storeOf
    this.#clock = options.clock
    this.#published = options.published
    this.#makeKeyPair = options.makeKeyPair
    this.#listProjects = options.listProjects
  }

  /** The key that signs now. */
  async current(project: string): Promise<SigningKey> {
    const now = this.#clock.nowMs()
    let { keys } = await this.#get(project)
    const newest = keys.at(-1)
    if (newest === undefined || (newest.activeFrom <= now && now - newest.activeFrom >= ROTATED_AFTER_MS)) {
      keys = (await this.#load(project, { addNext: true })).keys
    }
    const current = keys.findLast((key) => key.activeFrom <= now) ?? keys[0]
    if (current === undefined) throw new Error('a project without a signing key')
    return current
  }

  /** Every key whose tokens may still be valid, or soon will be; none before the first was needed. */
  async published(project: string): Promise<SigningKey[]> {
    const { keys } = await this.#get(project)
    const now = this.#clock.nowMs()
    return keys.filter((_key, index) => {
      const successor = keys[index + 1]
      return now < (endOf(successor) ?? Infinity)
    })
  }

  /** The public keys of all projects that `published` has for each, in no telling order. */
  async publishedOfAll(): Promise<readonly PublishedKey[]> {
    this.#takingOver ??= this.#takeOver()
    try {
      await this.#takingOver
    } catch (error) {
      this.#takingOver = undefined
      throw error
    }
    return await this.#published.list()
  }

  /** Those of a deleted project, which nobody is to trust any more. */
  async forget(project: string): Promise<void> {
    this.#noteWithdrawal(project)
    this.#sets.delete(project)
    await this.#publish(project, () => this.#published.remove(project))
  }

  /** A published key by its id. */
  async find(project: string, kid: string): Promise<SigningKey | undefined> {
    const isWanted = (key: SigningKey): boolean => key.kid === kid
    const known = (await this.published(project)).find(isWanted)
    if (known !== undefined) return known
    // Perhaps another node made it. At most one look a second, whatever ids strangers make up.
    const set = await this.#get(project)
    if (this.#clock.nowMs() - set.readAt < UNKNOWN_KID_PAUSE_MS) return undefined
    await this.#load(project, { addNext: false })
    return (await this.published(project)).find(isWanted)
  }

  /**
   * Makes the next key before its time. It is published for two hours before it signs, and what the one before has signed stays good. With
   * `atOnce`, for a key that may have been stolen, it signs from now on, every other key is withdrawn, and what they have signed is worth
   * nothing any more: here at once, elsewhere when the published keys are read again.
   */
  async rotate(project: string, options: { atOnce: boolean }): Promise<SigningKey> {
    const { atOnce } = options
    let set = await this.#load(project, { addNext: false })
    const withdrawals = this.#withdrawalsOf(project)
    const newest = set.keys.at(-1)
    const isWaiting = newest !== undefined && newest.activeFrom > this.#clock.nowMs()
    if (!isWaiting || atOnce) {
      const options = { activeFrom: atOnce ? 'now' : 'published', withdraws: atOnce, withdrawals } as const
      set = await this.#add(project, set, options)
    }
    if (atOnce) this.withdrawn.publish(project)
    const next = set.keys.at(-1)
    if (next === undefined) throw new Error('a project without a signing key')
    return next
  }

  /** Reads the keys of every project once, which writes them into the common list. */
  async #takeOver(): Promise<void> {
    if (await this.#published.isComplete()) return
    for (const { id } of await this.#listProjects()) await this.#load(id, { addNext: false })
    await this.#published.markComplete()
  }

  async #get(project: string): Promise<KeySet> {
    const set = this.#sets.get(project)
    if (set !== undefined && Math.abs(this.#clock.nowMs() - set.readAt) < NOTICED_AFTER_MS) return set
    return await this.#load(project, { addNext: false })
  }

  /** One at a time for each project, so that simultaneous first sign-ins make one key. */
  async #load(project: string, options: { addNext: boolean }): Promise<KeySet> {
    const underWay = this.#loading.get(project)
    if (underWay !== undefined) {
      const set = await underWay
      if (!options.addNext || set.keys.length > 0) return set
    }
    const loading = this.#loadStanding(project, options).finally(() => {
      if (this.#loading.get(project) === loading) this.#loading.delete(project)
    })
    this.#loading.set(project, loading)
    return await loading
  }

  /** Begins anew when keys were withdrawn meanwhile; of a deleted project there is nothing to read then. */
  async #loadStanding(project: string, { addNext }: { addNext: boolean }): Promise<KeySet> {
    for (;;) {
      const withdrawals = this.#withdrawalsOf(project)
      const read = await this.#read(project, withdrawals)
      const set = addNext ? await this.#addNext(project, read, withdrawals) : read
      if (withdrawals === this.#withdrawalsOf(project)) return set
    }
  }

  /** Publishes and keeps what it read, unless keys were withdrawn since there had been so many `withdrawals`. */
  async #read(project: string, withdrawals: number): Promise<KeySet> {
    const store = await this.#storeOf(project)
    const records = await store.listRecords(SPACE, {}, { limit: KEYS_KEPT_MAX, reverse: true })
    const known = new Map(this.#sets.get(project)?.keys.map((key) => [key.number, key]))
    const keys = records.toReversed().map((record) => {
      const number = Number(record.key)
      return known.get(number) ?? { number, ...decodeKey(record.value) }
    })
    const isStanding = (): boolean => withdrawals === this.#withdrawalsOf(project)
    await this.#publish(project, async () => {
      if (!isStanding()) return
      const published = keys.map((key, index) => ({ ...key, until: endOf(keys[index + 1]) }))
      await this.#published.set(project, published, encodePublic)
    })
    const set = { keys, readAt: this.#clock.nowMs() }
    if (isStanding()) this.#sets.set(project, set)
    return set
  }

  #withdrawalsOf(project: string): number {
    return this.#withdrawals.get(project) ?? 0
  }

  #noteWithdrawal(project: string): void {
    this.#withdrawals.set(project, this.#withdrawalsOf(project) + 1)
  }

  async #publish(project: string, write: () => Promise<void>): Promise<void> {
    const before = this.#publishing.get(project)
    const writing = before === undefined ? write() : before.then(write, write)
    this.#publishing.set(project, writing)
    try {
      await writing
    } finally {
      if (this.#publishing.get(project) === writing) this.#publishing.delete(project)
    }
  }

  /** Adds the next key when it is time. */
  async #addNext(project: string, set: KeySet, withdrawals: number): Promise<KeySet> {
    const now = this.#clock.nowMs()
    const newest = set.keys.at(-1)
    if (newest !== undefined && (newest.activeFrom > now || now - newest.activeFrom < ROTATED_AFTER_MS)) return set
    return await this.#add(project, set, {
      activeFrom: newest === undefined ? 'now' : 'published',
      withdraws: false,
      withdrawals,
    })
  }

  /** Adds a key unless another node did meanwhile, and removes those that nothing valid was signed with, or all others. */
  async #add(
    project: string,
    set: KeySet,
    options: { activeFrom: 'now' | 'published'; withdraws: boolean; withdrawals: number },
  ): Promise<KeySet> {
    const now = this.#clock.nowMs()
    const newest = set.keys.at(-1)
    const { privateKey } = await this.#makeKeyPair()
    const record: KeyRecord = {
      privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      createdAt: now,
      activeFrom: options.activeFrom === 'now' ? now : now + PUBLISHED_AHEAD_MS,
    }
    const number = (newest?.number ?? 0) + 1
    const expired = set.keys.filter((_key, index) => {
      if (options.withdraws) return true
      const successor = set.keys[index + 1]
      return now >= (endOf(successor) ?? Infinity)
    })
    try {
      await (
        await this.#storeOf(project)
      ).commit({
        expect: [{ kind: 'record', space: SPACE, key: recordKey(number), revision: 0 }],
        records: [
          { space: SPACE, key: recordKey(number), value: JSON.stringify(record) },
          ...expired.map((key) => ({ space: SPACE, key: recordKey(key.number), value: undefined })),
        ],
      })
    } catch (error) {
      // Another node has added the next key; a key that is to be withdrawn still is there.
      if (!(error instanceof StatusError) || error.reason !== 'CONFLICT' || options.withdraws) throw error
    }
    const isStanding = options.withdrawals === this.#withdrawalsOf(project)
    if (!options.withdraws || !isStanding) return await this.#read(project, options.withdrawals)
    this.#noteWithdrawal(project)
    return await this.#read(project, this.#withdrawalsOf(project))
  }
}

/** When all is over that a key has signed whose successor this is. */
function endOf(successor: SigningKey | undefined): number | undefined {
  return successor === undefined ? undefined : successor.activeFrom + PUBLISHED_AFTER_MS
}

function encodePublic(key: SigningKey & { readonly until: number | undefined }): PublishedKey {
  const { kid, publicKey, until } = key
  return { kid, jwk: publicKey.export({ format: 'jwk' }), certificate: signingCertificate(key), until }
}

function recordKey(number: number): string {
  return String(number).padStart(9, '0')
}

function decodeKey(value: string): SigningKey {
  const record = JSON.parse(value) as KeyRecord
  const privateKey = createPrivateKey(record.privateKeyPem)
  const publicKey = createPublicKey(privateKey)
  const kid = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 40)
  return { kid, privateKey, publicKey, createdAt: record.createdAt, activeFrom: record.activeFrom }
}
