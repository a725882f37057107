import type { z } from 'zod'
import { invalidArgument } from '@hearth/model'
import { assertMayShapeDatabases, assertRecentSignIn, assertRole } from '../../access/admin-access.ts'
import type { Authenticator, OperatorRole } from '../../access/caller.ts'
import { assertKeyScope, type KeyScope } from '../../access/key-scopes.ts'
import type { OnOperatorAct } from '../../access/operator-policy.ts'
import type { Clock } from '../../lib/ambient.ts'
import { actorOf, type RecordAct } from '../../audit/audit-entry.ts'
import type { DocumentAdministration } from '../../documents/administration.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Route } from '../../http/route.ts'
import type { Projects } from '../../projects/projects.ts'

const BODY_BYTES_MAX = 1024 * 1024

export interface FirestoreAdminDeps {
  readonly administration: DocumentAdministration
  readonly authenticator: Authenticator
  readonly projects: Projects
  readonly onOperatorAct: OnOperatorAct
  readonly recordAct: RecordAct
  readonly clock: Clock
}

/** What a method is run with, once its caller was found to have the role it needs. */
export interface MethodCall<Body> {
  readonly administration: DocumentAdministration
  readonly exchange: Exchange
  readonly project: string
  /** Of the address, decoded; an empty text for one that the address of this method does not have. */
  readonly database: string
  readonly collectionGroup: string
  readonly id: string
  readonly body: Body
}

interface MethodSpec<Body> {
  readonly method: string
  /** Below `/v1/projects/:project/databases`, or what `below` names instead. */
  readonly path: string
  readonly below?: 'locations'
  readonly needs: OperatorRole
  /** Operators must have signed in lately, too: always, or for the requests that this says. */
  readonly needsRecentSignIn?: true | ((body: Body) => boolean)
  /** What a service key needs for it. */
  readonly keyScope?: KeyScope
  readonly body?: z.ZodType<Body>
  handle(call: MethodCall<Body>): Promise<unknown>
}

/** Makes a route of google.firestore.admin.v1 (https://cloud.google.com/firestore/docs/reference/rest). */
export function defineMethod<Body = Readonly<Record<string, never>>>(spec: MethodSpec<Body>) {
  const below = spec.below ?? 'databases'
  return (deps: FirestoreAdminDeps): Route => ({
    method: spec.method,
    path: `/v1/projects/:project/${below}${spec.path}`,
    guard: 'admin',
    async handle(exchange, params) {
      const { project = '', database = '', collectionGroup = '', id = '' } = params
      exchange.note({ project, operation: `${spec.method} ${below}${spec.path}` })
      const caller = await deps.authenticator.authenticate(project, exchange.headers.authorization, exchange)
      assertRole(project, caller, spec.needs)
      if (caller.kind === 'admin' && spec.keyScope !== undefined) assertKeyScope(caller, spec.keyScope)
      if (spec.method !== 'GET') assertMayShapeDatabases(project, { isServer: caller.kind === 'admin' })
      const { needsRecentSignIn } = spec
      const assertRecent = (): void => {
        if (caller.kind === 'operator') assertRecentSignIn(caller.authTime, deps.clock.nowMs())
      }
      if (needsRecentSignIn === true) assertRecent()
      await deps.projects.get(project)
      const body = await readBody(exchange, spec)
      if (typeof needsRecentSignIn === 'function' && needsRecentSignIn(body)) assertRecent()
      const { administration } = deps
      const answer = await spec.handle({ administration, exchange, project, database, collectionGroup, id, body })
      if (spec.method !== 'GET') {
        const operation = spec.method === 'DELETE' ? 'delete' : spec.method === 'POST' ? 'create' : 'update'
        const target = exchange.path.slice(`/v1/projects/${project}/`.length)
        if (caller.kind === 'operator') {
          deps.onOperatorAct({ project, uid: caller.uid, service: 'databases', operation, target })
        }
        const actor = actorOf(caller)
        const request = { address: exchange.clientAddress, requestId: exchange.id }
        if (actor) await deps.recordAct({ project, actor, action: `databases.${operation}`, target, ...request })
      }
      exchange.replyJson(200, answer)
    },
  })
}

async function readBody<Body>(exchange: Exchange, { method, body }: MethodSpec<Body>): Promise<Body> {
  if (body === undefined || method === 'GET') return {} as Body
  const sent = await exchange.readJson(BODY_BYTES_MAX)
  // The vendor's client sends an empty text for a message without fields.
  const parsed = body.safeParse(sent === '' ? {} : sent)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalidArgument('INVALID_REQUEST', `Invalid request: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}

/** A long-running operation that has ended already. */
export function doneOperation(name: string, type: string, response: object): object {
  return { name, done: true, response: { '@type': `type.googleapis.com/${type}`, ...response } }
}
