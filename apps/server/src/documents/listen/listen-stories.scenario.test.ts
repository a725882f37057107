import type { Mutation, Order, Query, Value } from '@hearth/model'
import { StatusError } from '@hearth/model'
import { afterEach, expect, test } from 'vitest'
import type { Caller } from '../../access/caller.ts'
import { permissionDenied } from '../../access/permission-denied.ts'
import type { ProjectStore } from '../../persistence/persistence.ts'
import { DocumentsWorld, type DocumentsWorldOptions, query, set, valueOf } from '../../testing/documents-world.ts'
import type { ListenEvent, ListenSession, Target } from '../documents.ts'

const worlds: DocumentsWorld[] = []

afterEach(async () => {
  for (const world of worlds.splice(0)) await world[Symbol.asyncDispose]()
})

/** One client's experience, step by step; what it is told is written as text, such as `change c/1 +1,2 -3`. */
class Story {
  readonly #world: DocumentsWorld
  readonly #caller: Caller
  #session: ListenSession
  #told: string[] = []
  #notify: () => void = () => undefined
  #token = new Uint8Array(0)

  private constructor(world: DocumentsWorld, caller: Caller) {
    this.#world = world
    this.#caller = caller
    this.#session = this.#connect()
  }

  static async begin(
    options: DocumentsWorldOptions = {},
    caller: Caller = { kind: 'admin', project: 'demo-app' },
  ): Promise<Story> {
    const world = await DocumentsWorld.open(options)
    worlds.push(world)
    return new Story(world, caller)
  }

  async commits(...mutations: Mutation[]): Promise<this> {
    await this.#world.commit(...mutations)
    return this
  }

  async deletes(path: string): Promise<this> {
    return await this.commits({ kind: 'delete', path, precondition: { kind: 'none' } })
  }

  listens(targetId: number, asked: Query, more: Partial<Target> = {}): this {
    this.#session.addTarget({ targetId, what: { kind: 'query', query: asked }, ...more })
    return this
  }

  watches(targetId: number, ...paths: string[]): this {
    this.#session.addTarget({ targetId, what: { kind: 'documents', paths } })
    return this
  }

  /** With the resume token of the last snapshot. */
  resumes(targetId: number, what: Target['what'], expectedCount?: number): this {
    const resume = { kind: 'token', token: this.#token } as const
    this.#session.addTarget({ targetId, what, resume, ...(expectedCount !== undefined && { expectedCount }) })
    return this
  }

  unlistens(targetId: number): this {
    this.#session.removeTarget(targetId)
    return this
  }

  pauses(): this {
    this.#session.pause()
    return this
  }

  goesOn(): this {
    this.#session.resume()
    return this
  }

  async isCutOff(): Promise<this> {
    this.#session.close()
    await this.hearsNothing()
    return this
  }

  comesBack(): this {
    this.#session = this.#connect()
    return this
  }

  /** Exactly these, in this order, since the last time. */
  async hears(...expected: string[]): Promise<this> {
    while (this.#told.length < expected.length) {
      await new Promise<void>((resolve) => {
        this.#notify = resolve
      })
    }
    const heard = this.#told.splice(0, expected.length)
    expect(heard).toEqual(expected)
    return this
  }

  /** This, whatever comes before it. */
  async hearsAfterAll(expected: string): Promise<this> {
    while (!this.#told.includes(expected)) {
      await new Promise<void>((resolve) => {
        this.#notify = resolve
      })
    }
    this.#told.splice(0, this.#told.indexOf(expected) + 1)
    return this
  }

  /** Of the document that a target was last told of. */
  fieldsTold(targetId: number): string[] {
    return this.#fieldsTold.get(targetId) ?? []
  }

  /** Whatever is on its way had the time to come. */
  async hearsNothing(): Promise<this> {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    await this.#world.set('elsewhere/entirely', { turn: this.#turn++ })
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(this.#told).toEqual([])
    return this
  }

  end(): void {
    this.#session.close()
  }

  #turn = 0
  readonly #fieldsTold = new Map<number, string[]>()

  #connect(): ListenSession {
    return this.#world.documents.listen(this.#caller, this.#world.at, (event) => {
      if (event.kind === 'snapshot') this.#token = Uint8Array.from(event.resumeToken)
      if (event.kind === 'change') {
        for (const id of event.targetIds) this.#fieldsTold.set(id, [...event.document.fields.keys()])
      }
      this.#told.push(told(event))
      this.#notify()
    })
  }
}

