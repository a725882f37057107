import { expect, it } from 'vitest'
import { freeName } from './free-name.ts'

const among =
  (...taken: string[]) =>
  async (name: string) =>
    taken.includes(name)

it.each([
  ['cat.png', [], 'cat (2).png'],
  ['cat.png', ['cat (2).png', 'cat (3).png'], 'cat (4).png'],
  ['cat (2).png', [], 'cat (3).png'],
  ['README', [], 'README (2)'],
  ['.profile', [], '.profile (2)'],
  ['a.tar.gz', [], 'a.tar (2).gz'],
  ['(2).png', [], '(2) (2).png'],
])('finds a free name for %s beside %j', async (name, taken, found) => {
  expect(await freeName(name, among(...taken))).toBe(found)
})
