import type { RulesTestCase } from '@hearth/rules'
import * as z from 'zod/mini'
import type { ProjectSession } from '../firebase/project-session.ts'

/** The server has looked into it before it was saved. */
export const testCase = z.custom<RulesTestCase>(
  (value) => typeof value === 'object' && value !== null && 'request' in value,
)
const savedTest = z.object({
  id: z.string(),
  revision: z.number(),
  author: z.string(),
  updatedAt: z.string(),
  test: testCase,
})
const testList = z.object({ tests: z.array(savedTest), nextPageToken: z.optional(z.string()) })

/** A test that the project's team shares. */
export type SavedTest = z.infer<typeof savedTest>

/** All of them, the oldest first: a project has at most 500. */
export async function listTests(project: ProjectSession): Promise<readonly SavedTest[]> {
  const all: SavedTest[] = []
  let query = ''
  for (;;) {
    const { tests, nextPageToken } = await project.call({ path: baseOf(project) + query, answer: testList })
    all.push(...tests)
    if (nextPageToken === undefined) return all
    query = `?pageToken=${encodeURIComponent(nextPageToken)}`
  }
}

export async function createTest(project: ProjectSession, test: RulesTestCase): Promise<SavedTest> {
  return await project.call({ method: 'POST', path: baseOf(project), body: { test }, answer: savedTest })
}

/** Throws `aborted`/`TEST_CHANGED` when somebody else has changed it. */
export async function updateTest(
  project: ProjectSession,
  { id, revision }: SavedTest,
  test: RulesTestCase,
): Promise<SavedTest> {
  const body = { test, revision }
  return await project.call({ method: 'PUT', path: `${baseOf(project)}/${id}`, body, answer: savedTest })
}

export async function deleteTest(project: ProjectSession, { id }: SavedTest): Promise<void> {
  await project.call({ method: 'DELETE', path: `${baseOf(project)}/${id}`, answer: z.object({}) })
}

function baseOf(project: ProjectSession): string {
  return `/hearth/v1/projects/${encodeURIComponent(project.id)}/rules-tests`
}
