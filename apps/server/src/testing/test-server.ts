import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clock, type Log, type Random, systemClock, systemRandom } from '../lib/ambient.ts'
import { composeHearthServer } from '../compose/compose-hearth-server.ts'
import { parseConfig } from '../config/server-config.ts'
import type { HearthServer } from '../hearth-server.ts'
import type { RequestLine } from '../http/request-line.ts'
import { sharedParts } from './shared-parts.ts'

export interface TestServerOptions {
  /** `start` when absent. */
  readonly mode?: 'start' | 'dev'
  /** A folder that outlives the server; without it the server has one of its own. */
  readonly dataFolder?: string
  /** Settings by the name of their variable. */
  readonly settings?: Readonly<Record<`HEARTH_${string}`, string>>
  readonly clock?: Clock
  readonly random?: Random
  readonly log?: Log
  /** Told of each request when its answer has ended. */
  readonly logRequest?: (line: RequestLine) => void
  readonly announce?: (line: string) => void
  /** How often alerts are looked for. */
  readonly alertRoundMs?: number
}

/**
 * A whole server in this process, on a free port of loopback:
 * `await using server = await TestServer.start({ mode: 'dev' })`.
 */
export class TestServer implements AsyncDisposable {
  readonly hearth: HearthServer
  readonly #ownFolder: string | undefined

  private constructor(hearth: HearthServer, ownFolder: string | undefined) {
    this.hearth = hearth
    this.#ownFolder = ownFolder
  }

  static async start(options: TestServerOptions = {}): Promise<TestServer> {
    const { mode = 'start', clock = systemClock, random = systemRandom, log = silentLog } = options
    const ownFolder = options.dataFolder === undefined ? await mkdtemp(join(tmpdir(), 'hearth-test-')) : undefined
    const dataFolder = options.dataFolder ?? ownFolder ?? ''
    const environment = { HEARTH_PORT: '0', HEARTH_DATA: dataFolder, ...options.settings }
    const ambient = {
      clock,
      random,
      log,
      logRequest: options.logRequest ?? (() => undefined),
      announce: options.announce ?? (() => undefined),
    }
    const shared = {
      ...sharedParts,
      ...(options.alertRoundMs !== undefined && { alertRoundMs: options.alertRoundMs }),
    }
    const hearth = await composeHearthServer(parseConfig(mode, {}, environment), ambient, shared)
    await hearth.start()
    return new TestServer(hearth, ownFolder)
  }

  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  get origin(): string {
    return this.hearth.origin
  }

  get port(): number {
    return this.hearth.port
  }

  get dataFolder(): string {
    return this.hearth.dataFolder
  }

  /** What `/welcome` asks for. Throws when the server has an owner already. */
  get setupCode(): string {
    if (this.hearth.setupCode === undefined) throw new Error('This server has no set-up code: it has an owner')
    return this.hearth.setupCode
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.hearth.stop()
    if (this.#ownFolder !== undefined) await rm(this.#ownFolder, { recursive: true, force: true })
  }
}

const silentLog: Log = { info() {}, warn() {}, error() {} }
