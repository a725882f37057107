import { expect, test } from 'vitest'
import { LONGEST_ROUND_MAX } from '../testing/held-rounds.ts'
import { HostedServer } from '../testing/hosted-server.ts'

/** Each has two keys, for the collection and for its group, in the index of the field and two in one over several fields, which may have 40,000. */
const ELEMENTS = 19_900

const title = { stringValue: 'x' }
const tagsContain = { fieldPath: 'tags', arrayConfig: 'CONTAINS' }
const titleAscends = { fieldPath: 'title', order: 'ASCENDING' }

test('a document all of whose index keys go and as many others come holds nobody up', async () => {
  await using server = await HostedServer.start({ mode: 'dev' })
  const documents = 'projects/demo-app/databases/(default)/documents'
  const post = async (path: string, body: object): Promise<number> => {
    const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' }
    const answer = await fetch(`${server.origin}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return answer.status
  }
  const write = async (letter: string): Promise<number> => {
    const values = Array.from({ length: ELEMENTS }, (_, n) => ({ stringValue: `${letter}${n}` }))
    const update = { name: `${documents}/a/b/c/d`, fields: { tags: { arrayValue: { values } }, title } }
    return await post(`${documents}:commit`, { writes: [{ update }] })
  }
  const index = { queryScope: 'COLLECTION_GROUP', fields: [tagsContain, titleAscends] }
  expect(await post('projects/demo-app/databases/(default)/collectionGroups/c/indexes', index)).toBe(200)
  // By the third the engine has compiled what it takes.
  expect([await write('a'), await write('b')]).toEqual([200, 200])
  const longest = await server.longestRound(async () => expect(await write('c')).toBe(200))
  expect(longest).toBeLessThan(LONGEST_ROUND_MAX)
})
