import { expect, test } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

const FOLDER = 'projects/demo-app/databases/(default)/documents'
const RULES = `rules_version = '2'; service cloud.firestore { match /databases/{d}/documents/{path=**} { allow write; } }`
const json = { 'content-type': 'application/json' }
const owner = { ...json, authorization: 'Bearer owner' }
const VALUES_OF_ONE = 19_900

/** Has an index entry for each value. */
function manyEntries(name: string) {
  const values = Array.from({ length: VALUES_OF_ONE }, (_, i) => ({ integerValue: String(i) }))
  return { update: { name, fields: { values: { arrayValue: { values } } } } }
}

test('a commit of several documents under rules has a bound on index keys and text, since others wait for it', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await fetch(`${server.origin}/emulator/v1/projects/demo-app:securityRules`, {
    method: 'PUT',
    headers: owner,
    body: JSON.stringify({ rules: { files: [{ content: RULES }] } }),
  })
  const commit = async (writes: readonly object[], headers = json) => {
    const answer = await fetch(`${server.origin}/v1/${FOLDER}:commit`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ writes }),
    })
    return { status: answer.status, text: await answer.text() }
  }
  const names = Array.from({ length: 17 }, (_, i) => `${FOLDER}/own/${i}`)
  const withEntries = names.slice(0, 6)
  for (const name of withEntries) expect((await commit([manyEntries(name)])).status).toBe(200)
  const removals = withEntries.map((name) => ({ delete: name }))
  const refused = { status: 400, text: expect.stringContaining('The commit is too large. Divide it into several.') }
  expect(await commit(removals)).toEqual(refused)
  expect((await commit(removals.slice(0, 4))).status).toBe(200)
  expect((await commit(removals, owner)).status).toBe(200)

  const fields = { text: { stringValue: 'x'.repeat(1_000_000) } }
  await Promise.all(names.map(async (name) => expect((await commit([{ update: { name, fields } }])).status).toBe(200)))
  const clipped = names.map((name) => ({
    update: { name, fields: { n: { integerValue: '1' } } },
    updateMask: { fieldPaths: ['n'] },
  }))
  expect(await commit(clipped)).toEqual(refused)
  expect((await commit(clipped.slice(0, 5))).status).toBe(200)
})
