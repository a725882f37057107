import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { StatusError } from '@hearth/model'
import { type Place, placeWithSite, SharedTotal } from '../lib/shared-total.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** Of the memory there is, and of what JavaScript may use of it: objects take several times the bytes they are counted with. */
const SHARE_OF_MEMORY = 1 / 4
/** One request as large as may be fits into the share of a connection. */
const BYTES_MIN = 96 * MIB
const BYTES_MAX = 512 * MIB

/** A request that holds no more than this is a small one: it still gets through when large ones have used up their share. */
export const SMALL_BYTES = 64 * KIB

/** Parts of the whole that large requests may use up, and all of them with the small ones. */
const large = { ofAll: 7 / 8, ofNetwork: 5 / 8, ofConnection: 1 / 2 }
const small = { ofAll: 1, ofNetwork: 3 / 4, ofConnection: 5 / 8 }

export interface MemoryLimits {
  readonly bytesMax: number
}

/** A quarter of what this process may use, between 96 and 512 MiB. Containers are asked for their own limit. */
export function memoryLimits(): MemoryLimits {
  const ofContainer = process.constrainedMemory()
  const memory = ofContainer > 0 ? Math.min(ofContainer, totalmem()) : totalmem()
  const share = Math.min(memory, getHeapStatistics().heap_size_limit) * SHARE_OF_MEMORY
  return { bytesMax: Math.floor(Math.min(BYTES_MAX, Math.max(BYTES_MIN, share))) }
}

/**
 * Counts every byte that is held for a client: bodies, unpacked ones, unfinished messages, decoded values, open streams, and
 * answers that were not taken. Nobody has all of it: a network (an IPv4 address, or 64 bits
 * of an IPv6 one) five eighths, a connection half, and small requests somewhat more. However many share it, the last quarter is for sites that hold little
 * (`SharedTotal`), and each IPv4 address is a site here.
 */
export class MemoryBudget {
  readonly #bytesMax: number
  readonly #held: SharedTotal
  readonly #byConnection = new WeakMap<object, ConnectionShare>()

  constructor(limits: MemoryLimits = memoryLimits()) {
    this.#bytesMax = limits.bytesMax
    this.#held = new SharedTotal(limits.bytesMax)
  }

  get heldBytes(): number {
    return this.#held.taken
  }

  /** For one request, stream or channel. `connection` is what several of them share; absent for what outlives connections. */
  lease(address: string, connection?: object): MemoryLease {
    return new MemoryLease(this, address, connection)
  }

  /** Throws `resource-exhausted`/`TOO_MUCH_HELD` when it is more than may be held by somebody with `ofLease` bytes. For leases alone. */
  take(holder: Holder, bytes: number, ofLease: number): void {
    const max = this.#bytesMax
    const share = ofLease + bytes <= SMALL_BYTES ? small : large
    const held = this.#held
    if (held.taken + bytes > max * share.ofAll || held.isKeptFrom(holder, bytes)) throw tooMuchHeld('The server holds')
    if (held.ofNetwork(holder) + bytes > max * share.ofNetwork) throw tooMuchHeld('The server holds for this address')
    const { connection } = holder
    if (connection !== undefined) {
      const ofConnection = connection.bytes + bytes
      if (ofConnection > max * share.ofConnection) throw tooMuchHeld('The server holds for this connection')
      connection.bytes = ofConnection
    }
    held.take(holder, bytes)
  }

  /** For leases alone. */
  give(holder: Holder, bytes: number): void {
    this.#held.give(holder, bytes)
    if (holder.connection !== undefined) holder.connection.bytes -= bytes
  }

  /** For leases alone. Requests of a connection mostly come from one address: then they have one holder. */
  holderOf(address: string, connection: object | undefined): Holder {
    if (connection === undefined) return { ...placeWithSite(address), address, connection }
    let share = this.#byConnection.get(connection)
    if (share === undefined) this.#byConnection.set(connection, (share = { bytes: 0, latest: undefined }))
    if (share.latest?.address !== address) share.latest = { ...placeWithSite(address), address, connection: share }
    return share.latest
  }
}

/** Whose shares a lease takes from. */
interface Holder extends Place {
  readonly address: string
  readonly connection: ConnectionShare | undefined
}

interface ConnectionShare {
  bytes: number
  /** Who took last. */
  latest: Holder | undefined
}

/** What one request, stream or channel holds of the budget. */
export class MemoryLease {
  readonly #budget: MemoryBudget
  readonly #address: string
  readonly #connection: object | undefined
  /** Worked out with the first bytes: most requests hold too little to be counted. */
  #known: Holder | undefined
  #held = 0
  #isReleased = false

  constructor(budget: MemoryBudget, address: string, connection: object | undefined) {
    this.#budget = budget
    this.#address = address
    this.#connection = connection
  }

  get #holder(): Holder {
    return (this.#known ??= this.#budget.holderOf(this.#address, this.#connection))
  }

  get heldBytes(): number {
    return this.#held
  }

  /** For what outlives the request, and its connection. */
  beyondRequest(): MemoryLease {
    return new MemoryLease(this.#budget, this.#address, undefined)
  }

  /**
   * Before the bytes are held. Throws `resource-exhausted`/`TOO_MUCH_HELD`, and `cancelled`/`CLIENT_GONE` after `release`: nobody waits for
   * what would need them, and nobody would count it.
   */
  take(bytes: number): void {
    if (bytes === 0) return
    if (this.#isReleased) throw new StatusError('cancelled', 'CLIENT_GONE', 'The client has gone away.')
    this.#budget.take(this.#holder, bytes, this.#held)
    this.#held += bytes
  }

  give(bytes: number): void {
    if (this.#isReleased || bytes === 0) return
    this.#budget.give(this.#holder, bytes)
    this.#held -= bytes
  }

  /** All of it, once and for all. */
  release(): void {
    this.give(this.#held)
    this.#isReleased = true
  }
}

function tooMuchHeld(who: string): StatusError {
  const text = `${who} as many requests and unread answers as it can. Try again in a moment.`
  return new StatusError('resource-exhausted', 'TOO_MUCH_HELD', text, { details: { retryAfterSeconds: 2 } })
}
