import { invalidArgument, StatusError, type Version } from '@hearth/model'
import { type Caller, isUnderRules } from '../../access/caller.ts'
import type { Clock, Random } from '../../lib/ambient.ts'
import { HeldShare, type RequestMemory } from '../held-memory.ts'
import { type Place, placeOf, SharedTotal } from '../../lib/shared-total.ts'
import { LockWaits } from './lock-waits.ts'
import { ReadWriteTransaction, type Transaction } from './transaction.ts'

const LIFE_MS = 270_000
const IDLE_MS = 60_000
const SWEEP_MS = 1000
/** Open transactions of one project. */
const OPEN_MAX = 1000
/** Of them, those of callers under rules; the rest is kept for servers. */
const OPEN_UNDER_RULES_MAX = 500
/** Of them, those of one user, or of the visitors from one address. */
const OPEN_OF_ONE_MAX = 50
/** Ended transactions whose age is known, for those that are run again. */
const AGES_MAX = 1000
/** What is counted of a transaction besides what it has read. */
const TRANSACTION_BYTES = 2_000
const idForm = /^t1\.[A-Za-z0-9_-]{32}$/

interface Open {
  readonly transaction: Transaction
  readonly held: HeldShare
  readonly owner: string
  /** Who is counted for it; undefined: nobody, for servers. */
  readonly share: Share | undefined
  readonly endsAtMs: number
  idleEndsAtMs: number
}

/** Of whom a caller under rules is one, and where that is. */
interface Share {
  readonly name: string
  readonly place: Place
}

interface Begin {
  /** Makes it read-only. */
  readonly readTime?: Version
  /** The id of the run before this one. */
  readonly retryOf?: string
  /** Where the request comes from. */
  readonly address?: string
  /** Counts what it has read, until it ends. */
  readonly memory?: RequestMemory
}

/** The open server transactions of one project. Ids are random, and good for the caller and the database that began it. */
export class Transactions {
  readonly #clock: Clock
  readonly #random: Random
  readonly #ownMemory: RequestMemory
  readonly #onQuiet: () => void
  /** In the order in which they were begun. */
  readonly #open = new Map<string, Open>()
  readonly #committing = new Map<ReadWriteTransaction, HeldShare>()
  readonly #ages = new Map<string, { readonly owner: string; readonly age: number }>()
  readonly waits = new LockWaits()
  readonly #underRules = new SharedTotal(OPEN_UNDER_RULES_MAX)
  #readWrite = 0
  #begun = 0
  #nextSweepMs = 0
  #timer: NodeJS.Timeout | undefined

  /** `ownMemory`: for transactions of the server itself. `onQuiet` is called some time after the last one has ended. */
  constructor(clock: Clock, random: Random, ownMemory: RequestMemory, onQuiet = () => {}) {
    this.#clock = clock
    this.#random = random
    this.#ownMemory = ownMemory
    this.#onQuiet = onQuiet
  }

  /** Whether one is open that may still write, or is being committed. */
  get hasReadWrite(): boolean {
    return this.#readWrite + this.#committing.size > 0
  }

  /**
   * Throws `resource-exhausted`/`TOO_MANY_TRANSACTIONS` when the caller's share is used up, or the project's with
   * transactions of servers, or what is left is kept for other sites than the caller's. Among callers under rules, the one that was idle
   * for longest gives way before that. Throws as `HeldMemory.take`, too.
   */
  begin(caller: Caller, database: string, begin: Begin = {}): string {
    const { readTime, retryOf, address, memory = this.#ownMemory } = begin
    if (retryOf !== undefined) this.#forget(caller, database, retryOf)
    this.sweep()
    const share = shareOf(caller, address)
    this.#makeRoom(share)
    const id = `t1.${this.#random.bytes(24).toString('base64url')}`
    const now = this.#clock.nowMs()
    const owner = ownerOf(caller, database)
    const held = new HeldShare(memory.beyondRequest())
    held.take(TRANSACTION_BYTES)
    const transaction: Transaction =
      readTime === undefined
        ? new ReadWriteTransaction(this.#ageOf(owner, retryOf) ?? ++this.#begun, held)
        : { kind: 'read-only', readTime }
    if (transaction.kind === 'read-write') this.#readWrite++
    if (share !== undefined) this.#underRules.take(share.place, 1)
    this.#open.set(id, {
      transaction,
      held,
      owner,
      share,
      endsAtMs: now + LIFE_MS,
      idleEndsAtMs: now + IDLE_MS,
    })
    this.#sweepLater()
    return id
  }

  /**
   * Throws `invalid-argument`/`INVALID_TRANSACTION` for what never was an id, `aborted`/`TRANSACTION_EXPIRED` for one
   * that was committed, rolled back, expired, or begun by somebody else.
   */
  get(caller: Caller, database: string, id: string): Transaction {
    if (!idForm.test(id)) throw invalidArgument('INVALID_TRANSACTION', 'Invalid transaction.')
    const open = this.#open.get(id)
    const now = this.#clock.nowMs()
    if (open === undefined || open.owner !== ownerOf(caller, database)) throw expired()
    if (now >= open.endsAtMs || now >= open.idleEndsAtMs) {
      this.#delete(id, open)
      throw expired()
    }
    open.idleEndsAtMs = now + IDLE_MS
    return open.transaction
  }

