import { GrpcClient } from '../../../apps/server/src/testing/grpc-client.ts'
import { encodeFrame } from '../../../apps/server/src/protocols/firestore-grpc/frames.ts'
import type { HostedServer } from '../../../apps/server/src/testing/hosted-server.ts'
import { publishRules } from './documents.ts'
import { field } from './grpc.ts'
import { ada, owner, type WorstInput, type WorstRequest } from './worst-input.ts'

const database = 'projects/demo-app/databases/(default)'
const root = `/v1/${database}/documents`
const name = (path: string): string => `${database}/documents/${path}`

const post = (verb: string, body: unknown, headers = owner): WorstRequest => ({
  method: 'POST',
  path: `${root}:${verb}`,
  headers,
  body: JSON.stringify(body),
})

const writes = (count: number, collection: string, fields: (index: number) => object) =>
  Array.from({ length: count }, (_, i) => ({ update: { name: name(`${collection}/${i}`), fields: fields(i) } }))

/** Documents that are small enough for the largest pages, and as many large ones behind them as a page has. */
const smallDocuments = 300
const largeDocuments = 60
const largeText = 'é'.repeat(500_000)

/** A commit is sent once for each attempt, so there is a transaction of the user for each. */
const transactionsOfAda: string[] = []
const attempts = 3
const queriesOfOne = 30
/** One less for each commit of those: what a transaction has to be compared with is known of the last 20,000 changes. */
const changes = 20_000 - attempts

/** What is written as it is already changes nothing. */
let commits = 0

const listeners = 20
const toldDocuments = 8000
const streams: ToldStream[] = []
let grpc: GrpcClient | undefined

/** What one request makes the server do with what others have left, or for others. */
export const sharedWorkInputs: readonly WorstInput[] = [
  {
    decoder: 'pages of an index',
    limit: '128 documents, a mebibyte of large ones',
    routes: [],
    isForAll: true,
    answers: /^200 /,
    prepare: storePages,
    shapes: {
      'large documents behind small ones': () =>
        post('runQuery', {
          structuredQuery: { from: [{ collectionId: 'pages' }], select: { fields: [{ fieldPath: 'n' }] } },
        }),
      'the first page of large documents': () =>
        post('runQuery', {
          structuredQuery: {
            from: [{ collectionId: 'pages' }],
            orderBy: [{ field: { fieldPath: '__name__' }, direction: 'DESCENDING' }],
            select: { fields: [{ fieldPath: 'n' }] },
            limit: 60,
          },
        }),
      'large documents of a list': () => ({
        method: 'GET',
        path: `${root}/pages?pageSize=300&mask.fieldPaths=n&orderBy=__name__%20desc`,
        headers: owner,
      }),
    },
  },
  {
    decoder: 'commits beside transactions',
    limit: '20,000 changes, 20,000 reads of a transaction',
    routes: [],
    isForAll: true,
    answers: /^200 /,
    prepare: beginTransactions,
    shapes: {
      'many changes since a user made many queries': () =>
        post(
          'commit',
          {
            transaction: transactionsOfAda.pop(),
            writes: [{ update: { name: name('own/ada'), fields: {} } }],
          },
          ada,
        ),
      'many changes beside many locked queries': () => {
        commits++
        return post('commit', { writes: writes(changes, 'beside', (i) => ({ n: { integerValue: -1 - i - commits } })) })
      },
    },
  },
  {
    decoder: 'listeners of a commit',
    limit: `${toldDocuments} documents for each of ${listeners}`,
    routes: [],
    isForAll: true,
    answers: /^200 /,
    prepare: listen,
    shapes: {
      'a commit that concerns them all': () => {
        const round = streams.reduce((rounds, stream) => Math.max(rounds, stream.begin()), 0)
        return {
          ...post('commit', { writes: writes(toldDocuments, 'told', () => ({ n: { integerValue: round } })) }),
          until: () => streams.every((stream) => stream.isTold),
        }
      },
    },
    async end() {
      await grpc?.[Symbol.asyncDispose]()
    },
  },
]

