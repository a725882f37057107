import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts'
import { ProjectCounts } from './project-counts.ts'
import { ProjectTrends } from './project-trends.ts'

const DAY_MS = 86_400_000
const monday = Date.parse('2026-11-16T12:00:00Z')

interface World {
  now: number
  users: number
  readonly counts: ProjectCounts
  readonly trends: ProjectTrends
  /** As another process of the server finds them. */
  readonly again: () => Pick<World, 'counts' | 'trends'>
}

async function inWorld(work: (world: World) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-trends-'))
  const clock = { nowMs: () => world.now }
  const persistence = await SqlitePersistence.open({ folder, clock })
  const log = { info() {}, warn() {}, error() {} }
  const storeOf = async (project: string) => await persistence.openProject(project)
  const levelsOf = async () => ({ users: world.users, documents: 5, files: 0, storedBytes: 0 })
  const open = () => {
    const counts = new ProjectCounts({ storeOf, clock, log })
    return { counts, trends: new ProjectTrends({ counts, storeOf, levelsOf, clock }) }
  }
  const world: World = { now: monday, users: 1, ...open(), again: open }
  try {
    await work(world)
  } finally {
    await persistence.close()
    await rm(folder, { recursive: true })
  }
}

it('adds up what is counted on a day, also by several processes', async () => {
  await inWorld(async ({ counts, again }) => {
    const other = again()
    for (let index = 0; index < 3; index++) {
      counts.count('demo-app', 'requestsAllowed')
      other.counts.count('demo-app', 'requestsAllowed')
    }
    counts.count('demo-app', 'requestsDenied')
    other.counts.count('demo-app', 'documentsWritten', 20)
    counts.count('other-app', 'requestsDenied')
    await Promise.all([counts.write(), other.counts.write()])
    expect(await again().trends.list('demo-app', 1)).toEqual([
      {
        day: '2026-11-16',
        requestsAllowed: 6,
        requestsDenied: 1,
        documentsWritten: 20,
        levels: { users: 1, documents: 5, files: 0, storedBytes: 0 },
      },
    ])
  })
})

it('lists every day, those without anything with what there was before', async () => {
  await inWorld(async (world) => {
    const { counts, trends } = world
    await trends.sweep('demo-app')
    world.now += 2 * DAY_MS
    world.users = 7
    counts.count('demo-app', 'requestsAllowed')
    const days = await trends.list('demo-app', 4)
    expect(days.map(({ day, requestsAllowed, levels }) => [day, requestsAllowed, levels?.users])).toEqual([
      ['2026-11-15', 0, undefined],
      ['2026-11-16', 0, 1],
      ['2026-11-17', 0, 1],
      ['2026-11-18', 1, 7],
    ])
    expect((await trends.list('demo-app', 1)).map(({ levels }) => levels?.users)).toEqual([7])
  })
})

it('keeps what was counted on a day when what there is is noted', async () => {
  await inWorld(async ({ counts, trends }) => {
    counts.count('demo-app', 'documentsWritten', 4)
    await counts.write()
    await trends.sweep('demo-app')
    counts.count('demo-app', 'documentsWritten', 1)
    const [today] = await trends.list('demo-app', 1)
    expect(today).toMatchObject({ documentsWritten: 5, levels: { users: 1 } })
  })
})

it('forgets days that are more than two months old', async () => {
  await inWorld(async (world) => {
    const { counts, trends, again } = world
    counts.count('demo-app', 'requestsAllowed')
    await counts.write()
    world.now += 61 * DAY_MS
    await trends.sweep('demo-app')
    expect((await trends.list('demo-app', 62))[0]).toMatchObject({ day: '2026-11-16', requestsAllowed: 1 })
    world.now += 2 * DAY_MS
    await trends.sweep('demo-app')
    world.now -= 2 * DAY_MS
    expect((await again().trends.list('demo-app', 62))[0]).toMatchObject({ day: '2026-11-16', requestsAllowed: 0 })
  })
})
