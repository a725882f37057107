import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemRandom } from '../lib/ambient.ts'
import type { Persistence } from '../persistence/persistence.ts'
import { ProjectRegistry } from './project-registry.ts'

/** For tests: stores in a folder of their own, and a clock that stands still until it is told. */
export class RegistryWorld implements AsyncDisposable {
  readonly folder: string
  readonly persistence: Persistence
  readonly clock = { now: 1_800_000_000_000, nowMs: () => this.clock.now }

  private constructor(folder: string, persistence: Persistence) {
    this.folder = folder
    this.persistence = persistence
  }

  static async make(open: (folder: string) => Promise<Persistence>): Promise<RegistryWorld> {
    const folder = await mkdtemp(join(tmpdir(), 'hearth-registry-'))
    return new RegistryWorld(folder, await open(folder))
  }

  registry(
    mode: 'start' | 'dev',
    options: { defaultProject?: string; onFirstUse?: (project: { id: string }) => void } = {},
  ): ProjectRegistry {
    const { persistence, clock } = this
    return new ProjectRegistry({
      persistence,
      clock,
      random: systemRandom,
      mode,
      defaultProject: 'demo-app',
      ...options,
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.persistence.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}
