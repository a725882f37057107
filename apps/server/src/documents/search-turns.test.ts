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

test('fifty of one network wait, and two hundred of all', async () => {
  const { begun, search } = world()
  for (let n = 0; n < 4 + 50; n++) void search('one', '192.0.2.1')
  await expect(search('one', '192.0.2.1')).rejects.toEqual(tooMany)
  for (let n = 0; n < 150; n++) void search('other', `192.0.2.${2 + Math.floor(n / 50)}`)
  await expect(search('another', '198.51.100.1')).rejects.toEqual(tooMany)
  expect(begun).toHaveLength(4)
})
