import { z } from 'zod'
import type { Route } from '../../http/route.ts'
import type { SavedTest } from '../../rules/saved-tests.ts'
import { testCaseSchema } from '../../rules/test-case-schema.ts'
import { type Member, requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct } from './note-act.ts'
import { readPage, readRequest } from './read-request.ts'

const path = '/hearth/v1/projects/:project/rules-tests'
const bodyBytesMax = 128 * 1024
const created = z.strictObject({ test: testCaseSchema })
const updated = z.strictObject({ test: testCaseSchema, revision: z.int() })

/** The tests that a team keeps of its rules: `{tests: [{id, test, revision, author, updatedAt}], nextPageToken?}`, the oldest first. */
export function listRulesTests(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      const { tests, nextPageToken } = await deps.savedTests.list(project, readPage(exchange))
      exchange.replyJson(200, { tests: tests.map(encode), ...(nextPageToken !== undefined && { nextPageToken }) })
    },
  }
}

export function createRulesTest(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      const member = await requireRole(exchange, deps, project, 'owner')
      const { test } = await readRequest(exchange, created, bodyBytesMax)
      const saved = await deps.savedTests.create(project, test, authorOf(member))
      await noteAct(deps, exchange, member, { project, service: 'rules-tests', operation: 'create', target: saved.id })
      exchange.replyJson(201, encode(saved))
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
      const member = await requireRole(exchange, deps, project, 'owner')
      const { test, revision } = await readRequest(exchange, updated, bodyBytesMax)
      const saved = await deps.savedTests.update(project, id, { test, revision, author: authorOf(member) })
      await noteAct(deps, exchange, member, { project, service: 'rules-tests', operation: 'update', target: id })
      exchange.replyJson(200, encode(saved))
    },
  }
}

export function deleteRulesTest(deps: HearthAdminDeps): Route {
  return {
    method: 'DELETE',
    path: `${path}/:test`,
    guard: 'admin',
    async handle(exchange, { project = '', test: id = '' }) {
      const member = await requireRole(exchange, deps, project, 'owner')
      await deps.savedTests.remove(project, id)
      await noteAct(deps, exchange, member, { project, service: 'rules-tests', operation: 'delete', target: id })
      exchange.replyJson(200, {})
    },
  }
}

function authorOf({ uid = 'server' }: Member): string {
  return uid
}

function encode({ updatedAt, ...saved }: SavedTest): object {
  return { ...saved, updatedAt: new Date(updatedAt).toISOString() }
}
