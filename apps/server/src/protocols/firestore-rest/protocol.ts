import { invalidArgument, StatusError } from '@hearth/model'
import type { Random } from '../../lib/ambient.ts'
import { type Soon, whenReady } from '../../lib/soon.ts'
import type { Authenticator, Caller } from '../../access/caller.ts'
import type { CallerWatch } from '../../access/caller-watch.ts'
import type { Documents } from '../../documents/documents.ts'
import type { Exchange } from '../../http/exchange.ts'
import { decodePathSegment } from '../../http/path-segments.ts'
import type { Protocol, Route } from '../../http/route.ts'
import type { Call, CallContext } from '../firestore-calls/call.ts'
import { calls } from '../firestore-calls/calls.ts'
import { DatabaseScope } from '../firestore-codec/database-scope.ts'
import { readJsonInTurns } from '../firestore-codec/json-reader.ts'
import { documentJson, writeJson } from '../firestore-codec/json-writer.ts'
import type { NamedDocument } from '../firestore-codec/wire-schema.ts'
import { callerOf } from '../firestore-streams/opening.ts'
import { documentRequests } from './document-requests.ts'
import { writeVendorError } from '../../http/error-body.ts'

/** A request of the documents holds at most 10 MiB; JSON needs a little more for the same. */
const BODY_BYTES_MAX = 11 * 1024 * 1024

const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** Methods at `documents:verb`, whose body names what they are about. */
const onDatabase = {
  batchGet: 'BatchGetDocuments',
  commit: 'Commit',
  beginTransaction: 'BeginTransaction',
  rollback: 'Rollback',
  batchWrite: 'BatchWrite',
  executePipeline: 'ExecutePipeline',
} as const

/** Methods at `documents:verb` and `documents/<parent>:verb`. */
const onParent = {
  runQuery: 'RunQuery',
  runAggregationQuery: 'RunAggregationQuery',
  partitionQuery: 'PartitionQuery',
  listCollectionIds: 'ListCollectionIds',
} as const

/**
 * The REST form of google.firestore.v1.Firestore, as `firebase/firestore/lite`, transactions of browsers and `preferRest` use it
 * (wire-protocol 3.6).
 */
export function createFirestoreRestProtocol(deps: {
  documents: Documents
  authenticator: Authenticator
  callers: Pick<CallerWatch, 'endings'>
  random: Random
}): Protocol {
  type Params = Readonly<Record<string, string>>
  type RequestOf = (exchange: Exchange, scope: DatabaseScope, params: Params) => unknown

  function route(method: string, path: string, callOf: (params: Params) => Call, requestOf: RequestOf): Route {
    return {
      method,
      path: `/v1/projects/:project/databases/:database/${path}`,
      guard: 'gate',
      handle(exchange, params) {
        const scope = DatabaseScope.of(params['project'] ?? '', params['database'] ?? '')
        const call = callOf(params)
        exchange.note({ project: scope.project, operation: call.name })
        // First of all: nothing is read for somebody whose credential is none.
        const { endings } = deps.callers
        const verify = (): Soon<Caller> => callerOf(deps, scope, exchange.headers.authorization, exchange)
        return whenReady(verify(), (verified) => {
          if ('uid' in verified) exchange.note({ uid: verified.uid })
          return whenReady<unknown, void>(requestOf(exchange, scope, params), (request) => {
            // While the body came, somebody lost a right: was it this caller?
            const current = deps.callers.endings === endings ? verified : verify()
            return whenReady(current, (caller) => answer(exchange, scope, { caller, call, request }))
          })
        })
      },
    }
  }

  function answer(
    exchange: Exchange,
    scope: DatabaseScope,
    { caller, call, request }: { readonly caller: Caller; readonly call: Call; readonly request: unknown },
  ): Soon<void> {
    const { documents, random } = deps
    const context: CallContext = {
      caller,
      address: exchange.clientAddress,
      documents,
      scope,
      memory: exchange.memory,
      random,
      // For exports that take longer than an hour; the vendor's servers take no notice of it.
      readsHistory: exchange.headers['x-hearth-history'] !== undefined,
    }
    if (!isStreamed(exchange.path)) {
      // Not awaited: a refusal passes by without being thrown once more.
      return whenReady(call.run(context, request, noParts), ([only]) => exchange.reply(200, json, textOf(call, only)))
    }
    const list = new ListAnswer(exchange, json)
    const textsOf = (answers: readonly unknown[]) => answers.map((one) => textOf(call, one))
    // An answer that breaks off half way is cut, so that nobody takes it for the whole.
    const rest = call.run(context, request, (answers) => list.send(textsOf(answers)))
    return whenReady(rest, (answers) => list.end(textsOf(answers)))
  }

  const bodyOf =
    (call: Call, named: (scope: DatabaseScope, params: Params) => Record<string, string>): RequestOf =>
    async (exchange, scope, params) => {
      const body = asObject(await exchange.readJson(BODY_BYTES_MAX))
      const names = named(scope, params)
      for (const key in names) {
        if (body[key] !== undefined && body[key] !== names[key]) {
          throw invalidArgument('OTHER_DATABASE', `The body names another ${key} than the address does.`)
        }
      }
      return readJsonInTurns(call.request, Object.assign(body, names))
    }

  const routes: Route[] = []
  for (const [verb, name] of Object.entries(onDatabase)) {
    const call = callNamed(name)
    routes.push(
      route(
        'POST',
        `documents:${verb}`,
        () => call,
        bodyOf(call, (scope) => ({ database: scope.name })),
      ),
    )
  }
  for (const [verb, name] of Object.entries(onParent)) {
    const call = callNamed(name)
    const root = bodyOf(call, (scope) => ({ parent: `${scope.name}/documents` }))
    const below = bodyOf(call, (scope, { parent = '' }) => ({ parent: scope.root + decodePathSegment(parent) }))
    routes.push(
      route('POST', `documents:${verb}`, () => call, root),
      route('POST', `documents/*parent:${verb}`, () => call, below),
    )
  }
  for (const { method, path, callOf, requestOf } of documentRequests(BODY_BYTES_MAX)) {
    routes.push(route(method, path, callOf, requestOf))
  }
  for (const verb of ['listen', 'write']) {
    routes.push({
      method: 'POST',
      path: `/v1/projects/:project/databases/:database/documents:${verb}`,
      guard: 'open',
      handle() {
        throw new StatusError('unimplemented', 'STREAM_ONLY', `${verb} is a stream: use WebChannel or gRPC.`)
      },
    })
  }
  return { name: 'firestore-rest', routes, writeError: writeRestError }
}

