import { StatusError } from '@hearth/model'
import { describe, expect, it } from 'vitest'
import type { Manifest } from './manifest.ts'
import { lastNight, type LookedAt, makeDue, nextNight } from './nightly-backups.ts'

const HOUR_MS = 60 * 60_000
const time = { hours: 2, minutes: 30 }
const noLog = { info() {}, warn() {}, error() {} }
const at = (day: number, hours: number, minutes = 0): number => new Date(2026, 10, day, hours, minutes).getTime()

/** Two projects of old, and what was made of them. */
class World {
  now = at(10, 3)
  isFull = false
  isBusy = false
  readonly made: { readonly project: string; readonly kind: 'nightly'; readonly createdAt: number }[] = []
  readonly nights = new Map<string, LookedAt>()

  async look(): Promise<string[]> {
    const before = this.made.length
    const list = async (project: string) => this.made.filter((one) => one.project === project) as unknown as Manifest[]
    await makeDue(
      {
        projects: {
          list: async () => [
            { id: 'first-app', name: '', number: '123456789012', createdAt: at(1, 0) },
            { id: 'second-app', name: '', number: '123456789012', createdAt: at(1, 0) },
            { id: 'newer-app', name: '', number: '123456789012', createdAt: at(10, 2, 45) },
          ],
        },
        backups: {
          list,
          makeNightly: async (project) => {
            if (this.isBusy && project === 'first-app')
              throw new StatusError('failed-precondition', 'BACKUP_UNDER_WAY', '')
            if (this.isFull && project === 'first-app') throw new Error('no room')
            const manifest = { project, kind: 'nightly' as const, createdAt: this.now, files: {}, store: {} }
            this.made.push(manifest)
            return manifest as unknown as Manifest
          },
        },
        time,
        clock: { nowMs: () => this.now },
        log: noLog,
      },
      this.nights,
    )
    return this.made.slice(before).map(({ project }) => project)
  }
}

describe('nightly backups', () => {
  it('are made once a night of every project that was there then', async () => {
    const world = new World()
    expect(await world.look()).toEqual(['first-app', 'second-app'])
    world.now += 60_000
    expect(await world.look()).toEqual([])
    world.now = at(11, 2, 29)
    expect(await world.look()).toEqual([])
    world.now = at(11, 2, 30)
    expect(await world.look()).toEqual(['first-app', 'second-app', 'newer-app'])
  })

  it('are not made again by a server that was started anew, and made up for where it was down', async () => {
    const world = new World()
    await world.look()
    world.nights.clear()
    world.now = at(10, 22)
    expect(await world.look()).toEqual([])
    world.nights.clear()
    world.now = at(11, 9)
    expect(await world.look()).toHaveLength(3)
  })

  it('that failed are tried again an hour later, and keep no other project from its own', async () => {
    const world = new World()
    world.isFull = true
    expect(await world.look()).toEqual(['second-app'])
    world.isFull = false
    world.now += HOUR_MS / 2
    expect(await world.look()).toEqual([])
    world.now += HOUR_MS / 2
    expect(await world.look()).toEqual(['first-app'])
  })

  it('that met another backup or a restore are made at the next look after it', async () => {
    const world = new World()
    world.isBusy = true
    expect(await world.look()).toEqual(['second-app'])
    world.now += 60_000
    expect(await world.look()).toEqual([])
    world.isBusy = false
    world.now += 60_000
    expect(await world.look()).toEqual(['first-app'])
  })

  it('come at the next such time of the machine’s clock', () => {
    expect(lastNight(time, at(10, 2, 30))).toBe(at(10, 2, 30))
    expect(lastNight(time, at(10, 2, 29))).toBe(at(9, 2, 30))
    expect(nextNight(time, at(10, 2, 30))).toBe(at(11, 2, 30))
    expect(nextNight(time, at(10, 2, 29))).toBe(at(10, 2, 30))
  })
})