async function storePages({ origin }: HostedServer): Promise<void> {
  await ask(origin, post('commit', { writes: writes(smallDocuments, 'pages', (i) => ({ n: { integerValue: i } })) }))
  const few = 10
  for (let first = 0; first < largeDocuments; first += few) {
    const large = Array.from({ length: few }, (_, i) => ({
      // Behind all of the others, which begin with a digit.
      update: {
        name: name(`pages/x${first + i}`),
        fields: { n: { integerValue: i }, text: { stringValue: largeText } },
      },
    }))
    await ask(origin, post('commit', { writes: large }))
  }
}

async function beginTransactions(server: HostedServer): Promise<void> {
  const { origin } = server
  await publishRules(
    server,
    `rules_version = '2'; service cloud.firestore { match /databases/{d}/documents/{path=**} { allow read, write: if request.auth != null; } }`,
  )
  for (let i = 0; i < attempts; i++) transactionsOfAda.push(await begunWithQueries(origin, ada))
  await begunWithQueries(origin, owner)
  await ask(origin, post('commit', { writes: writes(changes, 'beside', (i) => ({ n: { integerValue: i } })) }))
}

/** The transaction has read what no change concerns, by as many conditions as there may be. */
async function begunWithQueries(origin: string, headers: typeof owner): Promise<string> {
  const { transaction } = (await ask(origin, post('beginTransaction', {}, headers))) as { readonly transaction: string }
  for (let i = 0; i < queriesOfOne; i++) {
    const filters = Array.from({ length: 30 }, (_, n) => ({
      fieldFilter: { field: { fieldPath: 'n' }, op: 'EQUAL', value: { integerValue: changes + 30 * i + n } },
    }))
    const where = { compositeFilter: { op: 'OR', filters } }
    const structuredQuery = { from: [{ collectionId: 'beside' }], where }
    await ask(origin, post('runQuery', { transaction, structuredQuery }, headers))
  }
  return transaction
}

/** A listener to a collection: whether it was told of all that the last commit has changed. */
class ToldStream {
  #tail = ''
  #told = 0
  #round = 0

  constructor(client: GrpcClient) {
    const stream = client.open('Listen')
    stream.on('data', (chunk: Buffer) => this.#take(chunk.toString('latin1')))
    const query = Buffer.concat([field(1, `${database}/documents`), field(2, field(2, field(2, 'told')))])
    // Its id is 1.
    const target = Buffer.concat([field(2, query), Buffer.of(0x28, 1)])
    stream.write(encodeFrame(Buffer.concat([field(1, database), field(2, target)])))
  }

  get isTold(): boolean {
    return this.#told >= toldDocuments
  }

  begin(): number {
    this.#told = 0
    return ++this.#round
  }

  #take(text: string): void {
    const all = this.#tail + text
    const parts = all.split('/told/')
    this.#told += parts.length - 1
    // A name may be cut by the end of what came.
    this.#tail = (parts.at(-1) ?? '').slice(-5)
  }
}

async function listen({ origin }: HostedServer): Promise<void> {
  grpc = new GrpcClient(origin)
  await ask(origin, post('commit', { writes: writes(1, 'told', () => ({})) }))
  for (let i = 0; i < listeners; i++) {
    const stream = new ToldStream(grpc)
    streams.push(stream)
  }
}

async function ask(origin: string, { path, headers = {}, body }: WorstRequest): Promise<unknown> {
  const all = new Headers(Object.entries(headers).map(([key, value]) => [key, String(value)]))
  const answer = await fetch(origin + path, { method: 'POST', headers: all, body: String(body) })
  if (!answer.ok) throw new Error(`${path} was not taken: ${await answer.text()}`)
  return await answer.json()
}