function told(event: ListenEvent): string {
  switch (event.kind) {
    case 'snapshot':
      return 'snapshot'
    case 'added':
    case 'current':
    case 'reset':
      return `${event.kind} ${event.targetId}`
    case 'removed':
      return `removed ${event.targetId}${codeOf(event.cause)}`
    case 'ended':
      return `ended${codeOf(event.cause)}`
    case 'filter':
      return `filter ${event.targetId} ${event.count}${event.unchangedNames === undefined ? '' : ' with names'}`
    case 'change':
      return `change ${event.document.path}${ids('+', event.targetIds)}${ids('-', event.removedTargetIds)}`
    case 'delete':
    case 'remove':
      return `${event.kind} ${event.path}${ids('-', event.removedTargetIds)}`
  }
}

function ids(sign: string, targetIds: readonly number[]): string {
  return targetIds.length === 0 ? '' : ` ${sign}${targetIds.toSorted((a, b) => a - b).join(',')}`
}

function codeOf(cause: Error | undefined): string {
  return cause instanceof StatusError ? ` ${cause.code}` : ''
}

function by(field: string, direction: Order['direction'] = 'ascending'): Order[] {
  return [{ field: [field], direction }]
}

const positive: Query = query('c', {
  filter: { kind: 'field', field: ['n'], op: '>', value: { kind: 'integer', value: 0n } },
})
const everything = { kind: 'query', query: query('c') } as const

test('a query: what is there, then each commit as one snapshot', async () => {
  const story = await Story.begin()
  await story.commits(set('c/1', { n: 1 }), set('c/2', { n: 2 }), set('d/1', {}))
  story.listens(1, query('c'))
  await story.hears('added 1', 'change c/1 +1', 'change c/2 +1', 'current 1', 'snapshot')
  await story.commits(set('c/3', {}), set('c/1', { n: 5 }), set('d/2', {}))
  await story.hears('change c/3 +1', 'change c/1 +1', 'snapshot')
  await story.deletes('c/2')
  await story.hears('delete c/2 -1', 'snapshot')
  await story.commits(set('d/1', { other: true }))
  await story.hearsNothing()
  story.end()
})

test('a query that finds nothing is current all the same', async () => {
  const story = await Story.begin()
  story.listens(7, query('c'))
  await story.hears('added 7', 'current 7', 'snapshot')
  story.end()
})

test('a filter: documents come in and leave, with their new data when there is any', async () => {
  const story = await Story.begin()
  await story.commits(set('c/1', { n: 1 }), set('c/2', { n: -1 }), set('c/3', {}))
  story.listens(1, positive)
  await story.hears('added 1', 'change c/1 +1', 'current 1', 'snapshot')
  await story.commits(set('c/1', { n: -1 }))
  await story.hears('change c/1 -1', 'snapshot')
  await story.commits(set('c/1', { n: -2 }), set('c/3', { n: 0 }))
  await story.hearsNothing()
  await story.commits(set('c/2', { n: 4 }))
  await story.hears('change c/2 +1', 'snapshot')
  await story.deletes('c/2')
  await story.hears('delete c/2 -1', 'snapshot')
  story.end()
})

test('several targets: each document is told once, and one snapshot speaks for all', async () => {
  const story = await Story.begin()
  await story.commits(set('c/1', { n: 1 }))
  story.listens(1, query('c'))
  await story.hears('added 1', 'change c/1 +1', 'current 1', 'snapshot')
  story.listens(2, positive)
  await story.hears('added 2', 'change c/1 +2', 'current 2', 'snapshot')
  story.watches(3, 'c/1')
  await story.hears('added 3', 'change c/1 +3', 'current 3', 'snapshot')
  await story.commits(set('c/1', { n: 0 }))
  await story.hears('change c/1 +1,3 -2', 'snapshot')
  await story.deletes('c/1')
  await story.hears('delete c/1 -1,3', 'snapshot')
  story.end()
})

