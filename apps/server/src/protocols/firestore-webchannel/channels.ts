import { StatusError } from '@hearth/model'
import type { Random } from '../../lib/ambient.ts'
import type { MemoryLease } from '../../http/memory-budget.ts'
import { OpenCounts } from '../../lib/open-counts.ts'
import { Channel, type ChannelKeeper } from './channel.ts'
import { ChannelsBySite } from './channels-by-site.ts'
import { WaitingChannels } from './waiting-channels.ts'

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
