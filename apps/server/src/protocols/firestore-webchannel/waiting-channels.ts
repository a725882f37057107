import { networkFactors, networksOf } from '../../lib/network-of.ts'
import type { Channel } from './channel.ts'

/** So many of one network at the same time: a client comes back within a round trip, or is away. */
const PER_NETWORK_MAX = 100

/**
 * The channels that no answer is open for: they cost their client no connection. Beyond what a network may have of them the one that
 * has waited longest ends; its client opens another and resumes.
 */
export class WaitingChannels {
  /** By each network around a client; the one that has waited longest is first. */
  readonly #byNetwork = new Map<string, Set<Channel>>()

  add(address: string, channel: Channel): void {
    for (const [level, network] of networksOf(address).entries()) {
      const waiting = this.#byNetwork.get(network) ?? new Set()
      this.#byNetwork.set(network, waiting.add(channel))
      if (waiting.size > PER_NETWORK_MAX * (networkFactors[level] ?? 1)) endFirst(waiting)
    }
  }

  delete(address: string, channel: Channel): void {
    for (const network of networksOf(address)) {
      const waiting = this.#byNetwork.get(network)
      if (waiting?.delete(channel) === true && waiting.size === 0) this.#byNetwork.delete(network)
    }
  }

  /** Makes room for whoever comes, at the cost of the network that has most channels that wait. False: none waits. */
  endOne(): boolean {
    let most: ReadonlySet<Channel> = new Set()
    for (const waiting of this.#byNetwork.values()) if (waiting.size > most.size) most = waiting
    return endFirst(most)
  }
}

function endFirst(waiting: ReadonlySet<Channel>): boolean {
  const [first] = waiting
  first?.close()
  return first !== undefined
}
