import {
  createRulesTest,
  deleteRulesTest,
  listRulesTests,
  type SavedTest as TestJson,
  updateRulesTest,
} from '@hearth/api'
import type { RulesTestCase } from '@hearth/rules'
import type { SavedTest } from '../../rules/saved-tests.ts'
import { testCaseSchema } from '../../rules/test-case-schema.ts'
import type { Member } from './admin-callers.ts'
import { timeJson, route } from './route.ts'
import { parseRequest } from './read-request.ts'

export const rulesTests = [
  route(listRulesTests, async ({ deps, params: { project }, query: { pageSize, pageToken } }) => {
    const page = await deps.savedTests.list(project, { pageSize, pageToken })
    return { tests: page.tests.map(testJson), nextPageToken: page.nextPageToken }
  }),

  route(createRulesTest, async ({ deps, params: { project }, caller, body, note }) => {
    const { test } = await body()
    const saved = await deps.savedTests.create(project, testOf(test), authorOf(caller))
    await note({ target: saved.id })
    return testJson(saved)
  }),

  route(updateRulesTest, async ({ deps, params: { project, test: id }, caller, body, note }) => {
    const { test, revision } = await body()
    const saved = await deps.savedTests.update(project, id, { test: testOf(test), revision, author: authorOf(caller) })
    await note({ target: id })
    return testJson(saved)
  }),

  route(deleteRulesTest, async ({ deps, params: { project, test: id }, note }) => {
    await deps.savedTests.remove(project, id)
    await note({ target: id })
    return {}
  }),
]

function testOf(test: unknown): RulesTestCase {
  return parseRequest(testCaseSchema, test, ['test'])
}

function authorOf({ uid = 'server' }: Member): string {
  return uid
}

function testJson({ updatedAt, ...saved }: SavedTest): TestJson {
  return { ...saved, updatedAt: timeJson(updatedAt) }
}
