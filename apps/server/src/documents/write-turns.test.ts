import { expect, test } from 'vitest'
import { WriteTurns } from './write-turns.ts'

const MIB = 1024 * 1024
const client = (place: string) => ({ place, isGone: false })

test('clients that wait have their turn one after the other, however many commits each has', async () => {
  const turns = new WriteTurns()
  const order: string[] = []
  const begin = async (place: string): Promise<void> => {
    await turns.begin(client(place), 2 * MIB)
    order.push(place)
  }
  const many = Array.from({ length: 20 }, () => begin('many'))
  const few = begin('few')
  for (let i = 0; i < 4; i++) turns.end(2 * MIB)
  await Promise.all([few, ...many.slice(0, 5)])
  expect(order.indexOf('few')).toBeLessThanOrEqual(3)
})

test('small commits do not wait for large ones', () => {
  const turns = new WriteTurns()
  for (let i = 0; i < 20; i++) void turns.begin(client('many'), 2 * MIB)
  expect(turns.begin(client('few'), 4096)).toBeUndefined()
})

test('no client has all places to wait', async () => {
  const turns = new WriteTurns()
  const full = { code: 'resource-exhausted', reason: 'WRITE_QUEUE_FULL' }
  for (let i = 0; i < 50; i++) void turns.begin(client('many'), 2 * MIB)
  await expect(turns.begin(client('many'), 2 * MIB)).rejects.toMatchObject(full)
  const few = turns.begin(client('few'), 2 * MIB)
  for (let i = 0; i < 4; i++) turns.end(2 * MIB)
  await few
})
