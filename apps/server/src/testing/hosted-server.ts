import { type ChildProcess, fork } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HostAnswer, HostAsk } from './server-host.ts'
import type { TestServerOptions } from './test-server.ts'

const main = join(import.meta.dirname, 'server-host.mjs')

/**
 * A whole server of one test, with its own data folder and port, in a process beside the test's: there the product's modules are loaded
 * once for all tests of this process, which costs a core most of a second each time. What a process alone can show (its end, its signals,
 * its folder afterwards) is for `SpawnedServer`. `await using server = await HostedServer.start()`.
 */
export class HostedServer implements AsyncDisposable {
  readonly origin: string
  readonly port: number
  readonly dataFolder: string
  readonly #stop: () => void
  readonly #watch: (watch: 'begin' | 'hold' | 'end') => Promise<number>

  private constructor(
    place: Pick<HostedServer, 'origin' | 'port' | 'dataFolder'>,
    stop: () => void,
    watch: (watch: 'begin' | 'hold' | 'end') => Promise<number>,
  ) {
    this.origin = place.origin
    this.port = place.port
    this.dataFolder = place.dataFolder
    this.#stop = stop
    this.#watch = watch
  }

  /** Resolves when the server answers. Rejects with what it said when it could not start. */
  static async start(options: Pick<TestServerOptions, 'mode' | 'dataFolder' | 'settings'> = {}): Promise<HostedServer> {
    const process = (host ??= new Host())
    const { start, stop } = process.start(options)
    return new HostedServer(await start, stop, (watch) => process.watch(watch))
  }

  /** The longest round of the event loop of its process while `work` goes on: 1 is as long as the known work of `held-rounds.ts`. */
  async longestRound(work: () => Promise<void>): Promise<number> {
    await this.#watch('begin')
    await work()
    return await this.#watch('end')
  }

  /** Does the known work in the process of the server, at once. */
  async hold(): Promise<void> {
    await this.#watch('hold')
  }

  /** The server stops by itself from here on: pages that are still open hold their listeners for some seconds more. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop()
  }
}

let host: Host | undefined

type Started = Extract<HostAnswer, { port: number }>
type Done = Exclude<HostAnswer, { error: string }>

/** The process; it ends with this one. */
class Host {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, PromiseWithResolvers<Done>>()
  #asked = 0

  constructor() {
    // Nothing of the test's own environment or arguments decides what is tested, save where its folders are.
    this.#child = fork(main, { env: { TMPDIR: tmpdir() }, execArgv: [] })
    this.#child.on('message', (answer: HostAnswer) => this.#settle(answer))
    this.#child.once('exit', (code, signal) => {
      host = undefined
      for (const { reject } of this.#waiting.values())
        reject(new Error(`The process of servers ended with ${code ?? signal}`))
    })
    // It keeps no test process alive.
    this.#child.unref()
    this.#child.channel?.unref()
  }

  start(options: Extract<HostAsk, { start: unknown }>['start']): { start: Promise<Started>; stop: () => void } {
    const { id, done } = this.#ask({ start: options })
    const stop = (): void => {
      if (this.#child.connected) this.#child.send({ id, stop: true } satisfies HostAsk)
    }
    return { start: done as Promise<Started>, stop }
  }

  async watch(watch: 'begin' | 'hold' | 'end'): Promise<number> {
    const answer = await this.#ask({ watch }).done
    return 'longestRound' in answer ? answer.longestRound : 0
  }

  #ask(words: Omit<Extract<HostAsk, { start: unknown }>, 'id'> | Omit<Extract<HostAsk, { watch: unknown }>, 'id'>) {
    const id = ++this.#asked
    const answered = Promise.withResolvers<Done>()
    this.#waiting.set(id, answered)
    this.#child.channel?.ref()
    this.#child.send({ id, ...words } satisfies HostAsk)
    return { id, done: answered.promise }
  }

  #settle(answer: HostAnswer): void {
    const started = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (this.#waiting.size === 0) this.#child.channel?.unref()
    if ('error' in answer) started?.reject(new Error(`The server could not start: ${answer.error}`))
    else started?.resolve(answer)
  }
}
