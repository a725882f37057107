import { expect, it } from 'vitest'
import type { ProjectUser } from './project-user.ts'
import { eachByUid } from './find-users.ts'

const uidOf = (at: number): string => `uid-${String(at).padStart(5, '0')}`
const newList = (): string[] => Array.from({ length: 1_000 }, (_, at) => uidOf(at))

async function read(list: string[], meanwhile: (asked: number) => void): Promise<string[]> {
  let asked = 0
  const found: string[] = []
  const find = async (offset: number, limit: number) => {
    meanwhile(asked++)
    list.sort()
    const users = list.slice(offset, offset + limit).map((localId): ProjectUser => ({ localId }))
    return { users, count: list.length, isPartial: false }
  }
  for await (const { users } of eachByUid(find, 100)) found.push(...users.map(({ localId }) => localId))
  return found
}

it('gives everybody once', async () => {
  expect(await read(newList(), () => undefined)).toEqual(newList())
  expect(await read([], () => undefined)).toEqual([])
})

it('gives nobody twice while others come', async () => {
  const list = newList()
  const found = await read(list, (asked) => list.push(...[0, 1, 2].map((n) => `uid-00000-${asked}-${n}`)))
  expect(new Set(found).size).toBe(found.length)
  expect(found).toEqual(expect.arrayContaining(newList()))
})

it.each([3, 70, 240])('skips nobody while %i others go at a time', async (gone) => {
  const list = newList()
  const stay = newList().slice(600)
  const found = await read(list, (asked) => {
    if (asked >= 2 && asked < 4) list.splice(0, gone)
  })
  expect(new Set(found).size).toBe(found.length)
  expect(found).toEqual(expect.arrayContaining(stay))
})
