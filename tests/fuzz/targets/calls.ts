import type { StatusCode } from '@hearth/model'
import type { CallContext } from '../../../apps/server/src/protocols/firestore-calls/call.ts'
import type { DocumentsWorld } from '../../../apps/server/src/testing/documents-world.ts'
import type { FuzzTarget } from '../fuzz-target.ts'
import { messageWords, requests } from './requests.ts'

/** Whatever is wrong with a request, or with the moment; never the server. */
const refusals: readonly StatusCode[] = [
  'invalid-argument',
  'not-found',
  'already-exists',
  'failed-precondition',
  'aborted',
  'out-of-range',
  'permission-denied',
  'resource-exhausted',
  'unimplemented',
]
/** The numbers of INTERNAL, UNKNOWN and DATA_LOSS, where an answer holds a status. */
const oursToBlame = new Set([2, 13, 15])

const watches = [
  '/server/src/documents/',
  '/firestore-calls/',
  '/firestore-streams/',
  '/firestore-codec/decode-',
  '/model/src/',
]

/** Requests run against a database with documents: what decoders let through must not break what comes after them. */
export const callTargets: readonly FuzzTarget[] = [
  {
    name: 'calls',
    form: 'json',
    watches,
    seeds: requests.map(([name, request]) => JSON.stringify({ [name.replace('Request', '')]: request })),
    words: messageWords,
    refusals,
    async open() {
      const { calls } = await import('../../../apps/server/src/protocols/firestore-calls/calls.ts')
      const { readJson } = await import('../../../apps/server/src/protocols/firestore-codec/json-reader.ts')
      const { parseJsonBody } = await import('../../../apps/server/src/http/request-body.ts')
      const { writeJson } = await import('../../../apps/server/src/protocols/firestore-codec/json-writer.ts')
      const world = await openWorld()
      const context = await contextOf(world)
      return {
        async run(input) {
          for (const [name, json] of Object.entries(parseJsonBody(input) ?? {})) {
            const call = calls.get(name)
            if (call === undefined) continue
            const request = readJson(call.request, json)
            call.scopeOf(request)
            const answers: Answer[] = []
            const rest = await call.run(context, request, async (some) => void answers.push(...(some as Answer[])))
            answers.push(...(rest as Answer[]))
            for (const answer of answers) {
              if (call.response !== 'document') writeJson(call.response, answer)
              for (const status of answer.status ?? []) expectNoBlame(status.code, JSON.stringify(status))
              // Its locks would keep the next inputs waiting.
              if (answer.transaction !== undefined) await endTransaction(world, answer.transaction)
            }
          }
        },
        [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
      }
    },
  },
  {
    name: 'listen',
    form: 'json',
    watches,
    seeds: requests.flatMap(([name, request]) => (name === 'ListenRequest' ? [JSON.stringify([request])] : [])),
    words: messageWords,
    refusals,
    async open() {
      const { ListenStream } = await import('../../../apps/server/src/protocols/firestore-streams/listen-stream.ts')
      const { readJson } = await import('../../../apps/server/src/protocols/firestore-codec/json-reader.ts')
      const { writeJson } = await import('../../../apps/server/src/protocols/firestore-codec/json-writer.ts')
      const { parseJsonBody } = await import('../../../apps/server/src/http/request-body.ts')
      const { ListenRequest, ListenResponse } =
        await import('../../../apps/server/src/protocols/firestore-codec/messages.ts')
      const world = await openWorld()
      const { caller, scope } = await contextOf(world)
      return {
        async run(input) {
          let answered = Promise.withResolvers<void>()
          const stream = new ListenStream(world.documents, caller, scope, {
            send(response) {
              const { targetChangeType, cause } = response.targetChange ?? {}
              if (cause !== undefined) expectNoBlame(cause.code, writeJson(ListenResponse, response))
              writeJson(ListenResponse, response)
              if (targetChangeType === 'REMOVE' || targetChangeType === 'CURRENT') answered.resolve()
            },
            fail: (error) => answered.reject(error),
          })
          try {
            const messages = parseJsonBody(input)
            for (const message of Array.isArray(messages) ? messages.slice(0, 4) : []) {
              answered = Promise.withResolvers()
              stream.receive(readJson(ListenRequest, message))
              await answered.promise
            }
          } finally {
            stream.close()
          }
        },
        [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
      }
    },
  },
]

interface Answer {
  readonly status?: readonly { readonly code?: number }[]
  readonly transaction?: Uint8Array
}

function expectNoBlame(code: number | undefined, answer: string): void {
  if (oursToBlame.has(code ?? 0)) throw new Error(`An answer says that the server failed: ${answer}`)
}

async function openWorld(): Promise<DocumentsWorld> {
  const { DocumentsWorld } = await import('../../../apps/server/src/testing/documents-world.ts')
  const world = await DocumentsWorld.open()
  for (const id of ['ada', 'bob', 'eve']) {
    await world.set(`users/${id}`, { a: id.length, l: ['x', 1], 'a.b': null, m: { x: 1.5 } })
    await world.set(`users/${id}/users/inner`, { a: 2 })
  }
  return world
}

async function contextOf({ documents, caller, at }: DocumentsWorld): Promise<CallContext> {
  const { DatabaseScope } = await import('../../../apps/server/src/protocols/firestore-codec/database-scope.ts')
  const { systemRandom } = await import('../../../apps/server/src/ambient.ts')
  const scope = new DatabaseScope(at.project, at.database)
  return { caller, address: '127.0.0.1', documents, scope, random: systemRandom }
}

async function endTransaction({ documents, caller, at }: DocumentsWorld, transaction: Uint8Array): Promise<void> {
  await documents.rollback(caller, at, Buffer.from(transaction).toString())
}