test('targets that select different fields: each is told of its own', async () => {
  const story = await Story.begin()
  await story.commits(set('c/1', { n: 1, text: 'all' }))
  const selected = query('c', { select: [['n']] })
  story.listens(1, query('c'))
  await story.hears('added 1', 'change c/1 +1', 'current 1', 'snapshot')
  story.listens(2, selected)
  await story.hears('added 2', 'change c/1 +2', 'current 2', 'snapshot')
  story.listens(3, query('c', { select: [['n']], filter: positive.filter }))
  await story.hears('added 3', 'change c/1 +3', 'current 3', 'snapshot')
  await story.commits(set('c/1', { n: 2, text: 'still all' }))
  await story.hears('change c/1 +1', 'change c/1 +2,3', 'snapshot')
  await story.commits(set('c/1', { n: 0, text: 'still all' }))
  await story.hears('change c/1 +1', 'change c/1 +2 -3', 'snapshot')
  expect(story.fieldsTold(1)).toEqual(['n', 'text'])
  expect(story.fieldsTold(2)).toEqual(['n'])
  await story.deletes('c/1')
  await story.hears('delete c/1 -1,2', 'snapshot')
  story.end()
})

test('documents by name: a missing one is current without a message', async () => {
  const story = await Story.begin()
  story.watches(1, 'c/1', 'c/2')
  await story.hears('added 1', 'current 1', 'snapshot')
  await story.commits(set('c/2', {}), set('c/3', {}))
  await story.hears('change c/2 +1', 'snapshot')
  await story.deletes('c/2')
  await story.hears('delete c/2 -1', 'snapshot')
  story.end()
})

test('a limit: those pushed out are removed, and the next ones come in with the same snapshot', async () => {
  const story = await Story.begin()
  await story.commits(...[1, 2, 3, 4, 5, 6].map((n) => set(`c/${n}`, { n })))
  story.listens(1, query('c', { orderBy: by('n'), limit: 2 }))
  await story.hears('added 1', 'change c/1 +1', 'change c/2 +1', 'current 1', 'snapshot')
  await story.commits(set('c/0', { n: 0 }))
  await story.hears('remove c/2 -1', 'change c/0 +1', 'snapshot')
  await story.deletes('c/0')
  await story.hears('delete c/0 -1', 'change c/2 +1', 'snapshot')
  await story.commits(set('c/1', { n: 9 }))
  await story.hears('change c/1 -1', 'change c/3 +1', 'snapshot')
  await story.commits(set('c/6', { n: 7 }))
  await story.hearsNothing()
  story.end()
})

test('a limit: the window is filled from the store when it runs short', async () => {
  const story = await Story.begin()
  await story.commits(...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => set(`c/${n}`, { n })))
  story.listens(1, query('c', { orderBy: by('n'), limit: 2 }))
  await story.hears('added 1', 'change c/1 +1', 'change c/2 +1', 'current 1', 'snapshot')
  await story.commits(
    ...[1, 2, 3, 4, 5].map((n): Mutation => ({ kind: 'delete', path: `c/${n}`, precondition: { kind: 'none' } })),
  )
  await story.hears('delete c/1 -1', 'delete c/2 -1', 'change c/6 +1', 'change c/7 +1', 'snapshot')
  story.end()
})

test('a limit from the end, with a cursor and an offset', async () => {
  const story = await Story.begin()
  await story.commits(...[1, 2, 3, 4].map((n) => set(`c/${n}`, { n })))
  const startAt = { values: [valueOf(4)], before: false }
  story.listens(1, query('c', { orderBy: by('n', 'descending'), startAt, offset: 1, limit: 1 }))
  await story.hears('added 1', 'change c/2 +1', 'current 1', 'snapshot')
  await story.deletes('c/3')
  await story.hears('remove c/2 -1', 'change c/1 +1', 'snapshot')
  await story.commits(set('c/9', { n: 9 }))
  await story.hearsNothing()
  story.end()
})

test('a collection group hears of every collection of that id', async () => {
  const story = await Story.begin()
  story.listens(1, query('c', { allDescendants: true }))
  await story.hears('added 1', 'current 1', 'snapshot')
  await story.commits(set('c/1', {}), set('x/1/c/1', {}), set('x/1/d/1', {}))
  await story.hears('change c/1 +1', 'change x/1/c/1 +1', 'snapshot')
  story.end()
})

