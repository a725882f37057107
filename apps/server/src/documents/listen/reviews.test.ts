import { expect, test } from 'vitest'
import { type Reviewed, Reviews } from './reviews.ts'

function workFor(ms: number): void {
  const endsAt = performance.now() + ms
  while (performance.now() < endsAt);
}

test('many are reviewed one after the other, and others have their turn in between', async () => {
  let reviewed = 0
  const all = Array.from({ length: 100 }, (): Reviewed => {
    let isInDoubt = true
    return {
      get isInDoubt() {
        return isInDoubt
      },
      async review() {
        workFor(0.5)
        isInDoubt = false
        reviewed++
      },
    }
  })
  new Reviews().add(all)
  let turns = 0
  let most = 0
  for (let before = 0; reviewed < all.length; before = reviewed) {
    await new Promise((resolve) => setImmediate(resolve))
    turns++
    most = Math.max(most, reviewed - before)
  }
  expect(turns).toBeGreaterThan(2)
  // A turn is 8 ms, in which there is room for sixteen.
  expect(most).toBeLessThan(all.length / 2)
})

test('those who come into doubt meanwhile are reviewed as well, and those who are in none are not', async () => {
  const reviews = new Reviews()
  const asked: string[] = []
  const doubted = new Set(['a', 'b'])
  const { promise: isDone, resolve } = Promise.withResolvers<void>()
  const one = (name: string): Reviewed => ({
    get isInDoubt() {
      return doubted.has(name)
    },
    async review() {
      asked.push(name)
      doubted.delete(name)
      if (asked.length === 1) {
        doubted.add('a').add('c')
        reviews.add(all)
      }
      if (doubted.size === 0) resolve()
    },
  })
  const all = [one('a'), one('b'), one('c'), one('d')]
  reviews.add(all)
  await isDone
  expect(asked).toEqual(['a', 'b', 'c', 'a'])
})
