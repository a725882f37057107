import { encodeFrame } from '../../../apps/server/src/protocols/firestore-grpc/frames.ts'
import { GrpcClient } from '../../../apps/server/src/testing/grpc-client.ts'
import type { HostedServer } from '../../../apps/server/src/testing/hosted-server.ts'
import { field } from './grpc.ts'
import { owner, type WorstInput, type WorstRequest } from './worst-input.ts'

const database = 'projects/demo-app/databases/(default)'
const root = `/v1/${database}/documents`
const name = (path: string): string => `${database}/documents/${path}`

/** Just below what is taken for a large document. What they are ordered by differs in the last of its parts alone. */
const many = 120
const parts = 7000
/** Documents that each of the alternatives of an `or` finds. */
const few = 10
const alternatives = 30

const ordered = (collectionId: string, rest: object): WorstRequest => ({
  method: 'POST',
  path: `${root}:runQuery`,
  headers: owner,
  body: JSON.stringify({
    structuredQuery: {
      from: [{ collectionId }],
      orderBy: [{ field: { fieldPath: 'k' } }],
      select: { fields: [{ fieldPath: 'g' }] },
      ...rest,
    },
  }),
})

let grpc: GrpcClient | undefined
let windows: Window[] = []

/** What is stored and has to be compared: a key of the index holds its beginning alone. */
export const storedOrderInputs: readonly WorstInput[] = [
  {
    decoder: 'orders of stored documents',
    limit: `${many} documents of ${parts} parts, ${alternatives} alternatives`,
    routes: [],
    isForAll: true,
    answers: /^200 (\[\{|ready|\{"writeResults")/,
    prepare: store,
    shapes: {
      'equal beginnings': () => ordered('same', { limit: 1 }),
      'equal beginnings of all': () => ordered('same', {}),
      'alternatives that find the same': () => {
        const filters = Array.from({ length: alternatives }, (_, i) => ({
          fieldFilter: { field: { fieldPath: 'g' }, op: 'GREATER_THAN_OR_EQUAL', value: { integerValue: -i } },
        }))
        return ordered('alike', { where: { compositeFilter: { op: 'OR', filters } } })
      },
      'windows of listeners': () => {
        const window = new Window((grpc ??= new GrpcClient(origin)), many - windows.length)
        windows.push(window)
        return { method: 'GET', path: '/readyz', until: () => window.isWhole }
      },
      'a commit that changes windows': () => {
        for (const window of windows) window.begin()
        return {
          method: 'POST',
          path: `${root}:commit`,
          headers: owner,
          body: JSON.stringify({ writes: writesOf('same', 0, 20) }),
          until: () => windows.every((window) => window.isTold),
        }
      },
    },
    async end() {
      await grpc?.[Symbol.asyncDispose]()
      grpc = undefined
      windows = []
    },
  },
]

let origin = ''
let written = 0

function writesOf(collection: string, first: number, count: number): object[] {
  written++
  return Array.from({ length: count }, (_, i) => {
    const rank = { integerValue: ((first + i) * 7919) % many }
    const values = [...Array.from({ length: parts }, () => ({ mapValue: {} })), rank]
    const fields = { g: { integerValue: written }, k: { arrayValue: { values } } }
    return { update: { name: name(`${collection}/${first + i}`), fields } }
  })
}

async function store(server: HostedServer): Promise<void> {
  origin = server.origin
  const atOnce = 40
  for (let first = 0; first < many; first += atOnce) await commit(writesOf('same', first, atOnce))
  await commit(writesOf('alike', 0, few))
}

async function commit(writes: readonly object[]): Promise<void> {
  const headers = { authorization: owner.authorization, 'content-type': owner['content-type'] }
  const answer = await fetch(`${origin}${root}:commit`, { method: 'POST', headers, body: JSON.stringify({ writes }) })
  if (!answer.ok) throw new Error(`what is to be ordered was not written: ${await answer.text()}`)
}

/** A listener to the first documents in the order, each with a limit of its own: whether it was told of them, and of a change. */
class Window {
  readonly #limit: number
  #told = 0
  #tail = ''

  constructor(client: GrpcClient, limit: number) {
    this.#limit = limit
    const stream = client.open('Listen')
    stream.on('data', (chunk: Buffer) => this.#take(chunk.toString('latin1')))
    const order = field(4, field(1, field(2, 'k')))
    // The limit is a message with a number, and the id of the target is 1.
    const query = Buffer.concat([field(2, field(2, 'same')), order, field(12, Buffer.of(0x08, limit))])
    const target = Buffer.concat([
      field(2, Buffer.concat([field(1, `${database}/documents`), field(2, query)])),
      Buffer.of(0x28, 1),
    ])
    stream.write(encodeFrame(Buffer.concat([field(1, database), field(2, target)])))
  }

  get isWhole(): boolean {
    return this.#told >= this.#limit
  }

  get isTold(): boolean {
    return this.#told > 0
  }

  begin(): void {
    this.#told = 0
  }

  #take(text: string): void {
    const all = this.#tail + text
    const pieces = all.split('/same/')
    this.#told += pieces.length - 1
    // A name may be cut by the end of what came.
    this.#tail = (pieces.at(-1) ?? '').slice(-5)
  }
}
