/** A program of an owner's, under `hearth start`: `connectAdmin` with a service key. */
import { readFileSync } from 'node:fs'
import { connectAdmin } from '@hearth/client/admin'
import { assertSame, runCalls } from './calls.mjs'
import { documentCalls, fileCalls } from './server-calls.mjs'

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
  ...documentCalls(firestore, prefix),
  'documents: count': async () => {
    assertSame((await firestore.collection(prefix).where('n', '==', 1).count().get()).data().count, 2)
  },
  ...fileCalls(bucket, prefix),
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
