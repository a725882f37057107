import * as sdk from 'firebase/firestore'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LISTEN_PATH, WebchannelPeer } from '../../apps/server/src/testing/webchannel-peer.ts'
import { Snapshots } from './firestore-world.ts'
import { type Member, RulesWorld } from './rules-world.ts'

sdk.setLogLevel('silent')

const rules = `
  function isMember(room) { return exists(/databases/$(database)/documents/rooms/$(room)/members/$(request.auth.uid)); }
  match /rooms/{room} {
    allow get: if isMember(room);
    match /messages/{id} { allow read: if isMember(room); }
    match /members/{uid} { allow read, write: if request.auth.uid == 'nobody'; }
  }
  match /notes/{id} { allow read: if get(/databases/$(database)/documents/folders/$(resource.data.folder)).data.owner == request.auth.uid; }
  match /posts/{id} { allow list: if resource.data.public == true; allow get: if resource.data.public == true; }
`

let world: RulesWorld
let ada: Member
let grace: Member
let rooms = 0
beforeAll(async () => {
  world = await RulesWorld.open(rules)
  ada = await world.signUp('ada@example.com')
  grace = await world.signUp('grace@example.com')
})
afterAll(() => world[Symbol.asyncDispose]())

async function openRoom(...members: readonly Member[]): Promise<string> {
  const room = `room-${rooms++}`
  await world.set(`rooms/${room}`, { topic: 'tea' })
  for (const { uid } of members) await world.set(`rooms/${room}/members/${uid}`, { since: 1 })
  await world.set(`rooms/${room}/messages/first`, { n: 0, text: 'hello' })
  return room
}

interface Told {
  readonly texts: readonly string[]
  readonly isFromCache: boolean
}

function hear({ db }: Member, path: string, ...constraints: sdk.QueryConstraint[]): Snapshots<Told> {
  const seen = new Snapshots<Told>()
  sdk.onSnapshot(
    sdk.query(sdk.collection(db, path), ...constraints),
    { includeMetadataChanges: true },
    ({ docs, metadata }) =>
      seen.next({ texts: docs.map((document) => String(document.get('text'))), isFromCache: metadata.fromCache }),
    seen.fail,
  )
  return seen
}

test('a listener ends when the membership that granted it is deleted, and hears nothing of what comes then', async () => {
  const room = await openRoom(ada, grace)
  const messages = `rooms/${room}/messages`
  const [ofAda, ofGrace] = [hear(ada, messages), hear(grace, messages)]
  for (const heard of [ofAda, ofGrace]) await heard.until(({ isFromCache }) => !isFromCache)
  await world.delete(`rooms/${room}/members/${ada.uid}`)
  await world.set(`${messages}/second`, { n: 1, text: 'secret' })
  expect(await ofAda.untilError()).toMatchObject({ code: 'permission-denied' })
  expect(ofAda.last?.texts).toEqual(['hello'])
  expect((await ofGrace.until(({ texts }) => texts.length === 2)).texts).toEqual(['hello', 'secret'])
})

test('so does one with a limit, and one of a document by name', async () => {
  const room = await openRoom(ada)
  const first = hear(ada, `rooms/${room}/messages`, sdk.orderBy('n'), sdk.limit(1))
  const topics = new Snapshots<unknown>()
  sdk.onSnapshot(sdk.doc(ada.db, `rooms/${room}`), (snapshot) => topics.next(snapshot.get('topic')), topics.fail)
  await first.until(({ isFromCache }) => !isFromCache)
  await topics.until((topic) => topic === 'tea')
  await world.delete(`rooms/${room}/members/${ada.uid}`)
  expect(await first.untilError()).toMatchObject({ code: 'permission-denied' })
  // Nothing of the document itself has changed.
  expect(await topics.untilError()).toMatchObject({ code: 'permission-denied' })
})

test('a listener goes on when the document that granted it changes and grants it still', async () => {
  const room = await openRoom(ada)
  const messages = `rooms/${room}/messages`
  const heard = hear(ada, messages)
  await heard.until(({ isFromCache }) => !isFromCache)
  for (const n of [1, 2, 3]) {
    await world.set(`rooms/${room}/members/${ada.uid}`, { since: n })
    await world.set(`${messages}/m${n}`, { n, text: `m${n}` })
  }
  expect((await heard.until(({ texts }) => texts.length === 4)).texts).toEqual(['hello', 'm1', 'm2', 'm3'])
  await world.delete(`rooms/${room}/members/${ada.uid}`)
  expect(await heard.untilError()).toMatchObject({ code: 'permission-denied' })
})