test('an `or` and an array: found by whatever leads to them', async () => {
  const story = await Story.begin()
  const tag = { kind: 'field', field: ['tags'], op: 'array-contains', value: valueOf('x') } as const
  const state = { kind: 'field', field: ['state'], op: '==', value: valueOf('open') } as const
  story.listens(1, query('c', { filter: { kind: 'or', filters: [tag, state] } }))
  await story.hears('added 1', 'current 1', 'snapshot')
  story.listens(2, query('c', { filter: tag }))
  await story.hears('added 2', 'current 2', 'snapshot')
  await story.commits(set('c/1', { tags: ['x'] }), set('c/2', { state: 'open' }))
  await story.hears('change c/1 +1,2', 'change c/2 +1', 'snapshot')
  await story.commits(set('c/1', { state: 'open' }))
  await story.hears('change c/1 +1 -2', 'snapshot')
  story.end()
})

test('unlisten is answered once, whether the target was live, joining, or never there', async () => {
  const story = await Story.begin()
  await story.commits(set('c/1', {}))
  story.listens(1, query('c'))
  await story.hears('added 1', 'change c/1 +1', 'current 1', 'snapshot')
  story.unlistens(1)
  await story.hears('removed 1')
  await story.commits(set('c/2', {}))
  await story.hearsNothing()
  story.listens(2, query('c')).unlistens(2)
  await story.hears('added 2', 'removed 2')
  story.unlistens(9)
  await story.hears('removed 9')
  await story.hearsNothing()
  story.end()
})

test('a target id may be used again after it was removed', async () => {
  const story = await Story.begin()
  await story.commits(set('c/1', {}), set('d/1', {}))
  story.listens(1, query('c')).unlistens(1).listens(1, query('d'))
  await story.hears('added 1', 'removed 1', 'added 1', 'change d/1 +1', 'current 1', 'snapshot')
  await story.commits(set('c/1', { n: 1 }), set('d/1', { n: 1 }))
  await story.hears('change d/1 +1', 'snapshot')
  story.end()
})

test('`once` ends the target when it is current', async () => {
  const story = await Story.begin()
  await story.commits(set('c/1', {}))
  story.listens(1, query('c'), { once: true })
  await story.hears('added 1', 'change c/1 +1', 'current 1', 'snapshot', 'removed 1')
  await story.commits(set('c/2', {}))
  await story.hearsNothing()
  story.end()
})

test('a refused target ends with the cause, and the session lives on', async () => {
  const story = await Story.begin({
    authorize: (_caller, request) => {
      if (request.operation === 'list' && request.service === 'documents' && request.query.collectionId === 'secret')
        throw permissionDenied()
      if (request.operation === 'get' && request.service === 'documents' && request.path === 'secret/1')
        throw permissionDenied()
    },
  })
  story.listens(1, query('secret'))
  await story.hears('removed 1 permission-denied')
  story.watches(2, 'c/1', 'secret/1')
  await story.hears('removed 2 permission-denied')
  story.listens(3, query('c', { filter: { kind: 'field', field: ['n'], op: 'in', value: valueOf([]) } }))
  await story.hears('removed 3 invalid-argument')
  story.listens(4, { parent: '', allDescendants: true, orderBy: [], offset: 0 })
  await story.hears('removed 4 invalid-argument')
  story.watches(5, 'not-a-document')
  await story.hears('removed 5 invalid-argument')
  story.listens(6, query('c'))
  await story.hears('added 6', 'current 6', 'snapshot')
  story.end()
})

test('a document is judged as it is told, and not as it was a moment before', async () => {
  const asked: string[] = []
  let judged = Promise.withResolvers<void>()
  const visitor: Caller = { kind: 'visitor' }
  const story = await Story.begin(
    {
      authorize: async (caller, request) => {
        if (caller.kind !== 'visitor' || request.service !== 'documents' || request.operation === 'list') return
        const isSecret = request.before?.fields.has('secret') === true
        asked.push(isSecret ? 'secret' : 'public')
        // Whoever reads documents to judge this one takes a while.
        if (asked.length === 1) await judged.promise
        if (isSecret) throw permissionDenied()
      },
    },
    visitor,
  )
  await story.commits(set('c/1', { public: true }))
  story.watches(1, 'c/1')
  await expect.poll(() => asked).toEqual(['public'])
  await story.commits(set('c/1', { secret: true }))
  judged.resolve()
  await story.hearsAfterAll('removed 1 permission-denied')
  expect(story.fieldsTold(1)).not.toContain('secret')

  await story.commits(set('c/2', { public: true }))
  story.watches(2, 'c/2')
  await story.hearsAfterAll('change c/2 +2')
  asked.splice(0)
  judged = Promise.withResolvers()
  await story.commits(set('c/2', { public: false }))
  await expect.poll(() => asked).toEqual(['public'])
  await story.commits(set('c/2', { secret: true }))
  judged.resolve()
  await story.hearsAfterAll('removed 2 permission-denied')
  expect(story.fieldsTold(2)).not.toContain('secret')
  story.end()
})

