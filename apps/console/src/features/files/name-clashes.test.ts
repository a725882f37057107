import { expect, it } from 'vitest'
import { planFiles, settleClashes, type ClashAnswer, freeName } from './name-clashes.ts'

const chosen = ['cat.png', 'cat (2).png', 'dog.png', 'trip/map.png'].map((path) => ({
  file: new File(['x'], path),
  path,
}))
const planned = planFiles('photos', chosen)
const stored = new Set(['photos/cat.png', 'photos/dog.png', 'photos/dog (2).png', 'photos/trip/map.png'])

async function settle(answers: Readonly<Record<string, ClashAnswer>>): Promise<string[]> {
  const settled = await settleClashes(planned, new Map(Object.entries(answers)), async (path) => stored.has(path))
  return settled.map(({ path }) => path)
}

it('sends everything as planned when all are to be replaced', async () => {
  expect(
    await settle({ 'photos/cat.png': 'replace', 'photos/dog.png': 'replace', 'photos/trip/map.png': 'replace' }),
  ).toEqual(['photos/cat.png', 'photos/cat (2).png', 'photos/dog.png', 'photos/trip/map.png'])
})

it('keeps both under a name that neither the server nor the other files use', async () => {
  expect(
    await settle({ 'photos/cat.png': 'keep-both', 'photos/dog.png': 'keep-both', 'photos/trip/map.png': 'keep-both' }),
  ).toEqual(['photos/cat (3).png', 'photos/cat (2).png', 'photos/dog (3).png', 'photos/trip/map (2).png'])
})

it('leaves out what is skipped', async () => {
  expect(await settle({ 'photos/cat.png': 'skip', 'photos/dog.png': 'skip' })).toEqual([
    'photos/cat (2).png',
    'photos/trip/map.png',
  ])
})

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
