import { expect, test } from 'vitest'
import { placeWithSite } from '../lib/shared-total.ts'
import { WriteLocks } from './write-locks.ts'

test('passes a lock on in order of arrival', async () => {
  const locks = new WriteLocks()
  const order: string[] = []
  const take = async (name: string) => {
    await locks.acquire(['a'])
    order.push(name)
    await Promise.resolve()
    locks.release(['a'])
  }
  await Promise.all([take('first'), take('second'), take('third')])
  expect(order).toEqual(['first', 'second', 'third'])
})

test('lets commits to different documents go on at the same time', async () => {
  const locks = new WriteLocks()
  await locks.acquire(['a', 'b'])
  await locks.acquire(['c'])
  locks.release(['a', 'b', 'c'])
  await locks.acquire(['a', 'b', 'c'])
})

test('gives up after a bounded wait, as too much contention, and holds nothing then', async () => {
  const locks = new WriteLocks(5)
  await locks.acquire(['b'])
  await expect(locks.acquire(['a', 'b'])).rejects.toMatchObject({
    code: 'aborted',
    message: 'Too much contention on these documents. Please try again.',
  })
  await locks.acquire(['a'])
  locks.release(['b'])
  await locks.acquire(['b'])
})

test('one who gave up is passed over', async () => {
  const locks = new WriteLocks(5)
  await locks.acquire(['a'])
  await expect(locks.acquire(['a'])).rejects.toMatchObject({ code: 'aborted' })
  const next = locks.acquire(['a'])
  locks.release(['a'])
  await next
})

test('of the line a part is kept for sites that have few in it', async () => {
  const locks = new WriteLocks()
  await locks.acquire(['a'])
  const from = (address: string) => () => placeWithSite(address)
  const waiting: Promise<void>[] = []
  // A quarter of the line is kept.
  for (let i = 0; i < 7_500; i++) waiting.push(locks.acquire(['a'], from('192.0.2.1')))
  await expect(locks.acquire(['a'], from('192.0.2.1'))).rejects.toMatchObject({ reason: 'CONTENTION' })
  waiting.push(locks.acquire(['a'], from('192.0.2.2')))
  for (let i = 0; i <= waiting.length; i++) locks.release(['a'])
  await Promise.all(waiting)
})

test('takes all locks at once, or none', () => {
  const locks = new WriteLocks()
  expect(locks.tryAcquire(['a', 'b'])).toBe(true)
  expect(locks.tryAcquire(['b', 'c'])).toBe(false)
  expect(locks.tryAcquire(['c'])).toBe(true)
})