test('a session ends when the token of its caller expires', async () => {
  const expiresAt = Math.ceil(Date.now() / 1000) + 1
  // The clock stands still, so however long the world takes to open, a second of the token is left.
  const clock = { nowMs: () => (expiresAt - 1) * 1000 }
  const story = await Story.begin(
    { clock },
    { kind: 'user', project: 'demo-app', uid: 'ada', claims: {}, authTime: 0, expiresAt },
  )
  story.listens(1, query('c'))
  await story.hears('added 1', 'current 1', 'snapshot', 'ended unauthenticated')
  await story.commits(set('c/1', {}))
  await story.hearsNothing()
})

test('a token brings only what changed, with what left, and a filter for the client to compare', async () => {
  const story = await Story.begin()
  await story.commits(...[1, 2, 3, 4].map((n) => set(`c/${n}`, { n })))
  story.listens(1, positive)
  await story.hears(
    'added 1',
    'change c/1 +1',
    'change c/2 +1',
    'change c/3 +1',
    'change c/4 +1',
    'current 1',
    'snapshot',
  )
  await story.isCutOff()
  await story.commits(set('c/2', { n: 7 }), set('c/3', { n: -1 }), set('c/5', { n: 5 }), set('c/6', { n: -6 }))
  await story.deletes('c/4')
  story.comesBack().resumes(1, { kind: 'query', query: positive }, 4)
  await story.hears(
    'added 1',
    'change c/2 +1',
    'change c/5 +1',
    'change c/3 -1',
    'delete c/4 -1',
    'filter 1 3 with names',
    'current 1',
    'snapshot',
  )
  await story.isCutOff()
  story.comesBack().resumes(1, { kind: 'query', query: positive })
  await story.hears('added 1', 'current 1', 'snapshot')
  story.end()
})

test('a token of a limit brings what entered and what left the window', async () => {
  const story = await Story.begin()
  await story.commits(...[1, 2, 3, 4].map((n) => set(`c/${n}`, { n })))
  const asked = query('c', { orderBy: by('n'), limit: 3 })
  story.listens(1, asked)
  await story.hears('added 1', 'change c/1 +1', 'change c/2 +1', 'change c/3 +1', 'current 1', 'snapshot')
  await story.isCutOff()
  await story.deletes('c/1')
  await story.commits(set('c/0', { n: 0 }), set('c/00', { n: 0 }))
  story.comesBack().resumes(1, { kind: 'query', query: asked }, 3)
  await story.hears(
    'added 1',
    'change c/0 +1',
    'change c/00 +1',
    'delete c/1 -1',
    'change c/3 -1',
    'filter 1 3 with names',
    'current 1',
    'snapshot',
  )
  story.end()
})

test('a token of documents by name brings what changed and what was deleted', async () => {
  const story = await Story.begin()
  await story.commits(set('c/1', {}), set('c/2', {}))
  const what = { kind: 'documents', paths: ['c/1', 'c/2', 'c/3'] } as const
  story.watches(1, ...what.paths)
  await story.hears('added 1', 'change c/1 +1', 'change c/2 +1', 'current 1', 'snapshot')
  await story.isCutOff()
  await story.deletes('c/1')
  await story.commits(set('c/3', {}))
  story.comesBack().resumes(1, what, 2)
  await story.hears('added 1', 'change c/3 +1', 'delete c/1 -1', 'filter 1 2 with names', 'current 1', 'snapshot')
  story.end()
})

test('a token that means nothing here begins anew, after a reset', async () => {
  const story = await Story.begin()
  await story.commits(set('c/1', {}))
  const token = new TextEncoder().encode('from another server')
  story.listens(1, query('c'), { resume: { kind: 'token', token } })
  await story.hears('added 1', 'reset 1', 'change c/1 +1', 'current 1', 'snapshot')
  story.end()
})

