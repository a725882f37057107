import { randomUUID } from 'node:crypto'
import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing'
import {
  collection,
  deleteDoc,
  doc,
  getCountFromServer,
  getDoc,
  getDocs,
  onSnapshot,
  query,
  runTransaction,
  setLogLevel,
  setDoc,
  updateDoc,
  where,
  writeBatch,
} from 'firebase/firestore'
import { deleteObject, getBytes, listAll, ref, updateMetadata, uploadBytes, uploadString } from 'firebase/storage'
import { afterEach, expect, test, vi } from 'vitest'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

const documentRules = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    function isOwner() { return resource.data.owner == request.auth.uid; }
    match /notes/{id} {
      allow read: if isOwner();
      allow create: if request.resource.data.owner == request.auth.uid;
      allow update: if isOwner() && request.resource.data.owner == resource.data.owner;
      allow delete: if request.auth.token.admin == true;
    }
    match /rooms/{id} {
      allow create: if existsAfter(/databases/$(database)/documents/rooms/$(id)/members/$(request.auth.uid));
      match /members/{uid} {
        allow create: if uid == request.auth.uid && getAfter(/databases/$(database)/documents/rooms/$(id)).data.open == true;
      }
    }
    match /gated/{id} {
      allow get: if get(/databases/$(database)/documents/users/$(request.auth.uid)).data.role == 'reader';
    }
    match /{path=**}/public/{id} { allow read; }
  }
}`

const fileRules = `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o {
    match /photos/{uid} { allow list: if request.auth.uid == uid; }
    match /photos/{uid}/{name} {
      allow get: if request.auth != null;
      allow create: if request.auth.uid == uid && request.resource.size < 10 && request.resource.contentType.matches('image/.*')
        && firestore.exists(/databases/(default)/documents/users/$(uid));
      allow update: if request.auth.uid == uid && request.resource.metadata.label is string && resource.size == request.resource.size;
      allow delete: if request.auth.uid == uid && resource.name == 'photos/' + uid + '/' + name;
    }
  }
}`

class RulesWorld implements AsyncDisposable {
  readonly server: TestServer
  readonly environment: RulesTestEnvironment

  private constructor(server: TestServer, environment: RulesTestEnvironment) {
    this.server = server
    this.environment = environment
  }

  static async start(firestoreRules = documentRules): Promise<RulesWorld> {
    const server = await TestServer.start({ mode: 'dev' })
    const at = { host: '127.0.0.1', port: server.port }
    const projectId = `rules-${randomUUID().slice(0, 8)}`
    const environment = await initializeTestEnvironment({
      projectId,
      firestore: { ...at, rules: firestoreRules },
      storage: { ...at, rules: fileRules },
    })
    return new RulesWorld(server, environment)
  }

  documents(uid?: string, claims: Record<string, unknown> = {}) {
    const { environment } = this
    const context =
      uid === undefined ? environment.unauthenticatedContext() : environment.authenticatedContext(uid, claims)
    return context.firestore()
  }

  files(uid?: string) {
    const { environment } = this
    const context = uid === undefined ? environment.unauthenticatedContext() : environment.authenticatedContext(uid)
    return context.storage()
  }

  async seed(documents: Record<string, Record<string, unknown>>): Promise<void> {
    await this.environment.withSecurityRulesDisabled(async (context) => {
      for (const [path, data] of Object.entries(documents)) await setDoc(doc(context.firestore(), path), data)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.environment.cleanup()
    await this.server[Symbol.asyncDispose]()
  }
}

// What is refused here is refused on purpose.
setLogLevel('silent')

afterEach(() => {
  vi.unstubAllEnvs()
})

test('documents are read and written as the rules say', async () => {
  await using world = await RulesWorld.start()
  const ada = world.documents('ada')
  await assertSucceeds(setDoc(doc(ada, 'notes/1'), { owner: 'ada', text: 'hi' }))
  await assertFails(setDoc(doc(ada, 'notes/2'), { owner: 'grace' }))
  await assertSucceeds(getDoc(doc(ada, 'notes/1')))
  await assertFails(getDoc(doc(world.documents('grace'), 'notes/1')))
  await assertFails(getDoc(doc(world.documents(), 'notes/1')))
  await assertSucceeds(updateDoc(doc(ada, 'notes/1'), { text: 'ho' }))
  await assertFails(updateDoc(doc(ada, 'notes/1'), { owner: 'grace' }))
  await assertFails(deleteDoc(doc(ada, 'notes/1')))
  await assertSucceeds(deleteDoc(doc(world.documents('root', { admin: true }), 'notes/1')))
})

test('queries and counts are granted when they promise what the rules ask', async () => {
  await using world = await RulesWorld.start()
  await world.seed({ 'notes/1': { owner: 'ada' }, 'notes/2': { owner: 'grace' }, 'a/b/public/c': { x: 1 } })
  const ada = world.documents('ada')
  const own = query(collection(ada, 'notes'), where('owner', '==', 'ada'))
  expect((await assertSucceeds(getDocs(own))).size).toBe(1)
  expect((await assertSucceeds(getCountFromServer(own))).data().count).toBe(1)
  await assertFails(getDocs(collection(ada, 'notes')))
  await assertFails(getCountFromServer(collection(ada, 'notes')))
  await assertFails(getDocs(query(collection(ada, 'notes'), where('owner', '==', 'grace'))))
  await assertSucceeds(getDocs(collection(ada, 'a/b/public')))
})

test('a batch is judged by what all of it comes to', async () => {
  await using world = await RulesWorld.start()
  const ada = world.documents('ada')
  await assertFails(setDoc(doc(ada, 'rooms/r'), { open: true }))
  const room = (open: boolean) => {
    const batch = writeBatch(ada)
    batch.set(doc(ada, 'rooms/r'), { open })
    batch.set(doc(ada, 'rooms/r/members/ada'), { since: 1 })
    return batch.commit()
  }
  await assertFails(room(false))
  await assertSucceeds(room(true))
})

test('rules read other documents', async () => {
  await using world = await RulesWorld.start()
  await world.seed({ 'gated/1': { x: 1 }, 'users/ada': { role: 'reader' }, 'users/grace': { role: 'guest' } })
  await assertSucceeds(getDoc(doc(world.documents('ada'), 'gated/1')))
  await assertFails(getDoc(doc(world.documents('grace'), 'gated/1')))
  await assertFails(getDoc(doc(world.documents('nobody'), 'gated/1')))
  const grace = world.documents('grace')
  await assertFails(runTransaction(grace, (transaction) => transaction.get(doc(grace, 'gated/1'))))
})

test('files are uploaded, read, listed, changed and deleted as the rules say', async () => {
  await using world = await RulesWorld.start()
  const ada = ref(world.files('ada'), 'photos/ada/1.png')
  const image = { contentType: 'image/png' }
  await assertFails(uploadString(ada, 'small', 'raw', image))
  await world.seed({ 'users/ada': { name: 'Ada' } })
  await assertSucceeds(uploadString(ada, 'small', 'raw', image))
  await assertFails(uploadString(ada, 'much too large', 'raw', image))
  await assertFails(uploadString(ada, 'small', 'raw', { contentType: 'text/html' }))
  await assertFails(uploadBytes(ref(world.files('grace'), 'photos/ada/2.png'), new Uint8Array(3), image))
  expect(new TextDecoder().decode(await assertSucceeds(getBytes(ref(world.files('grace'), 'photos/ada/1.png'))))).toBe(
    'small',
  )
  await assertFails(getBytes(ref(world.files(), 'photos/ada/1.png')))
  expect((await assertSucceeds(listAll(ref(world.files('ada'), 'photos/ada')))).items).toHaveLength(1)
  await assertFails(listAll(ref(world.files('grace'), 'photos/ada')))
  await assertFails(listAll(ref(world.files('ada'))))
  await assertSucceeds(updateMetadata(ada, { customMetadata: { label: 'me' } }))
  await assertFails(updateMetadata(ada, { customMetadata: { label: null } as never }))
  await assertFails(updateMetadata(ref(world.files('grace'), 'photos/ada/1.png'), { customMetadata: { label: 'x' } }))
  await assertFails(deleteObject(ref(world.files('grace'), 'photos/ada/1.png')))
  await assertSucceeds(deleteObject(ada))
})

test('a listener ends when a document, or new rules, take it out of reach', async () => {
  await using world = await RulesWorld.start()
  await world.seed({ 'notes/1': { owner: 'ada', text: 'a' }, 'notes/2': { owner: 'ada' } })
  const ada = world.documents('ada')
  const first = ended((next, error) => onSnapshot(doc(ada, 'notes/1'), next, error))
  const second = ended((next, error) =>
    onSnapshot(query(collection(ada, 'notes'), where('owner', '==', 'ada')), next, error),
  )
  await Promise.all([first.begun, second.begun])
  await world.seed({ 'notes/1': { owner: 'grace', text: 'secret' } })
  await expect(first.ended).resolves.toMatchObject({ code: 'permission-denied' })
  expect(JSON.stringify(first.seen)).not.toContain('secret')
  const closed = `service cloud.firestore { match /databases/{d}/documents { match /x/{y} { allow read: if false; } } }`
  await fetch(`${world.server.origin}/emulator/v1/projects/${world.environment.projectId}:securityRules`, {
    method: 'PUT',
    body: JSON.stringify({ rules: { files: [{ content: closed }] } }),
  })
  await expect(second.ended).resolves.toMatchObject({ code: 'permission-denied' })
})

test('broken rules are refused with their line, and the ones before stay', async () => {
  await using world = await RulesWorld.start()
  const address = `${world.server.origin}/emulator/v1/projects/${world.environment.projectId}:securityRules`
  const answer = await fetch(address, {
    method: 'PUT',
    body: JSON.stringify({ rules: { files: [{ content: 'service cloud.firestore {\n  match }' }] } }),
  })
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('L2:9')
  await assertSucceeds(setDoc(doc(world.documents('ada'), 'notes/1'), { owner: 'ada' }))
})

test('clears documents and files, and finds the emulators through the hub', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  vi.stubEnv('FIREBASE_EMULATOR_HUB', `127.0.0.1:${server.port}`)
  const environment = await initializeTestEnvironment({
    projectId: 'rules-hub',
    firestore: { rules: documentRules },
    storage: { rules: fileRules },
  })
  try {
    await environment.withSecurityRulesDisabled(async (context) => {
      await setDoc(doc(context.firestore(), 'notes/1'), { owner: 'ada' })
      await uploadString(ref(context.storage(), 'one.png'), 'x')
    })
    await environment.clearFirestore()
    await environment.clearStorage()
    await environment.withSecurityRulesDisabled(async (context) => {
      expect((await getDoc(doc(context.firestore(), 'notes/1'))).exists()).toBe(false)
      await expect(getBytes(ref(context.storage(), 'one.png'))).rejects.toMatchObject({
        code: 'storage/object-not-found',
      })
    })
  } finally {
    await environment.cleanup()
  }
})

test('tells which expressions were evaluated, as JSON and as a page', async () => {
  await using world = await RulesWorld.start()
  await assertFails(getDoc(doc(world.documents('ada'), 'notes/1')))
  const address = `${world.server.origin}/emulator/v1/projects/${world.environment.projectId}:ruleCoverage`
  const coverage = (await (await fetch(address)).json()) as {
    rules: { files: { content: string }[] }
    report: { sourcePosition: { fileName: string; line: number }; values?: { count: number }[] }[]
  }
  expect(coverage.rules.files.map(({ content }) => content)).toEqual([documentRules, fileRules])
  const evaluatedIn = (report: typeof coverage.report, fileName: string) =>
    report
      .filter(({ values, sourcePosition }) => values !== undefined && sourcePosition.fileName === fileName)
      .map(({ sourcePosition }) => sourcePosition.line)
  expect(evaluatedIn(coverage.report, 'firestore.rules')).toEqual([4, 6])
  expect(evaluatedIn(coverage.report, 'storage.rules')).toEqual([])
  await assertFails(getBytes(ref(world.files(), 'photos/ada/one.png')))
  const { report } = (await (await fetch(address)).json()) as typeof coverage
  expect(evaluatedIn(report, 'storage.rules')).not.toEqual([])
  const page = await (await fetch(`${address}.html`)).text()
  expect(page).toContain('Coverage of rules')
  expect(page).toContain('title="never evaluated"')
})

/** A listener, what it was told, and how it ended. */
function ended(listen: (next: (snapshot: object) => void, error: (error: Error) => void) => unknown) {
  const begun = Promise.withResolvers<void>()
  const over = Promise.withResolvers<Error>()
  const seen: unknown[] = []
  listen((snapshot) => {
    seen.push('data' in snapshot && typeof snapshot.data === 'function' ? (snapshot.data as () => unknown)() : snapshot)
    begun.resolve()
  }, over.resolve)
  return { begun: begun.promise, ended: over.promise, seen }
}
