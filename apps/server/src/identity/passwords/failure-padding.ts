import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProjectStore } from '../../persistence/persistence.ts'
import { BoundedCache } from '../../lib/bounded-cache.ts'
import { projectOf, type Realm } from '../realm.ts'
import { type ForeignHash, likenessOf } from './foreign-hash.ts'
import type { PasswordHasher } from './password-hasher.ts'

/** As kept in the space `foreign-hash-kind`: what takes as long to check as hashes that were imported, by a digest of itself. */
const SPACE = 'foreign-hash-kind'
const KINDS_MAX = 8
const REALMS_MAX = 10_000
/** A check takes longer when others run; what it took lately counts for so long. */
const LEARNT_FOR_MS = 10 * 60_000
const PADDED_MS_MAX = 5_000
/** So that the usual check is over before its answer is due. */
const MARGIN = 1.25

interface Pace {
  /** What a check of the slowest imported hash took when nothing else was known. */
  readonly measuredMs: number
  learntMs: number
  learntAt: number
}

/**
 * Makes a wrong password take as long for everybody. A hash from elsewhere takes its own time to check, by which a stranger could
 * tell who has an account, and who never signed in since the import. Where a realm has such hashes, every refusal is answered when
 * one of the slowest of them would be; a right password is answered at once. Elsewhere nothing waits.
 */
export class FailurePadding {
  readonly #storeOf: (realm: Realm) => Promise<Pick<ProjectStore, 'getRecord' | 'commit' | 'read'>>
  readonly #hasher: Pick<PasswordHasher, 'verifyForeign'>
  /** Undefined: to be measured anew. */
  readonly #paces = new BoundedCache<Promise<Pace | undefined> | undefined>(REALMS_MAX)
  readonly #noted = new BoundedCache<true>(REALMS_MAX)

  constructor(options: {
    storeOf: (realm: Realm) => Promise<Pick<ProjectStore, 'getRecord' | 'commit' | 'read'>>
    hasher: Pick<PasswordHasher, 'verifyForeign'>
  }) {
    this.#storeOf = options.storeOf
    this.#hasher = options.hasher
  }

  /** Remembers, for good, that a realm has hashes like this one. */
  async note(realm: Realm, foreign: ForeignHash): Promise<void> {
    const value = JSON.stringify(likenessOf(foreign))
    const key = createHash('sha256').update(value).digest('hex')
    if (this.#noted.get(`${realm}/${key}`) !== undefined) return
    this.#noted.set(`${realm}/${key}`, true)
    const store = await this.#storeOf(realm)
    const known = await store.read((snapshot) => snapshot.listRecords(SPACE, {}, { limit: KINDS_MAX, reverse: false }))
    if (known.length >= KINDS_MAX || known.some((record) => record.key === key)) return
    await store.commit({ records: [{ space: SPACE, key, value }] })
    this.#paces.set(realm, undefined)
  }

  /** What a refusal took that had a hash from elsewhere to check: the others are not to be faster. */
  async learn(realm: Realm, tookMs: number): Promise<void> {
    const pace = await this.#paceOf(realm)
    if (pace === undefined || tookMs <= currentMs(pace)) return
    pace.learntMs = tookMs
    pace.learntAt = performance.now()
  }

  /** Resolves when a refusal may be answered whose request came at `startedAt`, of `performance.now()`. Throws what `verifyForeign` throws. */
  async wait(realm: Realm, startedAt: number): Promise<void> {
    const pace = await this.#paceOf(realm)
    if (pace === undefined) return
    const leftMs = Math.min(PADDED_MS_MAX, currentMs(pace) * MARGIN) - (performance.now() - startedAt)
    if (leftMs > 0) await sleep(leftMs)
  }

  #paceOf(realm: Realm): Promise<Pace | undefined> {
    const known = this.#paces.get(realm)
    if (known !== undefined) return known
    const measuring = this.#measure(realm)
    this.#paces.set(realm, measuring)
    measuring.catch(() => {
      if (this.#paces.get(realm) === measuring) this.#paces.set(realm, undefined)
    })
    return measuring
  }

  /** Undefined where nothing was imported. */
  async #measure(realm: Realm): Promise<Pace | undefined> {
    const store = await this.#storeOf(realm)
    const kinds = await store.read((snapshot) => snapshot.listRecords(SPACE, {}, { limit: KINDS_MAX, reverse: false }))
    if (kinds.length === 0) return undefined
    let measuredMs = 0
    for (const { value } of kinds) {
      const startedAt = performance.now()
      await this.#hasher.verifyForeign('a wrong guess', JSON.parse(value) as ForeignHash, {
        project: projectOf(realm),
        address: undefined,
      })
      measuredMs = Math.max(measuredMs, performance.now() - startedAt)
    }
    return { measuredMs, learntMs: 0, learntAt: 0 }
  }
}

function currentMs({ measuredMs, learntMs, learntAt }: Pace): number {
  return performance.now() - learntAt < LEARNT_FOR_MS ? Math.max(measuredMs, learntMs) : measuredMs
}