test('a token of a limit whose result was too large to be compared begins anew, after a reset', async () => {
  const story = await Story.begin()
  const text = 'x'.repeat(1_000_000)
  for (const half of [0, 1]) {
    await story.commits(...Array.from({ length: 34 }, (_, i) => set(`c/${half}-${i}`, { n: i, text })))
  }
  story.watches(9, 'x/1')
  await story.hears('added 9', 'current 9', 'snapshot')
  await story.isCutOff()
  for (const half of [0, 1]) {
    await story.commits(...Array.from({ length: 34 }, (_, i) => set(`c/${half}-${i}`, {})))
  }
  await story.commits(set('c/last', { n: 1 }))
  const asked = query('c', { orderBy: by('n'), limit: 100 })
  story.comesBack().resumes(1, { kind: 'query', query: asked })
  await story.hears('added 1', 'reset 1', 'change c/last +1', 'current 1', 'snapshot')
  story.end()
})

test('what is committed while a target is being read is neither missed nor told twice', async () => {
  let isHeld = false
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: reading, resolve: isReading } = Promise.withResolvers<void>()
  const holdReads = (store: ProjectStore): ProjectStore => ({
    read: (work) =>
      store.read(async (snapshot) => {
        if (isHeld) {
          isReading()
          await released
        }
        return await work(snapshot)
      }),
    getDocuments: (keys) => store.getDocuments(keys),
    getRecord: (space, key) => store.getRecord(space, key),
    documentCount: () => store.documentCount(),
    get isReady() {
      return store.isReady
    },
    lastVersion: () => store.lastVersion(),
    commit: (batch) => store.commit(batch),
    latched: store.latched,
  })
  const story = await Story.begin({ wrapStore: holdReads })
  await story.commits(set('c/1', { n: 1 }), set('c/2', { n: 2 }))
  story.watches(9, 'x/1')
  await story.hears('added 9', 'current 9', 'snapshot')
  isHeld = true
  story.listens(1, positive)
  await reading
  await story.commits(set('c/3', { n: 3 }))
  await story.deletes('c/2')
  await story.commits(set('c/1', { n: -1 }), set('x/1', {}))
  await story.hears('change x/1 +9', 'snapshot')
  isHeld = false
  release()
  await story.hears('added 1', 'change c/3 +1', 'current 1', 'snapshot')
  await story.commits(set('c/3', { n: 4 }))
  await story.hears('change c/3 +1', 'snapshot')
  story.end()
})

test('a client that reads slowly is caught up with what became of everything, not with every step', async () => {
  const story = await Story.begin()
  await story.commits(set('c/0', { n: 0 }))
  story.listens(1, query('c'))
  await story.hears('added 1', 'change c/0 +1', 'current 1', 'snapshot')
  story.pauses()
  await story.commits(set('c/0', { n: 1 }))
  await story.hearsNothing()
  story.goesOn()
  await story.hears('change c/0 +1', 'snapshot')

  story.pauses()
  for (let n = 0; n < 12; n++) await story.commits(set('c/large', { n, text: 'x'.repeat(1_000_000) }))
  await story.deletes('c/0')
  await story.hearsNothing()
  story.goesOn()
  await story.hears('change c/large +1', 'delete c/0 -1', 'current 1', 'snapshot')
  await story.commits(set('c/9', {}))
  await story.hears('change c/9 +1', 'snapshot')
  story.end()
})

/** A client that takes one document and then waits until it is asked to go on; it keeps the view that the protocol promises. */
class SlowClient {
  readonly view = new Map<string, bigint>()
  /** Kinds of what it was told, changes aside. */
  readonly told: string[] = []
  readonly #session: ListenSession

