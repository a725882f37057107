import type { RulesTestCase } from '@hearth/rules'
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { done, time, nextPageToken, pageQuery } from './fields.ts'

const bodyBytesMax = 128 * 1024

/** A test of rules. The server looks into one before it saves it; here it is told from what is none. */
export const rulesTest = z.custom<RulesTestCase>(
  (value) => typeof value === 'object' && value !== null && 'request' in value,
)

const savedTest = z.object({
  id: z.string(),
  test: rulesTest,
  /** Rises with each change. */
  revision: z.number(),
  /** Who changed it last: a uid, or `server`. */
  author: z.string(),
  updatedAt: time,
})
/** A test that the project's team shares. */
export type SavedTest = z.infer<typeof savedTest>

export const listRulesTests = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/rules-tests',
  summary: 'The [tests](rules.md#tests) that the team keeps of its rules, the oldest first, at most 50 a page.',
  who: 'viewer',
  query: pageQuery,
  answer: z.object({ tests: z.array(savedTest), nextPageToken }),
} as const satisfies Endpoint

export type SavedTestPage = z.infer<(typeof listRulesTests)['answer']>

export const createRulesTest = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/rules-tests',
  summary: 'Saves a test.',
  who: 'owner',
  audit: 'rules-tests.create',
  body: z.strictObject({ test: z.unknown() }),
  bodyBytesMax,
  status: 201,
  answer: savedTest,
} as const satisfies Endpoint

export const updateRulesTest = {
  method: 'PUT',
  path: '/hearth/v1/projects/:project/rules-tests/:test',
  summary: 'Replaces the test that has this revision.',
  who: 'owner',
  audit: 'rules-tests.update',
  body: z.strictObject({ test: z.unknown(), revision: z.int() }),
  bodyBytesMax,
  answer: savedTest,
  errors: { TEST_CHANGED: 'aborted' },
} as const satisfies Endpoint

export const deleteRulesTest = {
  method: 'DELETE',
  path: '/hearth/v1/projects/:project/rules-tests/:test',
  summary: 'Removes a test.',
  who: 'owner',
  audit: 'rules-tests.delete',
  answer: done,
} as const satisfies Endpoint
