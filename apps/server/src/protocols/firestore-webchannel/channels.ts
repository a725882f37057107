import { StatusError } from '@hearth/model'
import type { Random } from '../../lib/ambient.ts'
import type { MemoryLease } from '../../http/memory-budget.ts'
import { OpenCounts } from '../../lib/open-counts.ts'
import { Channel, type ChannelKeeper } from './channel.ts'
import { placeWithSite } from '../../lib/shared-total.ts'
import { networkFactors, networksOf } from '../../lib/network-of.ts'

const openLimits = { max: 20_000, perNetworkMax: 2_000 }
/** What a channel takes by being open. */
const CHANNEL_BYTES = 16 * 1024

/**
 * The open channels of this process. One that an answer is open for costs its client a connection, or a stream of one; of others a network has
 * few, and they end when there is no room for another; then those of whoever has most end for whoever has fewer. A SID is a bearer capability: 192 random bits, known to the client that opened it.
 */
export class Channels {
  readonly #random: Random
  readonly #bySid = new Map<string, Channel>()
  readonly #open = new OpenCounts(openLimits)
  readonly #waiting = new WaitingChannels()
  readonly #bySite = new ChannelsBySite()
  #isClosed = false

  constructor(random: Random) {
    this.#random = random
  }

  get size(): number {
    return this.#bySid.size
  }

  /** `memory` is what the channel holds. Throws `resource-exhausted`, `TOO_MANY_CHANNELS` or `TOO_MUCH_HELD`, and `unavailable`/`STOPPING` once they are closed. */
  open(clientAddress: string, memory: MemoryLease): Channel {
    // Whose channel ended comes back at once, on a connection that is still there: another one would hold up the stop.
    if (this.#isClosed) throw new StatusError('unavailable', 'STOPPING', 'The server is stopping.')
    // Before it is counted here: nothing would end the count of one that gets no room.
    memory.take(CHANNEL_BYTES)
    const makeRoom = (): boolean => this.#waiting.endOne() || this.#bySite.endOneFor(clientAddress)
    const leave = this.#open.enter(clientAddress, makeRoom)
    if (leave === undefined) {
      memory.release()
      throw new StatusError('resource-exhausted', 'TOO_MANY_CHANNELS', 'Too many live connections. Try again later.')
    }
    const sid = this.#random.bytes(24).toString('base64url')
    const channel = new Channel(sid, memory, this.#keeperFor(clientAddress, leave))
    this.#bySid.set(sid, channel)
    this.#waiting.add(clientAddress, channel)
    this.#bySite.add(clientAddress, channel)
    return channel
  }

  find(sid: string): Channel | undefined {
    return this.#bySid.get(sid)
  }

  close(): void {
    this.#isClosed = true
    for (const channel of this.#bySid.values()) channel.close()
  }

  #keeperFor(address: string, leave: () => void): ChannelKeeper {
    const waiting = this.#waiting
    return {
      onWaiting: (channel) => waiting.add(address, channel),
      onFetched: (channel) => waiting.delete(address, channel),
      onClosed: (channel) => {
        this.#bySid.delete(channel.sid)
        waiting.delete(address, channel)
        this.#bySite.delete(address, channel)
        leave()
      },
    }
  }
}

/** The open channels of each IPv4 address and of each site of IPv6 (48 bits). Those of a site are in the order of their opening. */
class ChannelsBySite {
  readonly #bySite = new Map<string, Set<Channel>>()

  add(address: string, channel: Channel): void {
    const site = siteOf(address)
    this.#bySite.set(site, (this.#bySite.get(site) ?? new Set()).add(channel))
  }

  delete(address: string, channel: Channel): void {
    const site = siteOf(address)
    const channels = this.#bySite.get(site)
    if (channels?.delete(channel) === true && channels.size === 0) this.#bySite.delete(site)
  }

  /**
   * Ends the oldest channel of whoever has most, where that is still no less than whoever comes will have. False: those who come have as many
   * as anybody.
   */
  endOneFor(address: string): boolean {
    let most: ReadonlySet<Channel> = new Set()
    for (const channels of this.#bySite.values()) if (channels.size > most.size) most = channels
    const own = this.#bySite.get(siteOf(address))?.size ?? 0
    if (most.size < own + 2) return false
    const [oldest] = most
    oldest?.close()
    return oldest !== undefined
  }
}

function siteOf(address: string): string {
  return placeWithSite(address).site
}

/** So many of one network at the same time: a client comes back within a round trip, or is away. */
const PER_NETWORK_MAX = 100

/**
 * The channels that no answer is open for: they cost their client no connection. Beyond what a network may have of them the one that
 * has waited longest ends; its client opens another and resumes.
 */
class WaitingChannels {
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
