import { StatusError } from '@hearth/model'
import { FairQueue } from '../lib/fair-queue.ts'
import type { ReadClient } from '../persistence/persistence.ts'
import { SharedTotal } from '../lib/shared-total.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** Beyond this a commit is large. */
const SMALL_COST_MAX = 64 * KIB

/**
 * Shares the way to the disk. There is one writer thread, which takes what comes in order, and versions are allotted in that order: so only little
 * is handed over at a time, and the rest waits here, before it has a version. Those that wait have their turn by the client they come from. Small
 * commits have a way of their own beside the large ones, so that they wait for a few of these at most.
 *
 * Costs are in bytes, about (`costOf` of the planner).
 */
export class WriteTurns {
  readonly #small = new Lane({ underWayMax: 4 * MIB, waitingMax: 64 * MIB })
  readonly #large = new Lane({ underWayMax: 3 * MIB, waitingMax: 128 * MIB })

  /**
   * Begins a commit, at once where nothing is answered. `end` must follow with the same cost. Rejects `resource-exhausted`/`WRITE_QUEUE_FULL` when
   * too much waits, or too much of the client; the last quarter is for clients that have little there.
   */
  begin(client: ReadClient, cost: number): Promise<void> | undefined {
    return this.#laneOf(cost).begin(client, cost)
  }

  end(cost: number): void {
    this.#laneOf(cost).end(cost)
  }

  #laneOf(cost: number): Lane {
    return cost > SMALL_COST_MAX ? this.#large : this.#small
  }
}

interface LaneLimits {
  /** Handed over and not yet durable; the last one may exceed it. */
  readonly underWayMax: number
  readonly waitingMax: number
}

interface Waiting {
  readonly place: string
  readonly cost: number
  readonly proceed: () => void
}

class Lane {
  readonly #limits: LaneLimits
  readonly #waiting = new FairQueue<Waiting>()
  readonly #waitingCost: SharedTotal
  #underWay = 0

  constructor(limits: LaneLimits) {
    this.#limits = limits
    this.#waitingCost = new SharedTotal(limits.waitingMax)
  }

  begin(client: ReadClient, cost: number): Promise<void> | undefined {
    if (this.#waiting.size > 0 || this.#isFull) return this.#wait(client.place, cost)
    this.#underWay += cost
    return undefined
  }

  end(cost: number): void {
    this.#underWay -= cost
    while (!this.#isFull) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      this.#waitingCost.give(clientPlace(next.place), next.cost)
      this.#underWay += next.cost
      next.proceed()
    }
  }

  get #isFull(): boolean {
    return this.#underWay >= this.#limits.underWayMax
  }

  #wait(place: string, cost: number): Promise<void> {
    const total = this.#waitingCost
    if (total.taken + cost > this.#limits.waitingMax || total.isKeptFrom(clientPlace(place), cost)) {
      const text = 'More writes are waiting than the disk takes. Try again in a moment.'
      return Promise.reject(new StatusError('resource-exhausted', 'WRITE_QUEUE_FULL', text))
    }
    total.take(clientPlace(place), cost)
    return new Promise((proceed) => this.#waiting.push(place, { place, cost, proceed }))
  }
}

/** Clients share as sites do: servers are clients, too. */
function clientPlace(place: string): { readonly network: string; readonly site: string } {
  return { network: place, site: place }
}

/** There is one writer thread, so all projects share it. */
export const writeTurns = new WriteTurns()
