import { connectHearth, type HearthServices } from '@hearth/client'
import { deleteApp, initializeApp } from 'firebase/app'
import { signInWithCustomToken, signInWithEmailAndPassword } from 'firebase/auth'
import {
  addDoc,
  arrayUnion,
  collection,
  deleteDoc,
  doc,
  type DocumentData,
  getDoc,
  getDocs,
  query,
  serverTimestamp,
  setDoc,
  terminate,
  updateDoc,
  where,
} from 'firebase/firestore'
import { getBytes, ref, uploadBytes, uploadString } from 'firebase/storage'
import { describe, expect, it, vi } from 'vitest'
import { type AppConfiguration, ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { joinTeam } from '../../apps/server/src/testing/invite.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

const settings = { HEARTH_SIGN_UP: 'anyone' } as const
const password = 'correct horse'
let names = 0

type Session = HearthServices & AsyncDisposable

function openApp(server: TestServer, configuration: AppConfiguration): Session {
  const app = initializeApp({ ...configuration }, `operator ${names++}`)
  const services = connectHearth(app, { origin: server.origin })
  return {
    ...services,
    async [Symbol.asyncDispose]() {
      await terminate(services.firestore)
      await deleteApp(app)
    },
  }
}

/** The console as its page has it: signed in to the project `console`. */
async function openConsole(server: TestServer, email: string): Promise<Session> {
  const { app } = (await (await fetch(`${server.origin}/hearth/v1/console`)).json()) as { app: AppConfiguration }
  const session = openApp(server, app)
  await signInWithEmailAndPassword(session.auth, email, password)
  return session
}

/** A project, entered as an operator. */
async function enter(server: TestServer, account: ConsoleAccount, project: string): Promise<Session> {
  const { customToken, app } = await account.enter(project)
  const session = openApp(server, app)
  await signInWithCustomToken(session.auth, customToken)
  return session
}

async function found(documents: Promise<{ docs: { data(): DocumentData }[] }>): Promise<DocumentData[]> {
  return (await documents).docs.map((document) => document.data())
}

const denied = { code: 'permission-denied' }

describe('an app under start', () => {
  it('gets nothing without an operator session', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    await using visitor = openApp(server, (await owner.enter('demo-app')).app)
    await expect(getDocs(collection(visitor.firestore, 'orders'))).rejects.toMatchObject(denied)
    await expect(getDoc(doc(visitor.firestore, 'orders/order-1001'))).rejects.toMatchObject(denied)
    await expect(addDoc(collection(visitor.firestore, 'orders'), {})).rejects.toMatchObject(denied)
    await expect(uploadString(ref(visitor.storage, 'a.txt'), 'x')).rejects.toMatchObject({
      code: 'storage/unauthorized',
    })
  })
})

describe('an operator session', () => {
  it('reads and writes documents and files by the SDK, and leaves a trace', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    await using operator = await enter(server, owner, 'demo-app')
    const orders = collection(operator.firestore, 'orders')
    expect(await found(getDocs(query(orders, where('status', '==', 'open'))))).toHaveLength(4)
    await updateDoc(doc(orders, 'order-1007'), { status: 'shipped', shippedAt: serverTimestamp() })
    await uploadString(ref(operator.storage, 'labels/order-1007.txt'), 'label')
    expect(Buffer.from(await getBytes(ref(operator.storage, 'labels/order-1007.txt'))).toString()).toBe('label')
    await deleteDoc(doc(orders, 'order-1010'))

    await using page = await openConsole(server, 'olga@example.com')
    const activity = collection(page.firestore, 'projects/demo-app/activity')
    await vi.waitFor(async () => expect(await found(getDocs(activity))).toHaveLength(4), { timeout: 10_000 })
    const acts = await found(getDocs(activity))
    expect(acts.map(({ action, target }) => `${action} ${target}`)).toEqual([
      'session.enter owner',
      'documents.update orders/order-1007',
      'files.create labels/order-1007.txt',
      'documents.delete orders/order-1010',
    ])
    expect(new Set(acts.map(({ actor }) => actor))).toEqual(new Set([owner.uid]))
  })

  it('makes no account in the project', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    await using operator = await enter(server, owner, 'demo-app')
    expect(operator.auth.currentUser?.uid).toBe(owner.uid)
    const usage = (await (await owner.call('GET', '/projects/demo-app/usage')).json()) as { users: number }
    expect(usage.users).toBe(0)
  })

  it('is as wide as the role in the project', async () => {
    await using server = await TestServer.start({ settings })
    const olga = await ConsoleAccount.claim(server)
    const vera = await ConsoleAccount.signUp(server, 'vera@example.com')
    await joinTeam(server, 'demo-app', olga, vera, { email: 'vera@example.com', role: 'viewer' })
    await using viewer = await enter(server, vera, 'demo-app')
    expect((await getDoc(doc(viewer.firestore, 'orders/order-1001'))).get('status')).toBe('delivered')
    await expect(updateDoc(doc(viewer.firestore, 'orders/order-1001'), { status: 'lost' })).rejects.toMatchObject(
      denied,
    )
    await expect(uploadString(ref(viewer.storage, 'a.txt'), 'x')).rejects.toMatchObject({
      code: 'storage/unauthorized',
    })
  })
})

