import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

/** All that is made for a request is much more. What is left is of caches, and of code that is compiled meanwhile. */
const LEFT_BYTES_MAX = 1_200
const REQUESTS = 1_500

const DOCUMENTS = '/v1/projects/demo-app/databases/(default)/documents'
const fields = { name: { stringValue: 'Ada' }, n: { integerValue: '7' } }
const where = { fieldFilter: { field: { fieldPath: 'n' }, op: 'EQUAL', value: { integerValue: '7' } } }
const query = { structuredQuery: { from: [{ collectionId: 'people' }], where } }

test.each([
  ['a get', `GET ${DOCUMENTS}/people/ada`, undefined],
  ['a query', `POST ${DOCUMENTS}:runQuery`, query],
])('what %s has made is free with its answer, and waits for no collection of the old', async (_name, line, body) => {
  await using server = await TestServer.start({ mode: 'dev' })
  using client = await FrugalClient.connect(server.port)
  await client.ask(`PATCH ${DOCUMENTS}/people/ada`, { fields })
  const askAll = async (): Promise<void> => {
    for (let count = 0; count < REQUESTS; count++) expect(await client.ask(line, body)).toContain('Ada')
  }
  await askAll()
  const before = keptBytes()
  await askAll()
  expect((keptBytes() - before) / REQUESTS).toBeLessThan(LEFT_BYTES_MAX)
})

/** Asks one after the other on one connection. Node's own client would leave more behind than the server does. */
class FrugalClient implements Disposable {
  readonly #socket: Socket
  #answer = ''
  #resolve: ((answer: string) => void) | undefined

  private constructor(socket: Socket) {
    this.#socket = socket.setEncoding('utf8').on('data', (text: string) => {
      this.#answer += text
      // A document, or a list of them.
      if (/[\]}]\n?$/.test(this.#answer)) this.#resolve?.(this.#answer)
    })
  }

  static async connect(port: number): Promise<FrugalClient> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new FrugalClient(socket)
  }

  ask(line: string, body: unknown): Promise<string> {
    this.#answer = ''
    const content = body === undefined ? '' : JSON.stringify(body)
    const headers = ['host: localhost', 'authorization: Bearer owner', `content-length: ${content.length}`]
    this.#socket.write([`${line} HTTP/1.1`, ...headers, '', content].join('\r\n'))
    return new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  [Symbol.dispose](): void {
    this.#socket.destroy()
  }
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void

/** What collections of the young have left. */
function keptBytes(): number {
  for (let round = 0; round < 3; round++) collect({ type: 'minor' })
  return getHeapStatistics().used_heap_size
}
