import { networksOf } from './network-of.ts'

/** Beyond this part of the whole a site gets only a little: those that hold nothing yet come before those that hold much. */
const KEPT_FROM = 3 / 4
/** Of what would be left. The less that is, the less a further site gets, so that dozens of them leave something to the next. */
const LITTLE_OF_LEFT = 1 / 8

/** Whose shares are taken from. */
export interface Place {
  /** An IPv4 address, or 64 bits of an IPv6 one. */
  readonly network: string
  /** The 48 bits around an IPv6 network: one subscriber may have 65,536 networks. */
  readonly site: string | undefined
}

/** An IPv4 address is a site by itself where nobody gives way to others. */
export function placeWithSite(address: string): Place & { readonly site: string } {
  const { network, site = network } = placeOf(address)
  return { network, site }
}

export function placeOf(address: string): Place {
  const [network, ...around] = networksOf(address)
  return { network, site: around.at(-1) }
}

/** Of something that strangers share, what each network and each site of them has. The last quarter is for sites that have little. */
export class SharedTotal {
  readonly #max: number
  readonly #byNetwork = new Map<string, number>()
  readonly #bySite = new Map<string, number>()
  #taken = 0

  constructor(max: number) {
    this.#max = max
  }

  get taken(): number {
    return this.#taken
  }

  ofNetwork({ network }: Place): number {
    return this.#byNetwork.get(network) ?? 0
  }

  ofSite({ site }: Place & { readonly site: string }): number {
    return this.#bySite.get(site) ?? 0
  }

  /** Whether `amount` more would be of what is kept for others than this site. Where there is no site, nothing is. */
  isKeptFrom({ site }: Place, amount: number): boolean {
    const taken = this.#taken + amount
    if (site === undefined || taken <= this.#max * KEPT_FROM) return false
    const little = Math.max(1, (this.#max - taken) * LITTLE_OF_LEFT)
    return (this.#bySite.get(site) ?? 0) + amount > little
  }

  take({ network, site }: Place, amount: number): void {
    this.#taken += amount
    add(this.#byNetwork, network, amount)
    if (site !== undefined) add(this.#bySite, site, amount)
  }

  give(place: Place, amount: number): void {
    this.take(place, -amount)
  }
}

function add(amounts: Map<string, number>, key: string, amount: number): void {
  const sum = (amounts.get(key) ?? 0) + amount
  if (sum > 0) amounts.set(key, sum)
  else amounts.delete(key)
}