describe('the documents of the console', () => {
  it('show people their own account and their own projects', async () => {
    await using server = await TestServer.start({ settings })
    await ConsoleAccount.claim(server)
    const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
    await using page = await openConsole(server, 'nina@example.com')
    const projects = collection(page.firestore, 'projects')
    await setDoc(doc(page.firestore, 'accounts', nina.uid), {
      displayName: 'Nina',
      theme: 'dark',
      recentProjects: arrayUnion('demo-app'),
      createdAt: serverTimestamp(),
    })
    expect((await getDoc(doc(page.firestore, 'accounts', nina.uid))).data()).toMatchObject({
      displayName: 'Nina',
      theme: 'dark',
    })
    expect(await found(getDocs(query(projects, where('memberIds', 'array-contains', nina.uid))))).toEqual([])
    await expect(getDocs(projects)).rejects.toMatchObject(denied)
    await expect(getDoc(doc(projects, 'demo-app'))).rejects.toMatchObject(denied)
    await expect(setDoc(doc(projects, 'nina-app'), { name: 'mine' })).rejects.toMatchObject(denied)
    await expect(setDoc(doc(page.firestore, 'accounts', nina.uid), { serverRole: 'owner' })).rejects.toMatchObject(
      denied,
    )
  })

  it('show the owner of the server every project, which are theirs since the set-up', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app', 'Shop')
    await using page = await openConsole(server, 'olga@example.com')
    const own = query(collection(page.firestore, 'projects'), where('memberIds', 'array-contains', owner.uid))
    expect((await found(getDocs(own))).map(({ name }) => name)).toEqual(['Console', 'Demo app', 'Shop'])
    const shop = await getDoc(doc(page.firestore, 'projects/shop-app'))
    expect(shop.data()).toMatchObject({ ownerId: owner.uid, roles: { [owner.uid]: 'owner' }, iconURL: null })
    await expect(updateDoc(shop.ref, { ownerId: 'eve' })).rejects.toMatchObject(denied)
    await expect(deleteDoc(shop.ref)).rejects.toMatchObject(denied)
  })

  it('keep the photo of an account as an image of at most 5 MiB', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    await using page = await openConsole(server, 'olga@example.com')
    const photo = ref(page.storage, `accounts/${owner.uid}/photo`)
    await uploadBytes(photo, Buffer.from('89504e470d0a1a0a', 'hex'), {
      contentType: 'image/png',
      customMetadata: { uploadedBy: owner.uid, originalName: 'me.png' },
    })
    const refused = { code: 'storage/unauthorized' }
    await expect(uploadString(photo, '<svg/>', 'raw', { contentType: 'image/svg+xml' })).rejects.toMatchObject(refused)
    await expect(uploadBytes(photo, new Uint8Array(5_242_881), { contentType: 'image/png' })).rejects.toMatchObject(
      refused,
    )
    await expect(
      uploadString(ref(page.storage, 'accounts/eve/photo'), 'x', 'raw', { contentType: 'image/png' }),
    ).rejects.toMatchObject(refused)
  })
})
