import { type FuzzTarget, MIB } from '../fuzz-target.ts'
import { contextOf, expectNoBlame, openWorld, refusals, watches } from './documents.ts'
import { messageWords, requests } from './requests.ts'

/** Messages of the two streams, up to four of each in one input, against a database with documents. */
export const streamTargets: readonly FuzzTarget[] = [
  {
    name: 'listen',
    form: 'json',
    watches,
    seeds: requests.flatMap(([name, request]) => (name === 'ListenRequest' ? [JSON.stringify([request])] : [])),
    words: messageWords,
    refusals,
    limitBytes: 4 * MIB,
    async open() {
      const { ListenStream } = await import('../../../apps/server/src/protocols/firestore-streams/listen-stream.ts')
      const { readJsonInTurns } = await import('../../../apps/server/src/protocols/firestore-codec/json-reader.ts')
      const { writeJson } = await import('../../../apps/server/src/protocols/firestore-codec/json-writer.ts')
      const { parseLongJsonBody } = await import('../../../apps/server/src/http/request-body.ts')
      const { ListenRequest, ListenResponse } =
        await import('../../../apps/server/src/protocols/firestore-codec/messages.ts')
      const world = await openWorld()
      const { caller, scope } = await contextOf(world)
      return {
        async run(input) {
          let answered = Promise.withResolvers<void>()
          const stream = new ListenStream(world.documents, caller, scope, {
            memory: { take() {}, give() {} },
            send(response) {
              const { targetChangeType, cause } = response.targetChange ?? {}
              if (cause !== undefined) expectNoBlame(cause.code, writeJson(ListenResponse, response))
              writeJson(ListenResponse, response)
              if (targetChangeType === 'REMOVE' || targetChangeType === 'CURRENT') answered.resolve()
            },
            fail: (error) => answered.reject(error),
          })
          try {
            const messages = await parseLongJsonBody(input, () => undefined)
            for (const message of Array.isArray(messages) ? messages.slice(0, 4) : []) {
              answered = Promise.withResolvers()
              stream.receive(await readJsonInTurns(ListenRequest, message))
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
  {
    name: 'write',
    form: 'json',
    watches,
    seeds: [
      ...requests.flatMap(([name, request]) => (name === 'WriteRequest' ? [JSON.stringify([{}, request])] : [])),
      JSON.stringify([{ database: 'projects/demo-app/databases/(default)' }, { streamToken: 'AA==' }, {}]),
    ],
    words: messageWords,
    refusals,
    limitBytes: 11 * MIB,
    async open() {
      const { OwnMemory } = await import('../../../apps/server/src/documents/held-memory.ts')
      const { WriteStream } = await import('../../../apps/server/src/protocols/firestore-streams/write-stream.ts')
      const { readJsonInTurns } = await import('../../../apps/server/src/protocols/firestore-codec/json-reader.ts')
      const { writeJson } = await import('../../../apps/server/src/protocols/firestore-codec/json-writer.ts')
      const { parseLongJsonBody } = await import('../../../apps/server/src/http/request-body.ts')
      const { WriteRequest, WriteResponse } =
        await import('../../../apps/server/src/protocols/firestore-codec/messages.ts')
      const world = await openWorld()
      const { caller, scope } = await contextOf(world)
      return {
        async run(input) {
          let failure: Error | undefined
          const stream = new WriteStream(world, caller, scope, 'fuzz', {
            send: (response) => void writeJson(WriteResponse, response),
            fail: (error) => (failure = error),
            memory: new OwnMemory(),
          })
          try {
            const messages = await parseLongJsonBody(input, () => undefined)
            for (const message of Array.isArray(messages) ? messages.slice(0, 4) : []) {
              void stream.receive(await readJsonInTurns(WriteRequest, message))
            }
            await stream.finished()
          } finally {
            stream.close()
          }
          if (failure !== undefined) throw failure
        },
        [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
      }
    },
  },
]
