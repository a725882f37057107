import { z } from 'zod'
import type { Route } from '../../http/route.ts'
import type { SavedTest } from '../../rules/saved-tests.ts'
import { testCaseSchema } from '../../rules/test-case-schema.ts'
import { requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { readRequest } from './read-request.ts'

const path = '/hearth/v1/projects/:project/rules-tests'
const bodyBytesMax = 128 * 1024
const created = z.strictObject({ test: testCaseSchema })
const updated = z.strictObject({ test: testCaseSchema, revision: z.int() })

/** The tests that a team keeps of its rules: `{tests: [{id, test, revision, author, updatedAt}]}`, the oldest first. */
export function listRulesTests(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      exchange.replyJson(200, { tests: (await deps.savedTests.list(project)).map(encode) })
    },
  }
}

export function createRulesTest(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      const { uid = 'server' } = await requireRole(exchange, deps, project, 'owner')
      const { test } = await readRequest(exchange, created, bodyBytesMax)
      exchange.replyJson(201, encode(await deps.savedTests.create(project, test, uid)))
    },
  }
}

/** Takes the revision that is to be replaced. */
export function updateRulesTest(deps: HearthAdminDeps): Route {
  return {
    method: 'PUT',
    path: `${path}/:test`,
    guard: 'admin',
    async handle(exchange, { project = '', test: id = '' }) {
      const { uid = 'server' } = await requireRole(exchange, deps, project, 'owner')
      const { test, revision } = await readRequest(exchange, updated, bodyBytesMax)
      exchange.replyJson(200, encode(await deps.savedTests.update(project, id, { test, revision, author: uid })))
    },
  }
}

export function deleteRulesTest(deps: HearthAdminDeps): Route {
  return {
    method: 'DELETE',
    path: `${path}/:test`,
    guard: 'admin',
    async handle(exchange, { project = '', test: id = '' }) {
      await requireRole(exchange, deps, project, 'owner')
      await deps.savedTests.remove(project, id)
      exchange.replyJson(200, {})
    },
  }
}

function encode({ updatedAt, ...saved }: SavedTest): object {
  return { ...saved, updatedAt: new Date(updatedAt).toISOString() }
}
