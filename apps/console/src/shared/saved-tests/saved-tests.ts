import * as api from '@hearth/api'
import type { RulesTestCase } from '@hearth/rules'
import { callApi } from '../../backend/api/call-api.ts'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'

export type SavedTest = api.SavedTest

/** All of them, the oldest first: a project has at most 500. */
export async function listTests(project: ProjectSession): Promise<readonly SavedTest[]> {
  const all: SavedTest[] = []
  let pageToken: string | undefined
  for (;;) {
    const page: api.SavedTestPage = await callApi(
      api.listRulesTests,
      { project: project.id, query: { pageToken } },
      project,
    )
    all.push(...page.tests)
    pageToken = page.nextPageToken
    if (pageToken === undefined) return all
  }
}

export async function createTest(project: ProjectSession, test: RulesTestCase): Promise<SavedTest> {
  return await callApi(api.createRulesTest, { project: project.id, body: { test } }, project)
}

/** Throws `aborted`/`TEST_CHANGED` when somebody else has changed it. */
export async function updateTest(
  project: ProjectSession,
  { id, revision }: SavedTest,
  test: RulesTestCase,
): Promise<SavedTest> {
  return await callApi(api.updateRulesTest, { project: project.id, test: id, body: { test, revision } }, project)
}

export async function deleteTest(project: ProjectSession, { id }: SavedTest): Promise<void> {
  await callApi(api.deleteRulesTest, { project: project.id, test: id }, project)
}
