/** A program of an owner's, under `hearth start`: `connectAdmin` with a service key. */
import { readFileSync } from 'node:fs'
import { connectAdmin } from '@hearth/client/admin'
import { assertSame, runCalls } from './calls.mjs'

const [origin, keyFile] = process.argv.slice(2)
const { auth, firestore, bucket } = connectAdmin({ key: JSON.parse(readFileSync(keyFile, 'utf8')), origin })
const prefix = `run${Math.random().toString(36).slice(2)}`
let uid
const calls = {
  'accounts: make, list': async () => {
    uid = (await auth.createUser({ email: `${prefix}@example.com`, password: 'three apples in a row' })).uid
    assertSame(
      (await auth.listUsers()).users.some((user) => user.uid === uid),
      true,
    )
  },
  'accounts: claims, custom token': async () => {
    await auth.setCustomUserClaims(uid, { isTill: true })
    assertSame(typeof (await auth.createCustomToken(uid)), 'string')
    await auth.deleteUser(uid)
  },
  'documents: write, query, count': async () => {
    await firestore.doc(`${prefix}/a`).set({ n: 1 })
    assertSame((await firestore.collection(prefix).where('n', '==', 1).get()).size, 1)
    assertSame((await firestore.collection(prefix).count().get()).data().count, 1)
  },
  'documents: transaction': () =>
    firestore.runTransaction(async (transaction) => {
      const found = await transaction.get(firestore.doc(`${prefix}/a`))
      transaction.set(firestore.doc(`${prefix}/b`), found.data())
    }),
  'documents: listen': () =>
    new Promise((resolve, reject) => {
      const stop = firestore.doc(`${prefix}/a`).onSnapshot((found) => {
        stop()
        resolve(found)
      }, reject)
    }),
  'files: upload, read': async () => {
    await bucket.file(`${prefix}/note.txt`).save('hello', { resumable: false })
    assertSame(String((await bucket.file(`${prefix}/note.txt`).download())[0]), 'hello')
  },
  'files: upload in parts': async () => {
    await bucket.file(`${prefix}/large`).save(Buffer.alloc(9_000_000), { resumable: true })
    assertSame(Number((await bucket.file(`${prefix}/large`).getMetadata())[0].size), 9_000_000)
  },
  'files: list': async () => assertSame((await bucket.getFiles({ prefix }))[0].length, 2),
  'files: signed link': async () => {
    const expires = Date.now() + 60_000
    const [link] = await bucket.file(`${prefix}/note.txt`).getSignedUrl({ version: 'v4', action: 'read', expires })
    assertSame(await (await fetch(link)).text(), 'hello')
  },
  'files: delete': () => bucket.file(`${prefix}/note.txt`).delete(),
}
// Version 6 of the storage library signs links to the vendor's host alone.
if (storageVersion().startsWith('6.')) delete calls['files: signed link']
process.stdout.write(`${JSON.stringify(await runCalls(calls))}\n`)
process.exit(0)

function storageVersion() {
  return JSON.parse(readFileSync('node_modules/@google-cloud/storage/package.json', 'utf8')).version
}
