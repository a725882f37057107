import { networkOf } from './network-of.ts'

/** Who work is done for. */
export interface Asker {
  readonly project: string
  /** Where the request comes from; undefined for those who have shown who they are, who share a turn by project. */
  readonly address: string | undefined
}

interface Waiter {
  readonly project: string
  readonly network: string
  readonly go: () => void
  readonly refuse: () => void
}

export interface TurnLimits {
  readonly running: number
  readonly waiting: number
  /** Of `waiting`, for one project. */
  readonly waitingPerProject: number
}

/**
 * Work done a few at a time, in turns that go around among the networks that ask: one with many in the queue holds nobody else up
 * for longer than one piece of its work. When the queue is full, or a project has its share of it, whoever has most in it loses its latest.
 */
export class FairTurns {
  readonly #limits: TurnLimits
  /** By network, in the order of their next turns; none is empty. */
  readonly #queues = new Map<string, Waiter[]>()
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

  #wait({ project, address }: Asker, refusal: () => Error): Promise<void> {
    const network = address === undefined ? `of ${project}` : networkOf(address)
    return new Promise((resolve, reject) => {
      const waiter = { project, network, go: resolve, refuse: () => reject(refusal()) }
      const queue = this.#queues.get(network)
      if (queue === undefined) this.#queues.set(network, [waiter])
      else queue.push(waiter)
      this.#makeRoom(waiter)
    })
  }

  #makeRoom(newcomer: Waiter): void {
    const { waiting, waitingPerProject } = this.#limits
    const isOfProject = ({ project }: Waiter): boolean => project === newcomer.project
    if (this.#count(isOfProject) > waitingPerProject) this.#dropLatest(newcomer, isOfProject)
    else if (this.#count(() => true) > waiting) this.#dropLatest(newcomer, () => true)
  }

  #count(isMeant: (waiter: Waiter) => boolean): number {
    let count = 0
    for (const queue of this.#queues.values()) count += queue.filter(isMeant).length
    return count
  }

  /** Of the network that has most of those that are meant; of the newcomer's when that has as many. */
  #dropLatest(newcomer: Waiter, isMeant: (waiter: Waiter) => boolean): void {
    const meantOf = (network: string): Waiter[] => (this.#queues.get(network) ?? []).filter(isMeant)
    let most = meantOf(newcomer.network)
    for (const network of this.#queues.keys()) {
      const meant = meantOf(network)
      if (meant.length > most.length) most = meant
    }
    const dropped = most.at(-1) ?? newcomer
    const left = (this.#queues.get(dropped.network) ?? []).filter((waiter) => waiter !== dropped)
    if (left.length === 0) this.#queues.delete(dropped.network)
    else this.#queues.set(dropped.network, left)
    dropped.refuse()
  }

  /** Whoever finishes hands its place over, so the count of the running stays. */
  #handOver(): void {
    const next = this.#queues.entries().next()
    if (next.done) {
      this.#running--
      return
    }
    const [network, [first, ...others]] = next.value
    this.#queues.delete(network)
    // To the end: the others are first now.
    if (others.length > 0) this.#queues.set(network, others)
    if (first === undefined) this.#handOver()
    else first.go()
  }
}
