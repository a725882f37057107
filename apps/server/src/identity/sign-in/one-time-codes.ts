import { createHash } from 'node:crypto'
import { StatusError } from '@hearth/model'
import type { Clock, Random } from '../../lib/ambient.ts'
import type { ProjectStore, RecordChange } from '../../persistence/persistence.ts'
import type { StoreOf } from '../store-of.ts'

export interface CodeOptions {
  readonly lifeMs: number
  /** What the code is about; newer codes with the same subject make this one void. */
  readonly subject?: string
}

/** What a code turned out to be. */
export type FoundCode<Content> =
  | { readonly kind: 'valid'; readonly content: Content }
  /** Never given out, used, replaced by a newer one, or given up after too many wrong answers. */
  | { readonly kind: 'unknown' }
  /** Void by a newer one with the same subject, of codes that are kept when that happens. */
  | { readonly kind: 'replaced'; readonly content: Content }
  | { readonly kind: 'expired' }

interface CodeRecord<Content> {
  readonly content: Content
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  /** What the code is about; newer codes with the same subject make this one void. */
  readonly subject?: string | undefined
  /** Wrong answers so far. */
  readonly failures: number
}

const CODE_BYTES = 32
const SWEPT_EVERY_MS = 10 * 60 * 1000
const SWEEP_PAGE = 1_000
/** An expired code is told apart from an unknown one for so long, unless said. */
const KEPT_AFTER_MS = 24 * 60 * 60 * 1000

const none = { expect: [], records: [] }

/**
 * Codes that work once: 256 random bits, of which only the SHA-256 is kept. Using one is a compare-and-swap on its record, so of
 * two simultaneous uses one wins. `space` holds the codes by their hash, `<space>-of` the newest codes by their subject, the
 * newest first, separated by commas.
 */
export class OneTimeCodes<Content> {
  readonly #storeOf: StoreOf
  readonly #clock: Clock
  readonly #random: Random
  readonly #space: string
  readonly #keepsReplaced: boolean
  readonly #validAtOnce: number
  readonly #keptAfterMs: number
  readonly #sweptAt = new Map<string, number>()

  /**
   * `validAtOnce`: so many codes of one subject are good at the same time, the newest; one unless said. `keepsReplaced`: a code that newer ones made
   * void is told apart from an unknown one, until it expires. `KEPT_AFTER_MS`: for so long an expired code is told apart from an unknown one; a day unless
   * said.
   */
  constructor(options: {
    storeOf: StoreOf
    clock: Clock
    random: Random
    space: string
    keepsReplaced?: boolean
    validAtOnce?: number
    keptAfterMs?: number
  }) {
    this.#keptAfterMs = options.keptAfterMs ?? KEPT_AFTER_MS
    this.#keepsReplaced = options.keepsReplaced ?? false
    this.#validAtOnce = options.validAtOnce ?? 1
    this.#storeOf = options.storeOf
    this.#clock = options.clock
    this.#random = options.random
    this.#space = options.space
  }

  /** A new code, 43 characters of base64url. With `subject` it makes those before with the same subject void that are too many. */
  async issue(realm: string, content: Content, options: CodeOptions): Promise<string> {
    const code = this.#random.bytes(CODE_BYTES).toString('base64url')
    await this.keep(realm, code, content, options)
    return code
  }

