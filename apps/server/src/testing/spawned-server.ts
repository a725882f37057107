import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const main = join(import.meta.dirname, '../main.mjs')

export interface SpawnOptions {
  /** `start` when absent. */
  readonly mode?: 'start' | 'dev'
  /** A folder that outlives the server; without it the server has one of its own, removed at the end. */
  readonly dataFolder?: string
  /** Settings by the name of their variable. The port is a free one unless it is set here. */
  readonly settings?: Readonly<Record<`HEARTH_${string}`, string>>
  /** What JavaScript may use of the memory; all there is to it when absent. */
  readonly heapMebibytesMax?: number
  /** No file of the process grows beyond this: writes fail as they do on a full disk. */
  readonly fileKibibytesMax?: number
}

export interface ProcessEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * The real process, for what can't be tried in this one: exit statuses, signals, `kill -9`.
 * `await using server = await SpawnedServer.start()`; it is killed at the end of the scope if it still runs.
 */
export class SpawnedServer implements AsyncDisposable {
  readonly origin: string
  readonly port: number
  readonly dataFolder: string
  /** How the process ended. */
  readonly ended: Promise<ProcessEnd>
  readonly #child: ChildProcess
  readonly #ownFolder: string | undefined

  private constructor(running: RunningProcess, origin: string, dataFolder: string, ownFolder: string | undefined) {
    this.origin = origin
    this.port = Number(new URL(origin).port)
    this.dataFolder = dataFolder
    this.ended = running.ended
    this.#child = running.child
    this.#ownFolder = ownFolder
  }

  /** Resolves with the ready line. Rejects with what the process said when it ends before that. */
  static async start(options: SpawnOptions = {}): Promise<SpawnedServer> {
    const ownFolder = options.dataFolder === undefined ? await mkdtemp(join(tmpdir(), 'hearth-test-')) : undefined
    const dataFolder = options.dataFolder ?? ownFolder ?? ''
    const running = launch([options.mode ?? 'start'], environmentOf(options, dataFolder), options)
    const ended = running.ended.then((end) => {
      throw new Error(`The server ended with ${end.code ?? end.signal} before it was ready:\n${end.stderr}`)
    })
    const origin = await Promise.race([running.ready, ended])
    // Its end is expected from here on.
    ended.catch(() => undefined)
    return new SpawnedServer(running, origin, dataFolder, ownFolder)
  }

  /** Runs the command line to its end, for commands that are expected to end by themselves; `uid` is a user of the system. */
  static run(
    words: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    uid?: number,
  ): Promise<ProcessEnd> {
    return launch(words, environment, { uid }).ended
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Sends the signal and waits for the end. */
  kill(signal: NodeJS.Signals): Promise<ProcessEnd> {
    this.#child.kill(signal)
    return this.ended
  }

  /** Sends the signal and doesn't wait. */
  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** Closes the pipes of its output, as a reader that ends does. */
  closeOutput(): void {
    this.#child.stdout?.destroy()
    this.#child.stderr?.destroy()
  }

  /** Leaves what it says unread until it ends, as a reader that hangs does. */
  leaveOutput(): void {
    const { stdout, stderr } = this.#child
    stdout?.pause()
    stderr?.pause()
    this.#child.once('exit', () => {
      stdout?.resume()
      stderr?.resume()
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await this.kill('SIGKILL')
    if (this.#ownFolder !== undefined) await rm(this.#ownFolder, { recursive: true, force: true })
  }
}

interface RunningProcess {
  readonly child: ChildProcess
  /** Resolves with the address of the ready line. */
  readonly ready: Promise<string>
  readonly ended: Promise<ProcessEnd>
}

function environmentOf({ settings, heapMebibytesMax }: SpawnOptions, dataFolder: string): Record<string, string> {
  return {
    HEARTH_PORT: '0',
    HEARTH_DATA: dataFolder,
    ...settings,
    ...(heapMebibytesMax !== undefined && { NODE_OPTIONS: `--max-old-space-size=${heapMebibytesMax}` }),
  }
}

function launch(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  limits: { uid?: number | undefined; fileKibibytesMax?: number | undefined },
): RunningProcess {
  const { uid, fileKibibytesMax } = limits
  // The shell sets the limit (in units of 512 bytes), keeps its signal from ending the process, and becomes the server.
  const limiting =
    fileKibibytesMax === undefined
      ? []
      : ['sh', '-c', `trap '' XFSZ; ulimit -f ${fileKibibytesMax * 2}; exec "$0" "$@"`]
  const [program = '', ...rest] = [...limiting, process.execPath, main, ...words]
  const child = spawn(program, rest, {
    // Nothing of the test's own environment decides what is tested.
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  let stdout = ''
  let stderr = ''
  const { promise: ready, resolve } = Promise.withResolvers<string>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    const origin = /^Hearth is ready at (\S+)\n/m.exec(stdout)?.[1]
    if (origin !== undefined) resolve(origin)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = new Promise<ProcessEnd>((resolveEnd, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolveEnd({ code, signal, stdout, stderr }))
  })
  return { child, ready, ended }
}
