import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OperatorAct } from '../access/operator-policy.ts'
import { ClockFile } from '../clock/clock-file.ts'
import { ClockGuard } from '../clock/clock-guard.ts'
import type { ServerConfig } from '../config/server-config.ts'
import type { ServerAmbient } from '../hearth-server.ts'
import { Topic } from '../lib/topic.ts'
import type { PasswordCost } from '../identity/passwords/password-hasher.ts'
import type { MakeKeyPair } from '../identity/tokens/make-key-pair.ts'
import type { WriterThread } from '../persistence/sqlite/writer-thread.ts'
import { openDataFolder } from '../operations/data-folder.ts'

/** What a process with many servers gives each of them; a server by itself has a writer and keys of its own, and hashes passwords at the advised cost. */
export interface SharedParts {
  readonly writer?: WriterThread
  readonly passwordCost?: PasswordCost
  readonly makeKeyPair?: MakeKeyPair
  /** How often a test has alerts looked for; a server by itself looks each half minute. */
  readonly alertRoundMs?: number
}

/** What every part of the server is built with. */
export interface BuildContext {
  readonly config: ServerConfig
  /** Its clock is the guard's. */
  readonly ambient: ServerAmbient
  readonly clockGuard: ClockGuard
  readonly shared: SharedParts
  readonly dataFolder: string
  readonly closers: Closers
  /** What members of a project's team did in it. */
  readonly operatorActs: Topic<OperatorAct>
}

export async function openBuildContext(
  config: ServerConfig,
  outside: ServerAmbient,
  shared: SharedParts,
  closers: Closers,
): Promise<BuildContext> {
  const dataFolder = await takeDataFolder(config, closers)
  const clockGuard = new ClockGuard({ clock: outside.clock, file: new ClockFile(dataFolder), log: outside.log })
  closers.add(() => clockGuard.stop())
  const ambient = { ...outside, clock: clockGuard }
  return { config, ambient, clockGuard, shared, dataFolder, closers, operatorActs: new Topic() }
}

/** The folder that everything is kept in, for this process alone; a temporary one goes with it. */
async function takeDataFolder({ data, mode }: ServerConfig, closers: Closers): Promise<string> {
  const folder = data.kind === 'folder' ? data.folder : await mkdtemp(join(tmpdir(), 'hearth-'))
  if (data.kind === 'ephemeral') closers.add(() => rm(folder, { recursive: true, force: true }))
  const taken = openDataFolder(folder, mode, { adopt: data.kind === 'folder' && data.adopt })
  closers.add(() => taken.close())
  return folder
}

/** What has to be closed again, in the reverse of the order in which it was opened: the later parts stand on the earlier ones. */
export class Closers {
  readonly #closers: (() => Promise<void> | void)[] = []

  add(close: () => Promise<void> | void): void {
    this.#closers.push(close)
  }

  /** Closes all of them, also when one fails; throws what failed first. */
  async close(): Promise<void> {
    const failures: unknown[] = []
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) {
      try {
        await close()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }
}