  /** Makes a secret that came from elsewhere, and that nobody can guess, a code like those of `issue`. */
  async keep(realm: string, code: string, content: Content, options: CodeOptions): Promise<void> {
    const store = await this.#storeOf(realm)
    const key = keyOf(code)
    const now = this.#clock.nowMs()
    const { subject } = options
    const record: CodeRecord<Content> = { content, expiresAt: now + options.lifeMs, subject, failures: 0 }
    const made: RecordChange = { space: this.#space, key, value: JSON.stringify(record) }
    if (subject === undefined) await store.commit({ records: [made] })
    else await untilNoConflict(() => this.#replaceOldest(store, subject, made))
    await this.#sweep(realm, store, now)
  }

  async #replaceOldest(store: ProjectStore, subject: string, made: RecordChange): Promise<void> {
    const { keys, revision } = await this.#newestOf(store, subject)
    const all = [made.key, ...keys]
    const replaced = this.#keepsReplaced ? [] : all.slice(this.#validAtOnce)
    await store.commit({
      expect: [{ kind: 'record', space: this.#subjects, key: subject, revision }],
      records: [
        made,
        ...replaced.map((key) => ({ space: this.#space, key, value: undefined })),
        { space: this.#subjects, key: subject, value: all.slice(0, this.#validAtOnce).join() },
      ],
    })
  }

  async #newestOf(store: ProjectStore, subject: string): Promise<{ keys: readonly string[]; revision: number }> {
    const stored = await store.getRecord(this.#subjects, subject)
    return stored === undefined
      ? { keys: [], revision: 0 }
      : { keys: stored.value.split(','), revision: stored.revision }
  }

  /** Looks at a code without using it. */
  async find(realm: string, code: string): Promise<FoundCode<Content>> {
    return (await this.#read(await this.#storeOf(realm), code)).found
  }

  /**
   * Uses the code, when `isRight` says so; otherwise the wrong answer is counted, and after `failuresMax` of them the code is void.
   * Answers `wrong` for a wrong answer.
   */
  async redeem(
    realm: string,
    code: string,
    answer?: { isRight: (content: Content) => boolean; failuresMax: number },
  ): Promise<FoundCode<Content> | { readonly kind: 'wrong' }> {
    const store = await this.#storeOf(realm)
    // Somebody else used or tried it at the same moment: what is it then?
    return await untilNoConflict(async () => {
      const { found, record, revision } = await this.#read(store, code)
      if (found.kind !== 'valid' || record === undefined) return found
      const key = keyOf(code)
      const isRight = answer?.isRight(found.content) ?? true
      const failures = record.failures + 1
      const isOver = isRight || failures >= (answer?.failuresMax ?? 1)
      const value = isOver ? undefined : JSON.stringify({ ...record, failures })
      const rest = isOver && record.subject !== undefined ? await this.#leaveSubject(store, record.subject, key) : none
      await store.commit({
        expect: [{ kind: 'record', space: this.#space, key, revision }, ...rest.expect],
        records: [{ space: this.#space, key, value }, ...rest.records],
      })
      return isRight ? found : ({ kind: 'wrong' } as const)
    })
  }

  async #leaveSubject(store: ProjectStore, subject: string, key: string) {
    const { keys, revision } = await this.#newestOf(store, subject)
    const value = keys.filter((one) => one !== key).join() || undefined
    return {
      expect: [{ kind: 'record', space: this.#subjects, key: subject, revision } as const],
      records: [{ space: this.#subjects, key: subject, value }],
    }
  }

  get #subjects(): string {
    return `${this.#space}-of`
  }

  async #read(
    store: ProjectStore,
    code: string,
  ): Promise<{ found: FoundCode<Content>; record?: CodeRecord<Content>; revision: number }> {
    const key = keyOf(code)
    const stored = await store.getRecord(this.#space, key)
    if (stored === undefined) return { found: { kind: 'unknown' }, revision: 0 }
    const record = JSON.parse(stored.value) as CodeRecord<Content>
    if (record.subject !== undefined) {
      if (!(await this.#newestOf(store, record.subject)).keys.includes(key)) {
        const kind = this.#keepsReplaced ? 'replaced' : 'unknown'
        return { found: { kind, content: record.content }, revision: stored.revision }
      }
    }
    if (this.#clock.nowMs() >= record.expiresAt) return { found: { kind: 'expired' }, revision: stored.revision }
    return { found: { kind: 'valid', content: record.content }, record, revision: stored.revision }
  }

  /** Removes what expired long ago, at most every ten minutes, so that codes nobody uses don't pile up. */
  async #sweep(realm: string, store: ProjectStore, now: number): Promise<void> {
    const sweptAt = this.#sweptAt.get(realm)
    if (sweptAt !== undefined && Math.abs(now - sweptAt) < SWEPT_EVERY_MS) return
    this.#sweptAt.set(realm, now)
    for (let start = ''; ;) {
      const page = await store.read((snapshot) =>
        snapshot.listRecords(this.#space, { start }, { limit: SWEEP_PAGE, reverse: false }),
      )
      const records = (await Promise.all(page.map(({ key, value }) => this.#removalOf(store, key, value, now)))).flat()
      if (records.length > 0) await store.commit({ records })
      const last = page.at(-1)
      if (last === undefined || page.length < SWEEP_PAGE) return
      start = `${last.key}\0`
    }
  }

  async #removalOf(store: ProjectStore, key: string, value: string, now: number): Promise<RecordChange[]> {
    const { expiresAt, subject } = JSON.parse(value) as CodeRecord<Content>
    if (now < expiresAt + this.#keptAfterMs) return []
    const removal = { space: this.#space, key, value: undefined }
    if (subject === undefined) return [removal]
    // The others are older, and expired with it.
    const isNewest = (await this.#newestOf(store, subject)).keys[0] === key
    return isNewest ? [removal, { space: this.#subjects, key: subject, value: undefined }] : [removal]
  }
}

function keyOf(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}

async function untilNoConflict<Result>(commit: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await commit()
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason !== 'CONFLICT') throw error
    }
  }
}