test('a listener to a document follows what its rules look at when the document points elsewhere', async () => {
  await world.set('folders/own', { owner: ada.uid })
  await world.set('folders/shared', { owner: ada.uid })
  await world.set('notes/n', { folder: 'own' })
  const folders = new Snapshots<unknown>()
  sdk.onSnapshot(sdk.doc(ada.db, 'notes/n'), (snapshot) => folders.next(snapshot.get('folder')), folders.fail)
  await folders.until((folder) => folder === 'own')
  await world.set('notes/n', { folder: 'shared' })
  await folders.until((folder) => folder === 'shared')
  // It grants nothing any more.
  await world.set('folders/own', { owner: grace.uid })
  await world.set('notes/n', { folder: 'shared', text: 'on' })
  await world.set('folders/shared', { owner: grace.uid })
  expect(await folders.untilError()).toMatchObject({ code: 'permission-denied' })
})

test('whose right comes back listens again', async () => {
  const room = await openRoom(ada)
  const messages = `rooms/${room}/messages`
  const before = hear(ada, messages)
  await before.until(({ isFromCache }) => !isFromCache)
  await world.delete(`rooms/${room}/members/${ada.uid}`)
  await before.untilError()
  await world.set(`rooms/${room}/members/${ada.uid}`, { since: 2 })
  const again = hear(ada, messages)
  expect((await again.until(({ isFromCache }) => !isFromCache)).texts).toEqual(['hello'])
})

test('over WebChannel too, and a listener that resumes at an earlier time is told of nothing that was made private', async () => {
  const room = await openRoom(ada)
  const first = await world.set('posts/w', { public: true, text: 'before' })
  await world.set('posts/w', { public: false, text: 'hidden' })
  const { database } = ada
  using peer = new WebchannelPeer(world.server.port, database)
  const targetOf = (targetId: number, parent: string, collectionId: string, more: object = {}) => {
    const structuredQuery = { from: [{ collectionId }], ...more }
    return { targetId, query: { parent: `${database}/documents${parent}`, structuredQuery } }
  }
  const isPublic = { fieldFilter: { field: { fieldPath: 'public' }, op: 'EQUAL', value: { booleanValue: true } } }
  const asked = [
    { database, addTarget: targetOf(1, `/rooms/${room}`, 'messages') },
    { database, addTarget: { ...targetOf(2, '', 'posts', { where: isPublic }), readTime: first } },
  ]
  const sid = await peer.open(LISTEN_PATH, asked, `Authorization: Bearer ${ada.idToken}`)
  let heard = ''
  const hears = (text: string | RegExp) =>
    expect.poll(async () => (heard += await peer.fetch(LISTEN_PATH, sid)), { timeout: 10_000 }).toMatch(text)
  await hears(/"CURRENT","targetIds":\[1\]/)
  await hears(/"CURRENT","targetIds":\[2\]/)
  // It is told that the document is gone from the result.
  expect(heard).toContain('posts/w')
  await world.delete(`rooms/${room}/members/${ada.uid}`)
  await world.set(`rooms/${room}/messages/second`, { n: 1, text: 'secret' })
  await hears(/"REMOVE","targetIds":\[1\],"cause":\{"code":7/)
  expect(heard).not.toContain('secret')
  expect(heard).not.toContain('hidden')
})

test('a document that is made private leaves the listeners of the public ones without its new content', async () => {
  await world.set('posts/a', { public: true, text: 'first' })
  await world.set('posts/b', { public: true, text: 'other' })
  const heard = hear(ada, 'posts', sdk.where('public', '==', true))
  await heard.until(({ texts, isFromCache }) => texts.length === 2 && !isFromCache)
  await world.set('posts/a', { public: false, text: 'secret' })
  await heard.until(({ texts, isFromCache }) => texts.join() === 'other' && !isFromCache)
  // What came over the line is in the cache of the SDK.
  const cached = await sdk.getDocFromCache(sdk.doc(ada.db, 'posts/a')).then(
    (snapshot) => snapshot.get('text') as unknown,
    () => undefined,
  )
  expect(cached).not.toBe('secret')
})
