import { expect, test } from 'vitest'
import { InstallationAllowance } from './installation-allowance.ts'

const MINUTE_MS = 60_000

class World {
  now = 0
  readonly allowance = new InstallationAllowance({ nowMs: () => this.now })

  /** How many of so many more an address may make now. */
  make(count: number, address: string): number {
    for (let made = 0; made < count; made++) {
      try {
        this.allowance.takeOfNetwork(address)
      } catch (error) {
        expect(error).toMatchObject({ code: 'resource-exhausted', reason: 'TOO_MANY_REQUESTS' })
        return made
      }
    }
    return count
  }
}

test('a network makes 600 installations in ten minutes and 5,000 in a day', () => {
  const world = new World()
  let made = 0
  for (let window = 0; window < 20; window++, world.now += 10 * MINUTE_MS) made += world.make(700, '192.0.2.1')
  expect(made).toBe(5_000)
  expect(world.make(1, '192.0.2.2')).toBe(1)
  world.now = 24 * 60 * MINUTE_MS
  expect(world.make(1, '192.0.2.1')).toBe(1)
})

test('the networks of an IPv6 site make four times as many in a day', () => {
  const world = new World()
  let made = 0
  for (let window = 0; window < 20; window++, world.now += 10 * MINUTE_MS) {
    for (let network = 0; network < 8; network++) made += world.make(600, `2001:db8:1:${network}00::1`)
  }
  expect(made).toBe(20_000)
})

test('a project has 250,000 new installations in a day, without those that came to nothing', () => {
  const { allowance } = new World()
  for (let made = 0; made < 250_000; made++) allowance.takeOfProject('shop-app').giveBack()
  for (let made = 0; made < 250_000; made++) allowance.takeOfProject('shop-app')
  expect(() => allowance.takeOfProject('shop-app')).toThrow(
    expect.objectContaining({ code: 'resource-exhausted', reason: 'INSTALLATION_QUOTA_REACHED' }),
  )
  allowance.takeOfProject('another')
})

test('a network asks 1,200 times in ten minutes about installations that there are, besides those it makes', () => {
  const world = new World()
  for (let use = 0; use < 1_200; use++) world.allowance.takeUse('192.0.2.1')
  expect(() => world.allowance.takeUse('192.0.2.1')).toThrow('Too many requests')
  expect(world.make(1, '192.0.2.1')).toBe(1)
  world.allowance.takeUse('192.0.2.2')
  world.now = 10 * MINUTE_MS
  world.allowance.takeUse('192.0.2.1')
})