  constructor(world: DocumentsWorld) {
    this.#session = world.documents.listen(world.caller, world.at, (event) => {
      if (event.kind === 'change') {
        if (event.targetIds.length === 0) this.view.delete(event.document.path)
        else this.view.set(event.document.path, integer(event.document.fields.get('n')))
        this.#session.pause()
      } else if (event.kind === 'delete') this.view.delete(event.path)
      else if (event.kind === 'reset') this.view.clear()
      if (event.kind !== 'change' && event.kind !== 'delete') this.told.push(event.kind)
    })
  }

  listens(asked: Query): void {
    this.#session.addTarget({ targetId: 1, what: { kind: 'query', query: asked } })
  }

  watches(...paths: string[]): void {
    this.#session.addTarget({ targetId: 1, what: { kind: 'documents', paths } })
  }

  goesOn(): void {
    this.#session.resume()
  }

  close(): void {
    this.#session.close()
  }
}

function integer(value: Value | undefined): bigint {
  return value?.kind === 'integer' ? value.value : -1n
}

const manyPaths = Array.from({ length: 60 }, (_, n) => `c/${String(n).padStart(2, '0')}`)

test.each<[string, (client: SlowClient) => void]>([
  ['a query', (client) => client.listens(query('c'))],
  ['a query with an order', (client) => client.listens(query('c', { orderBy: by('n', 'descending') }))],
  ['a query with a limit', (client) => client.listens(query('c', { limit: 1000 }))],
  ['documents by name', (client) => client.watches(...manyPaths, 'c/new')],
])('a large result is read as the client takes it, and ends as it is by then: %s', async (_, begin) => {
  const world = await DocumentsWorld.open()
  worlds.push(world)
  const text = 'x'.repeat(100_000)
  await world.commit(...manyPaths.map((path, n) => set(path, { n, text })))
  const client = new SlowClient(world)
  begin(client)
  await expect.poll(() => client.view.size).toBe(1)
  // It is slower than others write: more than is ever kept for a client.
  for (let n = 100; n < 112; n++) await world.set('c/59', { n, text: 'x'.repeat(1_000_000) })
  await world.delete('c/00')
  await world.set('c/new', { n: 7 })
  await world.delete('c/58')
  expect(client.view.size).toBe(1)
  expect(client.told).toEqual(['added'])
  await expect
    .poll(() => {
      client.goesOn()
      return client.told.at(-1)
    })
    .toBe('snapshot')
  const now = await world.documents.query(world.caller, world.at, query('c'))
  expect(client.view).toEqual(new Map(now.documents.map(({ path, fields }) => [path, integer(fields.get('n'))])))
  expect(client.told).toEqual(['added', 'current', 'snapshot'])
  client.close()
})

test('a large result that nobody wants any more is not told further, and the others have their snapshot', async () => {
  const world = await DocumentsWorld.open()
  worlds.push(world)
  await world.commit(...manyPaths.map((path, n) => set(path, { n, text: 'x'.repeat(100_000) })))
  const told: string[] = []
  const session = world.documents.listen(world.caller, world.at, (event) => {
    told.push(event.kind)
    if (event.kind === 'change') session.pause()
  })
  const hears = async (...kinds: string[]) => {
    await expect.poll(() => told.length).toBeGreaterThanOrEqual(kinds.length)
    expect(told.splice(0)).toEqual(kinds)
  }
  session.addTarget({ targetId: 9, what: { kind: 'documents', paths: ['x/1'] } })
  await hears('added', 'current', 'snapshot')
  session.addTarget({ targetId: 1, what: everything })
  await hears('added', 'change')
  session.removeTarget(1)
  session.resume()
  await hears('removed', 'snapshot')
  session.close()
})

test('a thousand sessions on one query hear of a change with one and the same document', async () => {
  const world = await DocumentsWorld.open()
  worlds.push(world)
  await world.set('c/1', { n: 0 })
  const heard = new Set<unknown>()
  let current = 0
  let snapshots = 0
  let isChanged: (() => void) | undefined
  const sessions = Array.from({ length: 1000 }, () =>
    world.documents.listen(world.caller, world.at, (event) => {
      if (event.kind === 'current') current++
      if (current < 1000) return
      if (event.kind === 'change') heard.add(event.document)
      if (event.kind === 'snapshot' && heard.size > 0 && ++snapshots === 1000) isChanged?.()
    }),
  )
  for (const session of sessions) session.addTarget({ targetId: 1, what: everything })
  await expect.poll(() => current).toBe(1000)
  heard.clear()
  const changed = new Promise<void>((resolve) => {
    isChanged = resolve
  })
  await world.set('c/1', { n: 1 })
  await changed
  expect(heard.size).toBe(1)
  for (const session of sessions) session.close()
})
