import { encodeFrame } from '../../../apps/server/src/protocols/firestore-grpc/frames.ts'
import { GrpcClient } from '../../../apps/server/src/testing/grpc-client.ts'
import type { HostedServer } from '../../../apps/server/src/testing/hosted-server.ts'
import { field } from './grpc.ts'
import { owner, type WorstInput, type WorstRequest } from './worst-input.ts'

const database = 'projects/demo-app/databases/(default)'
const root = `/v1/${database}/documents`
const name = (path: string): string => `${database}/documents/${path}`

/** Of a document as large as one may be: one array of maps, as deep as maps may be. */
const values = 95_000
const depth = 18
const elements = 110
const partsOfOne = 430
/** Operands of an `or` that begin as the elements do. */
const alternatives = 22
const attempts = 3

const post = (verb: string, body: unknown): WorstRequest => ({
  method: 'POST',
  path: `${root}:${verb}`,
  headers: owner,
  body: JSON.stringify(body),
})

const pathAt = (level: number): string => ['k', ...Array.from({ length: level }, () => 'a')].join('.')
const paths = Array.from({ length: depth + 1 }, (_, level) => pathAt(level))

const alike = (last: number): object => {
  const part = { mapValue: { fields: { a: { mapValue: {} } } } }
  const all = [...Array.from({ length: partsOfOne }, () => part), { integerValue: last }]
  return { mapValue: { fields: { a: { arrayValue: { values: all } } } } }
}

/** None of them is in the array. */
const anyOfAlike = () => {
  const filters = Array.from({ length: alternatives }, (_, i) => ({
    fieldFilter: { field: { fieldPath: 'k' }, op: 'ARRAY_CONTAINS', value: alike(elements + i) },
  }))
  return { from: [{ collectionId: 'alike' }], where: { compositeFilter: { op: 'OR', filters } } }
}

const orderedBy = (fields: readonly string[]): WorstRequest =>
  post('runQuery', {
    structuredQuery: {
      from: [{ collectionId: 'nested' }],
      orderBy: fields.map((fieldPath) => ({ field: { fieldPath } })),
      select: { fields: [{ fieldPath: 'z' }] },
    },
  })

let writes = 0
const touch = (path: string): WorstRequest => {
  const fields = { z: { integerValue: ++writes } }
  return post('commit', { writes: [{ update: { name: name(path), fields }, updateMask: { fieldPaths: ['z'] } }] })
}

const transactions: string[] = []
let grpc: GrpcClient | undefined

/** A small request makes the server look at one large document: for each field, alternative or order that it or others ask of it. */
export const oneDocumentInputs: readonly WorstInput[] = [
  {
    decoder: 'questions to one document',
    limit: `${values} values, ${depth} levels, ${alternatives} alternatives`,
    routes: [],
    isForAll: true,
    answers: /^200 /,
    prepare,
    shapes: {
      'a commit that listeners to its values may be concerned by': () => touch('nested/0'),
      'alternatives that look into one array': () => post('runQuery', { structuredQuery: anyOfAlike() }),
      'a commit beside transactions that asked by such alternatives': () => touch('alike/0'),
      'a transaction that asked by such alternatives': () =>
        post('commit', {
          transaction: transactions.pop(),
          writes: [{ update: { name: name('other/x'), fields: { n: { integerValue: ++writes } } } }],
        }),
      'an order by what is below each other': () => orderedBy(paths),
      'the same from below': () => orderedBy(paths.toReversed()),
    },
    async end() {
      await grpc?.[Symbol.asyncDispose]()
      grpc = undefined
    },
  },
]

async function prepare({ origin }: HostedServer): Promise<void> {
  const ask = async ({ path, headers, body }: WorstRequest): Promise<unknown> => {
    const all = { authorization: String(headers?.authorization), 'content-type': 'application/json' }
    const answer = await fetch(origin + path, { method: 'POST', headers: all, body: String(body) })
    if (!answer.ok) throw new Error(`${path} was not taken: ${await answer.text()}`)
    return await answer.json()
  }
  let k: object = { arrayValue: { values: Array.from({ length: values }, () => ({ mapValue: {} })) } }
  for (let level = 0; level < depth; level++) k = { mapValue: { fields: { a: k } } }
  for (const id of ['nested/0', 'nested/1']) {
    await ask(post('commit', { writes: [{ update: { name: name(id), fields: { k } } }] }))
  }
  const all = Array.from({ length: elements }, (_, i) => alike(i))
  const fields = { k: { arrayValue: { values: all } } }
  await ask(post('commit', { writes: [{ update: { name: name('alike/0'), fields } }] }))
  grpc = new GrpcClient(origin)
  // As long as what is stored below: what begins otherwise or is of another kind is known at a glance.
  await listenTo(grpc, [...paths.map((path) => ({ path, op: equal })), { path: pathAt(depth), op: arrayContains }])
  for (let i = 0; i < attempts; i++) {
    const { transaction } = (await ask(post('beginTransaction', {}))) as { readonly transaction: string }
    await ask(post('runQuery', { transaction, structuredQuery: anyOfAlike() }))
    transactions.push(transaction)
  }
}

const equal = 5
const arrayContains = 7

/** Resolves when the server has answered to each of the targets. */
async function listenTo(client: GrpcClient, asked: readonly { path: string; op: number }[]): Promise<void> {
  const stream = client.open('Listen')
  const { promise, resolve } = Promise.withResolvers<void>()
  let tail = ''
  let answered = 0
  stream.on('data', (chunk: Buffer) => {
    // The change of a target that is current: its state, behind the tag of the field, before its id.
    const pieces = (tail + chunk.toString('latin1')).split('\x08\x03\x12')
    answered += pieces.length - 1
    tail = (pieces.at(-1) ?? '').slice(-2)
    if (answered >= asked.length) resolve()
  })
  for (const [i, { path, op }] of asked.entries()) {
    const text = Buffer.concat([Buffer.of(0x8a, 0x01, 1), Buffer.from('x')])
    const filter = Buffer.concat([field(1, field(2, path)), Buffer.of(0x10, op), field(3, text)])
    const query = Buffer.concat([field(2, field(2, 'nested')), field(3, field(2, filter))])
    const target = Buffer.concat([
      field(2, Buffer.concat([field(1, `${database}/documents`), field(2, query)])),
      Buffer.of(0x28, i + 1),
    ])
    stream.write(encodeFrame(Buffer.concat([field(1, database), field(2, target)])))
  }
  await promise
}
