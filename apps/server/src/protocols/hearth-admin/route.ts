import type { AnswerOf, BodyOf, Endpoint, ParameterOf, QueryOf, Role, Who } from '@hearth/api'
import { StatusError } from '@hearth/model'
import { assertRecentSignIn, type ConsoleUser, isServerOwner } from '../../access/admin-access.ts'
import { assertKeyScope } from '../../access/key-scopes.ts'
import type { ActName } from '../../audit/act-names.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Route, RouteGuard } from '../../http/route.ts'
import { consoleUserOf, type Member, requireRole } from './admin-callers.ts'
import { Csv } from './csv.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct, partsOf } from './note-act.ts'
import { readQuery, readRequest } from './read-request.ts'

/** An endpoint of the contract whose acts the audit log has a name for. */
interface AuditedEndpoint extends Endpoint {
  readonly audit?: ActName | readonly ActName[]
}

/** What a handler is given. The caller is who the contract says, and the query has its shape. */
export interface Call<One extends Endpoint> {
  readonly deps: HearthAdminDeps
  readonly exchange: Exchange
  readonly params: Readonly<Record<ParameterOf<One['path']>, string>>
  readonly query: QueryOf<One>
  readonly caller: CallerOf<One['who']>
  /** The request's body. Throws as {@link readRequest}. */
  body(): Promise<BodyOf<One>>
  /** Writes the endpoint's act into the activity and the audit log of the project. */
  note(act: { readonly target: string; readonly detail?: Readonly<Record<string, string>> }): Promise<void>
}

type CallerOf<Needed extends Who> = Needed extends Role
  ? Member
  : Needed extends 'account' | 'server-owner'
    ? ConsoleUser
    : undefined

type HandlerAnswer<One extends Endpoint> = One extends { readonly hasCsv: true } ? AnswerOf<One> | Csv : AnswerOf<One>

/**
 * A route of the contract: who calls is checked, then the query, then the handler is asked, and its answer is sent. Throws `unauthenticated`,
 * `permission-denied`/`NOT_A_MEMBER`, `ROLE_TOO_LOW`, `SERVER_OWNER_ONLY` and `KEY_SCOPE_MISSING`,
 * `failed-precondition`/`CREDENTIAL_TOO_OLD_LOGIN_AGAIN` and `invalid-argument`/`INVALID_REQUEST`.
 */
export function route<const One extends AuditedEndpoint>(
  endpoint: One,
  handle: (call: Call<One>) => Promise<HandlerAnswer<One>>,
): (deps: HearthAdminDeps) => Route {
  return (deps) => ({
    method: endpoint.method,
    path: endpoint.path,
    guard: guardOf(endpoint),
    async handle(exchange, params) {
      const caller = await admit(endpoint, exchange, deps, params['project'])
      const call = {
        deps,
        exchange,
        params,
        query: endpoint.query && readQuery(exchange, endpoint.query),
        caller,
        body: async () => endpoint.body && (await readRequest(exchange, endpoint.body, endpoint.bodyBytesMax)),
        note: async (act: { target: string }) => {
          if (caller === undefined || typeof endpoint.audit !== 'string') return
          await noteAct(deps, exchange, actorOf(caller), {
            ...partsOf(endpoint.audit),
            project: params['project'] ?? '',
            ...act,
          })
        },
      }
      send(endpoint, exchange, await handle(call as unknown as Call<One>))
    },
  })
}

function guardOf({ who }: Endpoint): RouteGuard {
  if (who === 'everybody') return 'open'
  return who === 'code-holder' ? 'capability' : 'admin'
}

async function admit(
  { who, recentSignIn, scope }: Endpoint,
  exchange: Exchange,
  deps: HearthAdminDeps,
  project: string | undefined,
): Promise<Member | ConsoleUser | undefined> {
  if (project !== undefined) exchange.note({ project })
  if (who === 'everybody' || who === 'code-holder') return undefined
  const caller =
    who === 'account' || who === 'server-owner'
      ? await consoleUserOf(exchange, deps)
      : await requireRole(exchange, deps, project ?? '', who)
  if (who === 'server-owner') assertServerOwner(caller)
  if (scope !== undefined && 'role' in caller) assertKeyScope(caller, scope)
  if (recentSignIn === 'always' && caller.authTime !== undefined) {
    assertRecentSignIn(caller.authTime, deps.clock.nowMs())
  }
  return caller
}

function assertServerOwner(caller: Member | ConsoleUser): void {
  if ('claims' in caller && isServerOwner(caller)) return
  throw new StatusError(
    'permission-denied',
    'SERVER_OWNER_ONLY',
    'Only the owner of this server may read how it is set up.',
  )
}

function actorOf(caller: Member | ConsoleUser): Pick<Member, 'uid' | 'key'> {
  return { uid: caller.uid, key: 'role' in caller ? caller.key : undefined }
}

function send(endpoint: Endpoint, exchange: Exchange, answer: unknown): void {
  const status = endpoint.status ?? 200
  if (answer instanceof Csv) answer.send(exchange)
  else if (endpoint.isSecret === true) {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
    exchange.reply(status, headers, JSON.stringify(answer))
  } else exchange.replyJson(status, answer)
}

/** Milliseconds since the epoch as RFC 3339. */
export function timeJson(ms: number): string {
  return new Date(ms).toISOString()
}
