import { StatusError } from '@hearth/model'
import type { Random } from '../../ambient.ts'
import type { MemoryLease } from '../../http/memory-budget.ts'
import { networkOf } from '../../network-of.ts'
import { Channel } from './channel.ts'

const CHANNELS_MAX = 20_000
const CHANNELS_PER_NETWORK_MAX = 2_000
/** What a channel takes by being open. */
const CHANNEL_BYTES = 16 * 1024

/** The open channels of this process. A SID is a bearer capability: 192 random bits, known to the client that opened it. */
export class Channels {
  readonly #random: Random
  readonly #bySid = new Map<string, Channel>()
  readonly #byNetwork = new Map<string, number>()
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
    const network = networkOf(clientAddress)
    const ofNetwork = this.#byNetwork.get(network) ?? 0
    if (this.#bySid.size >= CHANNELS_MAX || ofNetwork >= CHANNELS_PER_NETWORK_MAX) {
      throw new StatusError('resource-exhausted', 'TOO_MANY_CHANNELS', 'Too many live connections. Try again later.')
    }
    memory.take(CHANNEL_BYTES)
    const sid = this.#random.bytes(24).toString('base64url')
    const channel = new Channel(sid, clientAddress, memory, (closed) => this.#forget(closed))
    this.#bySid.set(channel.sid, channel)
    this.#byNetwork.set(network, ofNetwork + 1)
    return channel
  }

  find(sid: string): Channel | undefined {
    return this.#bySid.get(sid)
  }

  close(): void {
    this.#isClosed = true
    for (const channel of this.#bySid.values()) channel.close()
  }

  #forget(channel: Channel): void {
    this.#bySid.delete(channel.sid)
    const network = networkOf(channel.clientAddress)
    const left = (this.#byNetwork.get(network) ?? 1) - 1
    if (left > 0) this.#byNetwork.set(network, left)
    else this.#byNetwork.delete(network)
  }
}
