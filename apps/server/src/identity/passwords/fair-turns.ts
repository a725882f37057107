import { networksOf } from '../../lib/network-of.ts'

/** Who work is done for. */
export interface Asker {
  readonly project: string
  /** Where the request comes from; undefined for those who have shown who they are, who share a turn by project. */
  readonly address: string | undefined
  /** Who has shown to be the user of an account: those behind one address are told apart by it, and each may have but a few waiting. */
  readonly account?: string | undefined
  /** Whether something went wrong from there lately: who must go is found among those first. */
  readonly hasFailedLately?: boolean
}

interface Waiter {
  readonly project: string
  readonly account: string | undefined
  readonly hasFailedLately: boolean
  /** The widest first, and last the account, or all who have shown none, in the narrowest. */
  readonly networks: readonly string[]
  readonly go: () => void
  readonly refuse: () => void
}

export interface TurnLimits {
  readonly running: number
  readonly waiting: number
  /** Of `waiting`, for one project. */
  readonly waitingPerProject: number
  /** Of `waitingPerProject`, for one account, from wherever. */
  readonly waitingPerAccount: number
}

/**
 * Work done a few at a time, in turns that go around among the networks that ask, within a wide one among the narrower ones in it,
 * and in the narrowest among the accounts: one with many in the queue holds nobody else up for longer than one piece of its work.
 * When the queue is full, or a project or an account has its share of it, whoever has most in it loses its latest.
 */
export class FairTurns {
  readonly #limits: TurnLimits
  /** In the order of their arrival. */
  #waiting: Waiter[] = []
  /** By network, of those that wait: when it came, or had its last turn, in ticks. */
  readonly #turns = new Map<string, number>()
  #ticks = 0
  #running = 0

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /** `refusal` makes the error of whoever finds no place, or loses it. */
  async run<T>(asker: Asker, work: () => Promise<T>, refusal: () => Error): Promise<T> {
    if (this.#running < this.#limits.running) this.#running++
    else await this.#wait(asker, refusal)
    try {
      return await work()
    } finally {
      this.#handOver()
    }
  }

  #wait({ project, address, account, hasFailedLately = false }: Asker, refusal: () => Error): Promise<void> {
    const places = address === undefined ? [`of ${project}`] : networksOf(address).toReversed()
    const networks = [...places, `${places.at(-1)} ${account === undefined ? '' : `${project}/${account}`}`]
    return new Promise((resolve, reject) => {
      const waiter = { project, account, hasFailedLately, networks, go: resolve, refuse: () => reject(refusal()) }
      this.#waiting.push(waiter)
      for (const network of networks) if (!this.#turns.has(network)) this.#turns.set(network, this.#ticks++)
      this.#makeRoom(waiter)
    })
  }

  #makeRoom(newcomer: Waiter): void {
    const crowd = this.#crowdAround(newcomer)
    if (crowd === undefined) return
    const dropped = latestOfMost(crowd, newcomer)
    this.#leave(dropped)
    dropped.refuse()
  }

  /** Those of whom there is one too many. */
  #crowdAround({ project, account }: Waiter): readonly Waiter[] | undefined {
    const { waiting, waitingPerProject, waitingPerAccount } = this.#limits
    const ofProject = this.#waiting.filter((waiter) => waiter.project === project)
    const ofAccount = account === undefined ? [] : ofProject.filter((waiter) => waiter.account === account)
    if (ofAccount.length > waitingPerAccount) return ofAccount
    if (ofProject.length > waitingPerProject) return ofProject
    return this.#waiting.length > waiting ? this.#waiting : undefined
  }

  #leave(leaver: Waiter): void {
    this.#waiting = this.#waiting.filter((waiter) => waiter !== leaver)
    for (const network of leaver.networks) {
      if (!this.#waiting.some(({ networks }) => networks.includes(network))) this.#turns.delete(network)
    }
  }

  /** Whoever finishes hands its place over, so the count of the running stays. */
  #handOver(): void {
    const next = this.#next()
    if (next === undefined) {
      this.#running--
      return
    }
    for (const network of next.networks) this.#turns.set(network, this.#ticks++)
    this.#leave(next)
    next.go()
  }

  /** Whose networks have waited for longest, the widest first. */
  #next(): Waiter | undefined {
    let next = this.#waiting[0]
    for (const waiter of this.#waiting) if (next !== undefined && this.#isBefore(waiter, next)) next = waiter
    return next
  }

  #isBefore(one: Waiter, other: Waiter): boolean {
    // Two networks never have the same tick, so those that differ first decide.
    const level = one.networks.findIndex((network, index) => network !== other.networks[index])
    const tickOf = ({ networks }: Waiter): number => this.#turns.get(networks[level] ?? '') ?? 0
    return level !== -1 && tickOf(one) < tickOf(other)
  }
}

/**
 * The latest of the network that has most in the crowd, and within it of the narrower one that has most. Of networks with as many it is one from
 * which something has failed lately, else the newcomer's.
 */
function latestOfMost(crowd: readonly Waiter[], newcomer: Waiter): Waiter {
  const depth = Math.max(...crowd.map(({ networks }) => networks.length))
  let most = crowd
  for (let level = 0; level < depth; level++) {
    const groups = [...Map.groupBy(most, ({ networks }) => networks[level] ?? networks.at(-1)).values()]
    const size = Math.max(...groups.map((group) => group.length))
    const largest = groups.filter((group) => group.length === size)
    most =
      largest.find((group) => group.some(({ hasFailedLately }) => hasFailedLately)) ??
      largest.find((group) => group.includes(newcomer)) ??
      largest.at(-1) ??
      most
  }
  return most.at(-1) ?? newcomer
}
