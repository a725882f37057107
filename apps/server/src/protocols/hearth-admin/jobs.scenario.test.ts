import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerJob, ServerJobProblem } from '@hearth/api'
import { expect, test } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { setTeam } from '../../testing/set-team.ts'
import { TestServer } from '../../testing/test-server.ts'

const PROJECT = 'shop-app'
const ROOT = `projects/${PROJECT}/databases/(default)/documents`

/** A project of its own with a team, and what is asked about jobs there. */
class Shop implements AsyncDisposable {
  readonly server: TestServer
  readonly owner: ConsoleAccount
  readonly #token: string

  private constructor(server: TestServer, owner: ConsoleAccount, token: string) {
    this.server = server
    this.owner = owner
    this.#token = token
  }

  static async open(options: Parameters<typeof TestServer.start>[0] = {}): Promise<Shop> {
    const server = await TestServer.start({ settings: { HEARTH_SIGN_UP: 'anyone' }, ...options })
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject(PROJECT)
    return new Shop(server, owner, await owner.operatorToken(PROJECT))
  }

  async #rest<Answer>(method: string, body: object): Promise<Answer> {
    const answer = await fetch(`${this.server.origin}/v1/${ROOT}:${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    return (await answer.json()) as Answer
  }

  async fill(collection: string, count: number): Promise<void> {
    for (let at = 0; at < count; at += 500) {
      const ids = Array.from({ length: Math.min(500, count - at) }, (_, n) => at + n)
      const writes = ids.map((n) => ({
        update: { name: `${ROOT}/${collection}/${n}`, fields: { n: { integerValue: `${n}` } } },
      }))
      await this.#rest('batchWrite', { writes })
    }
  }

  /** By path. */
  async documents(): Promise<Record<string, unknown>> {
    const query = { structuredQuery: { from: [{ allDescendants: true }] } }
    const rows = await this.#rest<{ document?: { name: string; fields?: unknown } }[]>('runQuery', query)
    return Object.fromEntries(
      rows.flatMap(({ document }) => (document ? [[document.name.slice(ROOT.length + 1), document.fields]] : [])),
    )
  }

  async ask<Answer>(who: ConsoleAccount, method: string, path: string, body?: object): Promise<[number, Answer]> {
    const answer = await who.call(method, `/projects/${PROJECT}/jobs${path}`, body)
    return [answer.status, (await answer.json()) as Answer]
  }

  async start(order: object, who = this.owner): Promise<ServerJob> {
    const [status, { job }] = await this.ask<{ job: ServerJob }>(who, 'POST', '', order)
    expect(status).toBe(202)
    return job
  }

  async find({ id }: ServerJob): Promise<{ job: ServerJob; log: { what: string }[]; problems: ServerJobProblem[] }> {
    return (await this.ask<Awaited<ReturnType<Shop['find']>>>(this.owner, 'GET', `/${id}`))[1]
  }

  /** The job as it is when it is over. */
  async ended(job: ServerJob): Promise<ServerJob> {
    const isOver = async () => (await this.find(job)).job.endedAt !== null
    await expect.poll(isOver, { timeout: 20_000 }).toBe(true)
    return (await this.find(job)).job
  }

  async result({ id }: ServerJob): Promise<Response> {
    const [status, { address }] = await this.ask<{ address: string }>(this.owner, 'POST', `/${id}/result`)
    expect(status).toBe(200)
    return await fetch(this.server.origin + address)
  }

  async import(order: object, lines: readonly object[]): Promise<ServerJob> {
    const job = await this.start({ kind: 'import', collection: 'c', file: 'c.jsonl', ...order })
    for (let from = 0; from < lines.length; from += 1_000) {
      const body = { from, lines: lines.slice(from, from + 1_000) }
      expect((await this.ask(this.owner, 'POST', `/${job.id}/lines`, body))[0]).toBe(200)
    }
    expect((await this.ask(this.owner, 'POST', `/${job.id}/begin`))[0]).toBe(202)
    return await this.ended(job)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]()
  }
}

function linesOf(count: number, from = 0) {
  return Array.from({ length: count }, (_, n) => ({
    line: from + n + 1,
    path: `c/${from + n}`,
    fields: { n: { integerValue: `${from + n}` } },
  }))
}

test('an export writes all documents of one moment, which are downloaded later and imported elsewhere as they were', async () => {
  await using shop = await Shop.open()
  await shop.fill('orders', 2_500)
  await shop.fill('orders/7/items', 3)
  await shop.fill('ordersOther', 1)
  const order = { kind: 'export', collection: 'orders', scope: 'below' }
  const job = await shop.ended(await shop.start(order))
  expect(job).toMatchObject({ status: 'done', done: 2_503, total: 2_503, failures: 0, canResume: false })
  const answer = await shop.result(job)
  expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''orders.jsonl")
  const lines = (await answer.text()).trimEnd().split('\n')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    format: 'hearth-documents',
    project: PROJECT,
    collection: 'orders',
  })
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ end: true, documents: 2_503 })
  const exported = lines.slice(1, -1).map((line) => JSON.parse(line) as { path: string; fields: unknown })
  const { 'ordersOther/0': _, ...before } = await shop.documents()
  expect(Object.fromEntries(exported.map(({ path, fields }) => [path, fields]))).toEqual(before)
})

test('a query is exported in its order and with its limit, also as a table', async () => {
  await using shop = await Shop.open()
  await shop.fill('c', 1_200)
  const query = {
    from: [{ collectionId: 'c' }],
    where: { fieldFilter: { field: { fieldPath: 'n' }, op: 'LESS_THAN', value: { integerValue: '1150' } } },
    orderBy: [{ field: { fieldPath: 'n' }, direction: 'DESCENDING' }],
    limit: 1_100,
  }
  const order = { kind: 'export', collection: 'c', scope: 'query', query, format: 'csv' }
  const job = await shop.ended(await shop.start(order))
  const rows = (await (await shop.result(job)).text()).trimEnd().split('\r\n')
  expect([job.done, rows.length, rows[0], rows[1], rows.at(-1)]).toEqual([
    1_100,
    1_101,
    'path,n',
    'c/1149,1149',
    'c/50,50',
  ])
  for (const wrong of [{ from: [{ collectionId: 'd' }] }, { ...query, offset: 3 }, { nonsense: 1 }, undefined]) {
    const [status] = await shop.ask(shop.owner, 'POST', '', { ...order, query: wrong })
    expect([status, wrong]).toEqual([400, wrong])
  }
})

test('an import writes what it was sent once, keeps what is there, tells what was refused, and tries that again', async () => {
  await using shop = await Shop.open()
  await shop.fill('c', 2)
  const wrong = [
    { line: 601, path: 'c/__bad__', fields: {} },
    { line: 602, path: 'c/odd', fields: { n: { integerValue: 'many' } } },
    { line: 603, problem: 'This line is no JSON.' },
  ]
  const job = await shop.import({}, [...linesOf(600), ...wrong])
  expect(job).toMatchObject({ status: 'done', done: 603, kept: 2, failures: 3, total: 603, canResume: true })
  const { problems } = await shop.find(job)
  expect(problems.map(({ line, code }) => [line, code])).toEqual([
    [603, undefined],
    [601, 'invalid-argument'],
    [602, 'invalid-argument'],
  ])
  const all = Object.fromEntries(linesOf(600).map(({ path, fields }) => [path, fields]))
  expect(await shop.documents()).toEqual(all)
  expect((await shop.ask(shop.owner, 'POST', `/${job.id}/resume`))[0]).toBe(202)
  expect(await shop.ended(job)).toMatchObject({ status: 'done', done: 603, kept: 2, failures: 3 })
  const values = Array.from({ length: 260_000 }, () => ({ nullValue: null }))
  const large = await shop.import({}, [{ line: 1, path: 'c/large', fields: { a: { arrayValue: { values } } } }])
  expect([large.failures, (await shop.find(large)).problems]).toEqual([
    1,
    [{ line: 1, message: 'A document has at most 100,000 values.' }],
  ])
  const overwriting = await shop.import({ clash: 'overwrite' }, [{ line: 1, path: 'c/0', fields: {} }])
  expect(overwriting).toMatchObject({ done: 1, kept: 0 })
  expect((await shop.documents())['c/0']).toEqual({})
})

test('lines that are sent again are taken once, and none may be missing', async () => {
  await using shop = await Shop.open()
  const job = await shop.start({ kind: 'import', file: 'c.jsonl' })
  const send = (from: number, count: number) =>
    shop.ask<{ lines: number }>(shop.owner, 'POST', `/${job.id}/lines`, { from, lines: linesOf(count, from) })
  expect(await send(0, 5)).toEqual([200, { lines: 5 }])
  expect(await send(3, 5)).toEqual([200, { lines: 8 }])
  expect(await send(0, 5)).toEqual([200, { lines: 8 }])
  expect((await send(9, 1))[0]).toBe(400)
  await shop.ask(shop.owner, 'POST', `/${job.id}/begin`)
  expect(await shop.ended(job)).toMatchObject({ done: 8, kept: 0 })
  expect((await send(8, 1))[0]).toBe(400)
  expect(Object.keys(await shop.documents())).toHaveLength(8)
})

test('nobody adds to what is written in the name of another', async () => {
  await using shop = await Shop.open()
  const nina = await ConsoleAccount.signUp(shop.server, 'nina@example.com')
  await setTeam(shop.server, PROJECT, shop.owner, { [nina.uid]: 'editor' })
  const job = await shop.start({ kind: 'import', file: 'c.jsonl' })
  const body = { from: 0, lines: linesOf(1) }
  expect((await shop.ask(nina, 'POST', `/${job.id}/lines`, body))[0]).toBe(400)
  expect((await shop.ask(nina, 'POST', `/${job.id}/begin`))[0]).toBe(400)
  expect(await shop.ask(shop.owner, 'POST', `/${job.id}/lines`, body)).toEqual([200, { lines: 1 }])
})

test('viewers export, editors import, strangers see nothing, and the audit log has it', async () => {
  await using shop = await Shop.open()
  const nina = await ConsoleAccount.signUp(shop.server, 'nina@example.com')
  const stranger = await ConsoleAccount.signUp(shop.server, 'stranger@example.com')
  await setTeam(shop.server, PROJECT, shop.owner, { [nina.uid]: 'viewer' })
  const exporting = { kind: 'export', collection: '', scope: 'below' }
  const own = await shop.ended(await shop.start(exporting, nina))
  const others = await shop.ended(await shop.start(exporting))
  expect((await shop.ask(nina, 'POST', '', { kind: 'import', file: 'x' }))[0]).toBe(403)
  expect((await shop.ask(nina, 'DELETE', `/${others.id}`))[0]).toBe(403)
  expect((await shop.ask(nina, 'POST', `/${others.id}/result`))[0]).toBe(200)
  for (const [method, path] of [
    ['GET', ''],
    ['GET', `/${own.id}`],
    ['POST', `/${own.id}/result`],
  ] as const) {
    expect((await shop.ask(stranger, method, path))[0]).toBe(403)
  }
  expect((await shop.ask(nina, 'DELETE', `/${own.id}`))[0]).toBe(200)
  expect((await shop.ask(nina, 'GET', `/${own.id}`))[0]).toBe(404)
  expect((await fetch(`${shop.server.origin}/hearth/job-results/x.jsonl?ticket=guess`)).status).toBe(404)
  const answer = await shop.owner.call('GET', `/projects/${PROJECT}/audit?action=documents.export`)
  const { entries } = (await answer.json()) as { entries: { actor: { uid: string }; detail: { state: string } }[] }
  expect(entries.map(({ actor, detail }) => [actor.uid, detail.state])).toEqual([
    [shop.owner.uid, 'done'],
    [shop.owner.uid, 'begun'],
    [nina.uid, 'done'],
    [nina.uid, 'begun'],
  ])
})

test('a backup has nothing of jobs', async () => {
  await using shop = await Shop.open()
  await shop.fill('c', 3)
  const job = await shop.ended(await shop.start({ kind: 'export', collection: 'c', scope: 'collection' }))
  const made = (await (await shop.owner.call('POST', `/projects/${PROJECT}/backups`)).json()) as {
    job: { backup: string }
  }
  const backups = join(shop.server.dataFolder, 'backups', PROJECT)
  await expect.poll(async () => await readdir(backups)).toEqual([made.job.backup])
  const files = await readdir(join(backups, made.job.backup))
  expect(files.toSorted()).toEqual(['contents', 'manifest.json', 'store.sqlite'])
  expect((await shop.find(job)).job.status).toBe('done')
})