function callNamed(name: string): Call {
  const call = calls.get(name)
  if (!call) throw new Error(`there is no call ${name}`)
  return call
}

function textOf(call: Call, answer: unknown): string {
  return call.response === 'document' ? documentJson(answer as NamedDocument) : writeJson(call.response, answer)
}

function noParts(): Promise<never> {
  throw new TypeError('A call with one answer sends nothing before it')
}

function asObject(body: unknown): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  throw invalidArgument('INVALID_MESSAGE', 'The body must be a JSON object.')
}

/** Verbs whose answer is a list of messages; their errors come in a list, too. */
const streamedVerbs: ReadonlySet<string> = new Set(
  Object.entries({ ...onDatabase, ...onParent }).flatMap(([verb, name]) => (callNamed(name).isStreaming ? [verb] : [])),
)

function isStreamed(path: string): boolean {
  return streamedVerbs.has(path.slice(path.lastIndexOf(':') + 1))
}

function writeRestError(exchange: Exchange, error: StatusError): void {
  writeVendorError(exchange, error, { isListed: isStreamed(exchange.path) })
}

/** The answer of a streaming call: a JSON array, sent at once when it is short, else piece by piece. */
class ListAnswer {
  readonly #exchange: Exchange
  readonly #headers: Readonly<Record<string, string>>
  #hasBegun = false

  constructor(exchange: Exchange, headers: Readonly<Record<string, string>>) {
    this.#exchange = exchange
    this.#headers = headers
  }

  /** Some of the items, as JSON; there will be more, or `end`. Rejects `cancelled`/`CLIENT_GONE`, and `resource-exhausted`. */
  async send(items: readonly string[]): Promise<void> {
    const { response } = this.#exchange
    if (response.destroyed) throw new StatusError('cancelled', 'CLIENT_GONE', 'The client has gone away.')
    if (!this.#hasBegun) for (const [name, value] of Object.entries(this.#headers)) response.setHeader(name, value)
    const isFlowing = this.#exchange.answer.write(Buffer.from((this.#hasBegun ? ',\n' : '[') + items.join(',\n')))
    this.#hasBegun = true
    if (!isFlowing) await this.#exchange.answer.drained()
  }

  end(items: readonly string[]): void {
    if (!this.#hasBegun) {
      this.#exchange.reply(200, this.#headers, `[${items.join(',\n')}]`)
      return
    }
    const { answer, response } = this.#exchange
    answer.write(Buffer.from(items.length === 0 ? ']' : `,\n${items.join(',\n')}]`))
    answer.end(() => response.end())
  }
}
