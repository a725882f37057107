import { placeWithSite } from '../../lib/shared-total.ts'
import type { Channel } from './channel.ts'

/** The open channels of each IPv4 address and of each site of IPv6 (48 bits). Those of a site are in the order of their opening. */
export class ChannelsBySite {
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
