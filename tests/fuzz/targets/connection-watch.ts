import { setTimeout } from 'node:timers/promises'
import { MemoryBudget } from '../../../apps/server/src/http/memory-budget.ts'
import { OpenCounts } from '../../../apps/server/src/lib/open-counts.ts'
import type { Channel } from '../../../apps/server/src/protocols/firestore-webchannel/channel.ts'
import { Channels } from '../../../apps/server/src/protocols/firestore-webchannel/channels.ts'
import { TestServer } from '../../../apps/server/src/testing/test-server.ts'

/** What is given back late was waiting for work that goes on behind its client, such as a write to the disk. */
const settleMsMax = 20_000

/** A server in this process, and all of its counts: of bytes that are held, and of what is open. */
export class ConnectionWatch implements AsyncDisposable {
  readonly #server: TestServer
  readonly #counters: Counters
  readonly #failures: unknown[]

  private constructor(server: TestServer, counters: Counters, failures: unknown[]) {
    this.#server = server
    this.#counters = counters
    this.#failures = failures
  }

  static async start(): Promise<ConnectionWatch> {
    const counters = new Counters()
    const failures: unknown[] = []
    const log = { info() {}, warn() {}, error: (...line: unknown[]) => void failures.push(line) }
    const server = await TestServer.start({ mode: 'dev', log })
    return new ConnectionWatch(server, counters, failures)
  }

  get port(): number {
    return this.#server.port
  }

  /** Once all clients have left: nothing is held or open any more. Throws where something is, and where a request failed by the server's fault. */
  async settle(): Promise<void> {
    const until = performance.now() + settleMsMax
    for (;;) {
      this.#counters.endChannels()
      const left = this.#counters.left()
      if (this.#failures.length > 0) throw new Error(`The server failed: ${show(this.#failures.splice(0))}`)
      if (left.length === 0) return
      if (performance.now() > until) throw new Error(`Nobody is there, and yet: ${left.join(', ')}`)
      await setTimeout(1)
    }
  }

  /** Throws unless the server answers. */
  async ask(): Promise<void> {
    const answer = await fetch(`${this.#server.origin}/readyz`, { headers: { connection: 'close' } })
    if (answer.status !== 200) throw new Error(`The server is not ready any more: ${answer.status}`)
    await answer.text()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]()
  }
}

/** Every budget and every count that is used in this process from now on: those to come, too. */
class Counters {
  readonly #budgets = new Set<MemoryBudget>()
  readonly #counts = new Set<OpenCounts>()
  readonly #channels = new Set<Channel>()

  constructor() {
    const [budgets, counts, channels] = [this.#budgets, this.#counts, this.#channels]
    const { lease } = MemoryBudget.prototype
    MemoryBudget.prototype.lease = function (...of) {
      budgets.add(this)
      return lease.apply(this, of)
    }
    const { enter, enterAnyway } = OpenCounts.prototype
    OpenCounts.prototype.enter = function (...of) {
      counts.add(this)
      return enter.apply(this, of)
    }
    OpenCounts.prototype.enterAnyway = function (...of) {
      counts.add(this)
      return enterAnyway.apply(this, of)
    }
    const { open } = Channels.prototype
    Channels.prototype.open = function (...of) {
      const channel = open.apply(this, of)
      channels.add(channel)
      return channel
    }
  }

  /** Those of clients that have left, before their time is over. */
  endChannels(): void {
    for (const channel of this.#channels) channel.close()
    this.#channels.clear()
  }

  left(): string[] {
    const held = [...this.#budgets].map(({ heldBytes }) => heldBytes).filter((bytes) => bytes !== 0)
    const open = [...this.#counts].map(({ size }) => size).filter((size) => size !== 0)
    return [...held.map((bytes) => `${bytes} bytes are held`), ...open.map((size) => `${size} are counted as open`)]
  }
}

function show(failures: readonly unknown[]): string {
  return JSON.stringify(failures, (_name, value: unknown) => (value instanceof Error ? value.stack : value)).slice(
    0,
    4_000,
  )
}
