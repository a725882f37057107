import { expect, test } from 'vitest'
import { openWorld } from './firestore-admin-world.ts'

const LISTENERS = 1_200

test('a process of the server library has more than a thousand listeners at once, and all of them hear of a change', async () => {
  await using world = await openWorld(false)
  const { db } = world
  const seen: (string | undefined)[] = Array.from({ length: LISTENERS }, () => undefined)
  const failures: Error[] = []
  const document = db.doc('shared/one')
  await document.set({ text: 'first' })
  const stops = seen.map((_, index) =>
    document.onSnapshot(
      (snapshot) => (seen[index] = snapshot.get('text') as string | undefined),
      (error) => failures.push(error),
    ),
  )
  const all = (text: string) => seen.every((one) => one === text)
  await expect.poll(() => all('first') || failures.length > 0, { timeout: 45_000 }).toBe(true)
  await document.update({ text: 'second' })
  await expect.poll(() => all('second') || failures.length > 0, { timeout: 45_000 }).toBe(true)
  for (const stop of stops) stop()
  expect(failures.map(({ message }) => message)).toEqual([])
})
