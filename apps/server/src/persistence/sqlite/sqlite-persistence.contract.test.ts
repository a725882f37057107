import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../lib/ambient.ts'
import { describePersistence, type EngineUnderTest } from '../contract/persistence.contract.ts'
import { describeRandomPrograms } from '../contract/random-programs.contract.ts'
import { SqlitePersistence } from './sqlite-persistence.ts'

async function openOn(folder: string): Promise<EngineUnderTest> {
  const persistence = await SqlitePersistence.open({ folder, clock: systemClock })
  return {
    persistence,
    async reopen() {
      await persistence.close()
      return openOn(folder)
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
