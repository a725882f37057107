import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeCommits } from '../contract/commits.contract.ts'
import type { EngineUnderTest } from '../contract/engine-under-test.ts'
import { describeFeed } from '../contract/feed.contract.ts'
import { describeRandomPrograms } from '../contract/random-programs.contract.ts'
import { describeReads } from '../contract/reads.contract.ts'
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

describeCommits('SQLite', openFresh)
describeFeed('SQLite', openFresh)
describeReads('SQLite', openFresh)
describeRandomPrograms('SQLite', openFresh)
