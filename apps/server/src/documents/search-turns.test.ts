import { expect, test } from 'vitest'
import type { Caller } from '../access/caller.ts'
import { SearchTurns } from './search-turns.ts'

const from = (clientAddress: string): Caller => ({
  kind: 'visitor',
  from: { id: 'x', clientAddress, headers: {} },
})
const tooMany: unknown = expect.objectContaining({ code: 'resource-exhausted', reason: 'TOO_MANY_SEARCHES' })

/** Searches that end when they are told to; which have begun, in order. */
function world() {
  const turns = new SearchTurns()
  const begun: string[] = []
  const ends: ((error?: Error) => void)[] = []
  const search = (name: string, address: string): Promise<void> =>
    turns.run(from(address), async () => {
      begun.push(name)
      await new Promise<void>((resolve, reject) =>
        ends.push((error) => (error === undefined ? resolve() : reject(error))),
      )
    })
  return { begun, ends, search }
}

test('four go on at a time, and who asks for many waits for oneself', async () => {
  const { begun, ends, search } = world()
  const many = Array.from({ length: 10 }, (_, n) => search(`many-${n}`, '192.0.2.1'))
  const few = search('few', '192.0.2.2')
  expect(begun).toEqual(['many-0', 'many-1', 'many-2', 'many-3'])
  ends[0]?.()
  await many[0]
  ends[1]?.(new Error('it failed'))
  await expect(many[1]).rejects.toThrow('it failed')
  await expect.poll(() => begun.slice(4)).toEqual(['many-4', 'few'])
  for (let ended = 2; ended < 11; ended++) {
    await expect.poll(() => ends.length).toBeGreaterThan(ended)
    ends[ended]?.()
  }
  await Promise.all([few, ...many.slice(2)])
  expect(begun).toHaveLength(11)
})

test('fifty of one site wait, and of two hundred places the last quarter is for sites that have few', async () => {
  const { begun, search } = world()
  for (let n = 0; n < 4 + 50; n++) void search('one', `2001:db8:1:${n}::1`)
  await expect(search('one', '2001:db8:1:ffff::1')).rejects.toEqual(tooMany)
  for (let n = 0; n < 100; n++) void search('other', `192.0.2.${2 + Math.floor(n / 50)}`)
  let waiting = 0
  const greedy = async (): Promise<void> => {
    for (; waiting < 50; waiting++) await Promise.race([search('greedy', '192.0.2.9'), Promise.resolve()])
  }
  await expect(greedy()).rejects.toEqual(tooMany)
  expect(waiting).toBeLessThan(8)
  void search('another', '198.51.100.1')
  expect(begun).toHaveLength(4)
})

test('the networks of one site have one turn together', async () => {
  const { begun, ends, search } = world()
  for (let n = 0; n < 20; n++) void search(`many-${n}`, `2001:db8:1:${n}::1`)
  void search('few', '192.0.2.2')
  for (let ended = 0; ended < 2; ended++) ends[ended]?.()
  await expect.poll(() => begun.slice(4)).toEqual(['many-4', 'few'])
})
