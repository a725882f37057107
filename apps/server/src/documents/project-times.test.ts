import { StatusError } from '@hearth/model'
import { expect, test } from 'vitest'
import { ProjectTimes } from './project-times.ts'

function timesAt(ms: number, readTime = 0) {
  const clock = { ms, nowMs: () => clock.ms }
  const floors: number[] = []
  const store = {
    time: readTime,
    readTime: () => store.time,
    raiseFloor: async (time: number) => {
      floors.push(time)
      store.time = Math.max(store.time, time)
    },
  }
  return { times: new ProjectTimes(clock, store), clock, store, floors }
}

test('requests are dated by the clock, and after all that was handed over when it stands still or goes back', () => {
  const { times, clock } = timesAt(1000)
  expect(times.request()).toBe(1_000_000)
  expect(times.handOver()).toBe(1_000_000)
  expect(times.request()).toBe(1_000_001)
  clock.ms = 500
  expect(times.handOver()).toBe(1_000_001)
})

test('requests are dated after all that the store holds', () => {
  expect(timesAt(1, 5_000_000).times.request()).toBe(5_000_001)
})

test('a time that the store has not reached becomes a floor, and one in the future is refused', async () => {
  const { times, floors } = timesAt(1000, 10)
  await times.reach(10)
  expect(floors).toEqual([])
  await times.reach(1_000_000)
  expect(floors).toEqual([1_000_000])
  await expect(times.reach(1_000_001)).rejects.toMatchObject({
    code: 'invalid-argument',
    reason: 'READ_TIME_IN_FUTURE',
  })
})

test('reads are dated anew once in a minute of silence, for all who read then', async () => {
  const { times, clock, floors } = timesAt(60_000)
  expect(times.refresh()).toBeUndefined()
  clock.ms = 60_001
  await Promise.all([times.refresh(), times.refresh()])
  expect(floors).toEqual([60_001_000])
  expect(times.refresh()).toBeUndefined()
})

test('a read is dated as the store is when it takes no floor', async () => {
  const { times, store } = timesAt(90_000)
  store.raiseFloor = () => Promise.reject(new StatusError('unavailable', 'STORE_LATCHED', 'The disk failed.'))
  await times.refresh()
  expect(store.readTime()).toBe(0)
})
