import { networksOf } from './network-of.ts'

/** Beyond this part of the whole a site gets only as much as lets it hold a few: those that hold nothing yet come before those that hold much. */
const KEPT_FROM = 3 / 4
const FEW = 1 / 32

/** Whose shares are taken from. */
export interface Place {
  /** An IPv4 address, or 64 bits of an IPv6 one. */
  readonly network: string
  /** The 48 bits around an IPv6 network: one subscriber may have 65,536 networks. */
  readonly site: string | undefined
}

export function placeOf(address: string): Place {
  const [network, ...around] = networksOf(address)
  return { network, site: around.at(-1) }
}

/** Of something that strangers share, what each network and each site of them has. The last quarter is for sites that have less than a thirty-second. */
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

  /** Whether `amount` more would be of what is kept for others than this site. Where there is no site, nothing is. */
  isKeptFrom({ site }: Place, amount: number): boolean {
    if (site === undefined || this.#taken + amount <= this.#max * KEPT_FROM) return false
    return (this.#bySite.get(site) ?? 0) + amount > this.#max * FEW
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
