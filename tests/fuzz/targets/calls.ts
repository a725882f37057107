import type { Exchange } from '../../../apps/server/src/http/exchange.ts'
import { type FuzzTarget, KIB, MIB } from '../fuzz-target.ts'
import { contextOf, endTransaction, expectNoBlame, openWorld, refusals, watches } from './documents.ts'
import { messageWords, requests } from './requests.ts'

const addresses = [
  'GET users/ada?mask.fieldPaths=a&mask.fieldPaths=%60a.b%60&readTime=2026-01-01T00:00:00Z',
  'GET users/ada/users?pageSize=2&orderBy=a%20desc&showMissing=true&pageToken=W10',
  'POST users?documentId=new&mask.fieldPaths=a\n{"fields":{"a":{"integerValue":"1"}}}',
  'PATCH users/ada?updateMask.fieldPaths=a&currentDocument.exists=true\n{"fields":{"a":{"integerValue":"1"}}}',
  'DELETE users/eve?currentDocument.updateTime=2026-01-01T00:00:00.000001Z',
]
const addressWords = [
  'GET ',
  'PATCH ',
  '?',
  '&',
  '=',
  '%',
  '%2F',
  '%00',
  '%ff',
  '/',
  '.fieldPaths=',
  'transaction=',
  'users/',
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
    limitBytes: 11 * MIB,
    async open() {
      const { calls } = await import('../../../apps/server/src/protocols/firestore-calls/calls.ts')
      const { readJsonInTurns } = await import('../../../apps/server/src/protocols/firestore-codec/json-reader.ts')
      const { parseLongJsonBody } = await import('../../../apps/server/src/http/request-body.ts')
      const { writeJson } = await import('../../../apps/server/src/protocols/firestore-codec/json-writer.ts')
      const world = await openWorld()
      const context = await contextOf(world)
      return {
        async run(input) {
          for (const [name, json] of Object.entries((await parseLongJsonBody(input, () => undefined)) ?? {})) {
            const call = calls.get(name)
            if (call === undefined) continue
            const request = await readJsonInTurns(call.request, json)
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
    name: 'rest-address',
    form: 'text',
    watches: ['/firestore-rest/document-requests.ts', '/http/path-segments.ts', ...watches],
    // The method and the address below the database, and after a line break the body.
    seeds: addresses,
    words: [...addressWords, ...messageWords],
    refusals,
    limitBytes: 64 * KIB,
    async open() {
      const { documentRequests } =
        await import('../../../apps/server/src/protocols/firestore-rest/document-requests.ts')
      const { parseJsonBody } = await import('../../../apps/server/src/http/request-body.ts')
      const world = await openWorld()
      const context = await contextOf(world)
      return {
        async run(input) {
          const [, method, path = '', query = '', body = ''] =
            /^([A-Z]+) ([^?\n]*)\??([^\n]*)\n?([^]*)$/.exec(input.toString()) ?? []
          const request = documentRequests(1024).find((one) => one.method === method)
          if (request === undefined) return
          const params = { path }
          const exchange = {
            query: new URLSearchParams(query),
            readJson: async () => parseJsonBody(Buffer.from(body)),
          } as unknown as Exchange
          const call = request.callOf(params)
          await call.run(context, await request.requestOf(exchange, context.scope, params), async () => {})
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
