import type { Mutation, Version } from '@hearth/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Caller } from '../../access/caller.ts'
import { by, DocumentsWorld, query, set, withReads } from '../../testing/documents-world.ts'
import { ListenClient } from '../../testing/listen-client.ts'
import type { Documents, ListenEvent, Target } from '../documents.ts'

const RULES = `rules_version = '2';
service cloud.firestore { match /databases/{database}/documents {
  match /rooms/{room}/messages/{id} {
    allow read: if exists(/databases/$(database)/documents/rooms/$(room)/members/$(request.auth.uid));
  }
  match /notes/{id} {
    allow get: if get(/databases/$(database)/documents/folders/$(resource.data.folder)).data.owner == request.auth.uid;
  }
} }`

const users = ['ada', 'grace'] as const
const rooms = ['0', '1'] as const
const folders = ['own', 'shared'] as const
type User = (typeof users)[number]

/** What somebody listens to, and which right that takes. Each story has documents of its own. */
function listenedIn(story: string): readonly { readonly right: string; readonly what: Target['what'] }[] {
  const ofRooms = rooms.flatMap((right) => {
    const path = `rooms/${story}-${right}/messages`
    const first = { orderBy: [by('n', 'descending')], limit: 2 }
    return [query(path), query(path, first)].map((asked) => ({ right, what: { kind: 'query', query: asked } as const }))
  })
  return [...ofRooms, { right: 'note', what: { kind: 'documents', paths: [`notes/${story}`] } }]
}

