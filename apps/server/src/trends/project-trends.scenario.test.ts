import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts'
import { ProjectTrends } from './project-trends.ts'

const dayMs = 86_400_000
const monday = Date.parse('2026-11-16T12:00:00Z')

interface World {
  now: number
  users: number
  readonly trends: ProjectTrends
  /** As another process of the server finds them. */
  readonly again: () => ProjectTrends
}

async function inWorld(work: (world: World) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-trends-'))
  const clock = { nowMs: () => world.now }
  const persistence = await SqlitePersistence.open({ folder, clock })
  const log = { info() {}, warn() {}, error() {} }
  const open = () =>
    new ProjectTrends({
      storeOf: async (project) => await persistence.openProject(project),
      levelsOf: async () => ({ users: world.users, documents: 5, files: 0, storedBytes: 0 }),
      clock,
      log,
    })
  const world: World = { now: monday, users: 1, trends: open(), again: open }
  try {
    await work(world)
  } finally {
    await persistence.close()
    await rm(folder, { recursive: true })
  }
}

it('adds up what is counted on a day, also by several processes', async () => {
  await inWorld(async ({ trends, again }) => {
    const other = again()
    for (let index = 0; index < 3; index++) {
      trends.count('demo-app', 'requestsAllowed')
      other.count('demo-app', 'requestsAllowed')
    }
    trends.count('demo-app', 'requestsDenied')
    other.count('demo-app', 'documentsWritten', 20)
    trends.count('other-app', 'requestsDenied')
    await Promise.all([trends.write(), other.write()])
    expect(await again().list('demo-app', 1)).toEqual([
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
    const { trends } = world
    await trends.sweep('demo-app')
    world.now += 2 * dayMs
    world.users = 7
    trends.count('demo-app', 'requestsAllowed')
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
  await inWorld(async ({ trends }) => {
    trends.count('demo-app', 'documentsWritten', 4)
    await trends.write()
    await trends.sweep('demo-app')
    trends.count('demo-app', 'documentsWritten', 1)
    const [today] = await trends.list('demo-app', 1)
    expect(today).toMatchObject({ documentsWritten: 5, levels: { users: 1 } })
  })
})

it('forgets days that are more than two months old', async () => {
  await inWorld(async (world) => {
    const { trends, again } = world
    trends.count('demo-app', 'requestsAllowed')
    await trends.write()
    world.now += 61 * dayMs
    await trends.sweep('demo-app')
    expect((await trends.list('demo-app', 62))[0]).toMatchObject({ day: '2026-11-16', requestsAllowed: 1 })
    world.now += 2 * dayMs
    await trends.sweep('demo-app')
    world.now -= 2 * dayMs
    expect((await again().list('demo-app', 62))[0]).toMatchObject({ day: '2026-11-16', requestsAllowed: 0 })
  })
})
