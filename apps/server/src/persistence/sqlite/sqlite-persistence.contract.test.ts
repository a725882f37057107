import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describePersistence, type EngineUnderTest } from '../contract/persistence.contract.ts'
import { describeRandomPrograms } from '../contract/random-programs.contract.ts'
import { SqlitePersistence } from './sqlite-persistence.ts'

async function openOn(folder: string, clock = { ms: 0 }): Promise<EngineUnderTest> {
  const persistence = await SqlitePersistence.open({
    folder,
    clock: { nowMs: () => clock.ms },
    watchedSpaces: ['watched'],
  })
  return {
    persistence,
    clock,
    async reopen() {
      await persistence.close()
      return openOn(folder, clock)
    },
    async dispose() {
      await persistence.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const openFresh = async (): Promise<EngineUnderTest> => openOn(await mkdtemp(join(tmpdir(), 'hearth-sqlite-')))

describePersistence('SQLite', openFresh)
describeRandomPrograms('SQLite', openFresh)
