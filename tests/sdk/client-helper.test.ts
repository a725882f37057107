import { connectHearth } from '@hearth/client'
import { connectFirestoreLite } from '@hearth/client/firestore-lite'
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app'
import { createUserWithEmailAndPassword, getAuth, signInWithPopup, GoogleAuthProvider } from 'firebase/auth'
import { addDoc, collection, doc, getDoc, getDocs, getFirestore, setDoc, terminate } from 'firebase/firestore'
import {
  collection as liteCollection,
  doc as liteDoc,
  getDoc as getDocOnce,
  getDocs as getDocsOnce,
  getFirestore as getFirestoreLite,
} from 'firebase/firestore/lite'
import { getBytes, getStorage, ref, uploadString } from 'firebase/storage'
import { expect, it } from 'vitest'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

let names = 0

/** An app as its developer makes it. */
function newApp(): FirebaseApp & AsyncDisposable {
  const config = { apiKey: 'hk_shop-app_x', projectId: 'shop-app', appId: '1:1:web:1' }
  const app = initializeApp(config, `client helper ${names++}`)
  return Object.assign(app, { [Symbol.asyncDispose]: () => deleteApp(app) })
}

it('brings an ordinary app to the server: accounts and files', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await using app = newApp()
  const { auth, storage } = connectHearth(app, { origin: server.origin })
  const { user } = await createUserWithEmailAndPassword(auth, 'ada@example.com', 'correct horse')
  expect(getAuth(app).currentUser?.uid).toBe(user.uid)
  await uploadString(ref(storage, 'notes/a.txt'), 'hello')
  expect(Buffer.from(await getBytes(ref(storage, 'notes/a.txt'))).toString()).toBe('hello')
})

it('brings an ordinary app to the server: documents', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await using app = newApp()
  const { firestore } = connectHearth(app, { origin: server.origin })
  await addDoc(collection(firestore, 'notes'), { text: 'hello' })
  expect((await getDocs(collection(firestore, 'notes'))).docs.map((found) => found.data())).toEqual([{ text: 'hello' }])
  await terminate(firestore)

  await using other = newApp()
  const lite = connectFirestoreLite(other, { origin: server.origin })
  expect((await getDocsOnce(liteCollection(lite, 'notes'))).docs.map((found) => found.data())).toEqual([
    { text: 'hello' },
  ])
})

it('brings each database and bucket of the app to the server, under the name that the SDK is asked for', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const made = await fetch(`${server.origin}/v1/projects/shop-app/databases?databaseId=second`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner' },
    body: '{"type":"FIRESTORE_NATIVE","locationId":"nam5"}',
  })
  expect(made.status).toBe(200)
  await using app = newApp()
  connectHearth(app, { origin: server.origin })
  const [first, second] = [getFirestore(app), getFirestore(app, 'second')]
  await setDoc(doc(second, 'notes/a'), { of: 'second' })
  expect((await getDoc(doc(second, 'notes/a'))).data()).toEqual({ of: 'second' })
  expect((await getDocOnce(liteDoc(getFirestoreLite(app, 'second'), 'notes/a'))).data()).toEqual({ of: 'second' })
  expect((await getDoc(doc(first, 'notes/a'))).exists()).toBe(false)
  await Promise.all([terminate(first), terminate(second)])

  const files = getStorage(app, 'gs://shop-app.appspot.com')
  await uploadString(ref(files, 'a.txt'), 'hello')
  expect(Buffer.from(await getBytes(ref(files, 'a.txt'))).toString()).toBe('hello')
})

it('leaves two apps of a process at two servers', async () => {
  await using one = await TestServer.start({ mode: 'dev' })
  await using other = await TestServer.start({ mode: 'dev' })
  await using first = newApp()
  await using second = newApp()
  const here = connectHearth(first, { origin: one.origin })
  const there = connectHearth(second, { origin: other.origin })
  await createUserWithEmailAndPassword(here.auth, 'ada@example.com', 'correct horse')
  await createUserWithEmailAndPassword(there.auth, 'ada@example.com', 'correct horse')
  expect(here.auth.currentUser?.uid).not.toBe(there.auth.currentUser?.uid)
})

it('fails at once for a popup where there is no browser', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await using app = newApp()
  const { auth } = connectHearth(app, { origin: server.origin })
  await expect(signInWithPopup(auth, new GoogleAuthProvider())).rejects.toMatchObject({
    code: 'auth/operation-not-supported-in-this-environment',
  })
})