  /** Ends it: as `get`, and the id is good for nothing from now on. */
  end(caller: Caller, database: string, id: string): void {
    this.get(caller, database, id)
    const open = this.#open.get(id)
    if (open !== undefined) this.#delete(id, open)
  }

  /** As `end`, but one that may write keeps its locks: `whileCommitting` must follow. */
  take(caller: Caller, database: string, id: string): Transaction {
    const transaction = this.get(caller, database, id)
    const open = this.#open.get(id)
    if (open === undefined) throw expired()
    if (transaction.kind === 'read-write') this.#committing.set(transaction, open.held)
    this.#delete(id, open)
    return transaction
  }

  /** Runs the commit of a transaction that was taken; it holds its locks until then. */
  async whileCommitting<T>(transaction: ReadWriteTransaction, commit: () => Promise<T>): Promise<T> {
    try {
      return await commit()
    } finally {
      this.#committing.get(transaction)?.release()
      this.#committing.delete(transaction)
      this.waits.ended(transaction)
    }
  }

  /** The transactions that hold locks, but for the one that commits: those of callers under rules never do. */
  holdersBut(committing: ReadWriteTransaction | undefined): ReadWriteTransaction[] {
    this.sweep()
    const holders: ReadWriteTransaction[] = []
    const add = (one: Transaction): void => {
      if (one.kind === 'read-write' && one !== committing && one.hasLocks) holders.push(one)
    }
    for (const { transaction } of this.#open.values()) add(transaction)
    for (const transaction of this.#committing.keys()) add(transaction)
    return holders
  }

  /** Forgets the expired; at most once a second, because every commit asks. */
  sweep(): void {
    const now = this.#clock.nowMs()
    if (now < this.#nextSweepMs) return
    this.#nextSweepMs = now + SWEEP_MS
    for (const [id, open] of this.#open) {
      if (now >= open.endsAtMs || now >= open.idleEndsAtMs) this.#delete(id, open)
    }
  }

  /** All that are open; their ids are good for nothing any more. */
  endAll(): void {
    for (const [id, open] of this.#open) this.#delete(id, open)
  }

  /** What nobody comes back to ends all the same, and in time. */
  #sweepLater(): void {
    if (this.#timer !== undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.sweep()
      if (this.#open.size + this.#committing.size > 0) this.#sweepLater()
      else this.#onQuiet()
    }, SWEEP_MS).unref()
  }

  #makeRoom(share: Share | undefined): void {
    const underRules = [...this.#open].filter(([, open]) => open.share !== undefined)
    if (share !== undefined) {
      if (underRules.filter(([, open]) => open.share?.name === share.name).length >= OPEN_OF_ONE_MAX) throw tooMany()
      if (this.#underRules.isKeptFrom(share.place, 1)) throw tooMany()
    }
    const isFull = this.#open.size >= OPEN_MAX || (share !== undefined && underRules.length >= OPEN_UNDER_RULES_MAX)
    if (!isFull) return
    const [first, ...others] = underRules
    if (first === undefined) throw tooMany()
    this.#delete(
      ...others.reduce((idlest, one) => (one[1].idleEndsAtMs < idlest[1].idleEndsAtMs ? one : idlest), first),
    )
  }

  /** Ends it if it is open; for what a client tries again. */
  #forget(caller: Caller, database: string, id: string): void {
    const open = this.#open.get(id)
    if (open !== undefined && open.owner === ownerOf(caller, database)) this.#delete(id, open)
  }

  #delete(id: string, open: Open): void {
    const { transaction, held, owner, share } = open
    if (this.#open.delete(id) && share !== undefined) this.#underRules.give(share.place, 1)
    if (transaction.kind === 'read-only' || !this.#committing.has(transaction)) held.release()
    if (transaction.kind === 'read-only') return
    this.#readWrite--
    this.#ages.set(id, { owner, age: transaction.age })
    const [oldest] = this.#ages.keys()
    if (this.#ages.size > AGES_MAX && oldest !== undefined) this.#ages.delete(oldest)
    if (!this.#committing.has(transaction)) this.waits.ended(transaction)
  }

  #ageOf(owner: string, id: string | undefined): number | undefined {
    const known = id === undefined ? undefined : this.#ages.get(id)
    return known?.owner === owner ? known.age : undefined
  }
}

function ownerOf(caller: Caller, database: string): string {
  const who = caller.kind === 'user' || caller.kind === 'operator' ? `${caller.kind}:${caller.uid}` : caller.kind
  return `${database}\0${who}`
}

function shareOf(caller: Caller, address = ''): Share | undefined {
  if (!isUnderRules(caller)) return undefined
  const place = placeOf(address)
  return { name: caller.kind === 'user' ? `user:${caller.uid}` : `network:${place.network}`, place }
}

function tooMany(): StatusError {
  const text = 'Too many transactions are open. Try again in a moment.'
  return new StatusError('resource-exhausted', 'TOO_MANY_TRANSACTIONS', text)
}

function expired(): StatusError {
  const text = 'The referenced transaction has expired or is no longer valid.'
  return new StatusError('aborted', 'TRANSACTION_EXPIRED', text)
}