const user = fc.constantFrom(...users)
const room = fc.constantFrom(...rooms)
const folder = fc.constantFrom(...folders)
const id = fc.constantFrom('a', 'b', 'c')
const step = fc.oneof(
  fc.record({ kind: fc.constant('join'), user, room }),
  fc.record({ kind: fc.constantFrom('leave', 'leave and write'), user, room }),
  fc.record({ kind: fc.constantFrom('write', 'drop'), room, id }),
  fc.record({ kind: fc.constant('give'), folder, user }),
  fc.record({ kind: fc.constant('move'), folder }),
  fc.record({ kind: fc.constantFrom('listen', 'pause', 'resume'), user }),
  fc.record({ kind: fc.constant('wait') }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Who might read what since when, as the commits have it. */
class Rights {
  readonly members = new Set<string>()
  readonly owners = new Map<string, User>()
  folder: string = folders[0]
  readonly #known = new Map<string, { at: Version; has: boolean }[]>()

  has(who: User, right: string): boolean {
    return right === 'note' ? this.owners.get(this.folder) === who : this.members.has(`${right}/${who}`)
  }

  /** Of a commit that is under way nobody knows when it counts. */
  note(at: Version): void {
    for (const who of users) {
      for (const right of [...rooms, 'note']) {
        const known = this.#of(who, right)
        const last = known.at(-1)
        if (last?.at === Infinity) last.at = at
        else known.push({ at, has: this.has(who, right) })
      }
    }
  }

  /** Whether somebody had a right at a time or later. */
  hadSince(who: User, right: string, time: Version): boolean {
    const known = this.#of(who, right)
    const then = known.findLastIndex(({ at }) => at <= time)
    return known.slice(Math.max(0, then)).some(({ has }) => has)
  }

  #of(who: User, right: string) {
    const key = `${right}/${who}`
    const known = this.#known.get(key) ?? []
    this.#known.set(key, known)
    return known
  }
}

class Story {
  readonly #world: DocumentsWorld
  readonly #name: string
  readonly #listened: ReturnType<typeof listenedIn>
  readonly #rights = new Rights()
  readonly #clients = new Map<User, ListenClient>()
  /** The target that listens to each of `listened`, by user. */
  readonly #targets = new Map<User, number[]>()
  readonly #findings: string[] = []
  #n = 0
  #nextTarget = 1

  constructor(world: DocumentsWorld, name: string) {
    this.#world = world
    this.#name = name
    this.#listened = listenedIn(name)
    for (const who of users) {
      const caller: Caller = {
        kind: 'user',
        project: world.at.project,
        uid: who,
        claims: {},
        authTime: 0,
        expiresAt: 4e9,
      }
      const documents: Pick<Documents, 'listen'> = {
        listen: (asking, at, emit) =>
          world.documents.listen(asking, at, (event) => {
            this.#check(who, event)
            emit(event)
          }),
      }
      this.#clients.set(who, new ListenClient(documents as Documents, caller, world.at))
      this.#targets.set(who, [])
    }
  }

  async begin(): Promise<void> {
    for (const one of folders) this.#rights.owners.set(one, 'ada')
    const owned = folders.map((one) => set(`folders/${this.#name}-${one}`, { owner: 'ada' }))
    const messages = rooms.map((one) => set(`${this.#room(one)}/messages/a`, { n: this.#n++ }))
    await this.#commit(...owned, ...messages, set(this.#note, { folder: `${this.#name}-${this.#rights.folder}`, n: 0 }))
  }

  async take(taken: Step): Promise<void> {
    const { members, owners } = this.#rights
    switch (taken.kind) {
      case 'join': {
        members.add(`${taken.room}/${taken.user}`)
        return await this.#commit(set(`${this.#room(taken.room)}/members/${taken.user}`, { n: this.#n++ }))
      }
      case 'leave':
      case 'leave and write': {
        members.delete(`${taken.room}/${taken.user}`)
        const path = `${this.#room(taken.room)}/members/${taken.user}`
        const leave: Mutation = { kind: 'delete', path, precondition: { kind: 'none' } }
        const more = taken.kind === 'leave' ? [] : [set(`${this.#room(taken.room)}/messages/b`, { n: this.#n++ })]
        return await this.#commit(leave, ...more)
      }
      case 'write':
        return await this.#commit(set(`${this.#room(taken.room)}/messages/${taken.id}`, { n: this.#n++ }))
      case 'drop': {
        const path = `${this.#room(taken.room)}/messages/${taken.id}`
        return await this.#commit({ kind: 'delete', path, precondition: { kind: 'none' } })
      }
      case 'give': {
        owners.set(taken.folder, taken.user)
        return await this.#commit(set(`folders/${this.#name}-${taken.folder}`, { owner: taken.user }))
      }
      case 'move': {
        this.#rights.folder = taken.folder
        return await this.#commit(set(this.#note, { folder: `${this.#name}-${taken.folder}`, n: this.#n++ }))
      }
      case 'listen':
        return this.#listen(taken.user)
      case 'pause':
      case 'resume':
        return this.#client(taken.user).session[taken.kind]()
      case 'wait':
        for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /** Whoever has a right sees everything at last, whoever has none is told so, and nobody saw what was not for them. */
  async end(): Promise<void> {
    const last = this.#n++
    const messages = rooms.map((one) => set(`${this.#room(one)}/messages/z`, { n: last }))
    await this.#commit(...messages, set(this.#note, { folder: `${this.#name}-${this.#rights.folder}`, n: last }))
    for (const who of users) {
      const client = this.#client(who)
      client.session.resume()
      for (const [i, targetId] of (this.#targets.get(who) ?? []).entries()) {
        const { right, what } = this.#listened[i] ?? { right: '', what: { kind: 'documents', paths: [] } }
        const path = right === 'note' ? this.#note : `${this.#room(right)}/messages/z`
        const isRemoved = (): boolean =>
          client.events.some((event) => event.kind === 'removed' && event.targetId === targetId)
        const seen = () => client.snapshots.at(-1)?.results.get(targetId)
        await client.happened(
          () =>
            isRemoved() || (seen()?.get(path)?.fields.get('n')?.kind === 'integer' && numberOf(seen(), path) === last),
        )
        if (!isRemoved()) expect([...(seen()?.keys() ?? [])].toSorted()).toEqual((await this.#paths(what)).toSorted())
        if (!this.#rights.has(who, right)) await client.removed(targetId)
      }
      client.session.close()
    }
    expect(this.#findings).toEqual([])
  }

  #check(who: User, event: ListenEvent): void {
    if (event.kind !== 'change') return
    const { path, updateTime } = event.document
    const right = path === this.#note ? 'note' : (path.split('/')[1]?.split('-')[1] ?? '')
    if (!this.#rights.hadSince(who, right, updateTime))
      this.#findings.push(`${who} was told of ${path} at ${updateTime}`)
  }

  #listen(who: User): void {
    const client = this.#client(who)
    const targets = this.#targets.get(who) ?? []
    for (const [i, { what }] of this.#listened.entries()) {
      const before = targets[i]
      const isOpen =
        before !== undefined && !client.events.some((event) => event.kind === 'removed' && event.targetId === before)
      if (isOpen) continue
      const targetId = this.#nextTarget++
      targets[i] = targetId
      client.add({ targetId, what })
    }
  }

  async #paths(what: Target['what']): Promise<string[]> {
    return what.kind === 'documents' ? [...what.paths] : await this.#world.find(what.query)
  }

  get #note(): string {
    return `notes/${this.#name}`
  }

  #room(room: string): string {
    return `rooms/${this.#name}-${room}`
  }

  async #commit(...mutations: Mutation[]): Promise<void> {
    this.#rights.note(Infinity)
    this.#rights.note((await this.#world.commit(...mutations)).commitTime)
  }

  #client(who: User): ListenClient {
    const client = this.#clients.get(who)
    if (client === undefined) throw new Error('everybody has one')
    return client
  }
}

function numberOf(
  documents: ReadonlyMap<string, { readonly fields: ReadonlyMap<string, unknown> }> | undefined,
  path: string,
): number {
  const value = documents?.get(path)?.fields.get('n') as { readonly value: bigint } | undefined
  return Number(value?.value)
}

test('a listener is told of nothing that came after its right was taken away, and of everything else', async () => {
  await using world = await DocumentsWorld.open({ rules: RULES })
  let count = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40 }), async (steps) => {
      const story = new Story(world, `story${count++}`)
      await story.begin()
      for (const one of steps) await story.take(one)
      await story.end()
    }),
    { numRuns: 30 },
  )
})

test('a right that ends while the result is read is asked about before the result is handed over', async () => {
  const gates = { read: Promise.withResolvers<void>(), lookUp: Promise.withResolvers<void>() }
  let [isReading, isAsking] = [false, false]
  let holds: 'nothing' | 'reads' | 'look-ups' = 'nothing'
  await using world = await DocumentsWorld.open({
    rules: RULES,
    wrapStore: (store) => ({
      ...withReads(store, async (work) => {
        if (holds === 'reads') {
          isReading = true
          await gates.read.promise
        }
        return await store.read(work)
      }),
      get isReady() {
        return store.isReady
      },
      async getDocuments(keys) {
        if (holds === 'look-ups' && keys[0]?.path.endsWith('members/ada') === true) {
          isAsking = true
          await gates.lookUp.promise
        }
        return await store.getDocuments(keys)
      },
    }),
  })
  await world.commit(set('rooms/0/members/ada', {}), set('rooms/0/messages/a', { n: 1 }))
  const caller: Caller = { kind: 'user', project: 'demo-app', uid: 'ada', claims: {}, authTime: 0, expiresAt: 4e9 }
  const client = new ListenClient(world.documents, caller, world.at)
  holds = 'reads'
  client.add({ targetId: 1, what: { kind: 'query', query: query('rooms/0/messages') } })
  await expect.poll(() => isReading).toBe(true)
  await world.commit({ kind: 'delete', path: 'rooms/0/members/ada', precondition: { kind: 'none' } })
  // It was answered, and is yet to be passed on.
  holds = 'look-ups'
  await world.set('rooms/0/messages/b', { n: 2 })
  await expect.poll(() => isAsking).toBe(true)
  gates.read.resolve()
  // The result is there, and nobody knows yet.
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  gates.lookUp.resolve()
  expect(await client.removed(1)).toMatchObject({ code: 'permission-denied' })
  expect(client.events.filter(({ kind }) => kind === 'change')).toEqual([])
  client.session.close()
})
