/** What an app does with the API of before version 9: `firebase` 8 itself, or `firebase/compat` of a newer one. */
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assertSame, runCalls } from './calls.mjs'

const [origin, way] = process.argv.slice(2)
const load = createRequire(join(process.cwd(), 'package.json'))
const { version } = JSON.parse(readFileSync('node_modules/firebase/package.json', 'utf8'))
const isOld = version.startsWith('8.')
const isWithoutFiles = isOld || /^9\.[0-3]\./.test(version)
const firebase = await loaded()
const app = firebase.initializeApp({
  apiKey: 'k',
  projectId: 'demo-app',
  appId: '1:1:web:1',
  authDomain: 'x',
  storageBucket: 'demo-app.appspot.com',
})
if (way === 'helper') {
  const { connectHearth } = await import('@hearth/client')
  const { getApp } = await import('firebase/app')
  connectHearth(getApp(), { origin })
}
const auth = app.auth()
const firestore = app.firestore()
const storage = app.storage()
if (way === 'settings') {
  const { host, hostname, port, protocol } = new URL(origin)
  auth.useEmulator(origin)
  firestore.settings({ host, ssl: protocol === 'https:' })
  if (protocol === 'http:') storage.useEmulator(hostname, Number(port))
}

const email = `ada${Math.random()}@example.com`
const prefix = `run${Math.random().toString(36).slice(2)}`
const calls = {
  'accounts: sign up': () => auth.createUserWithEmailAndPassword(email, 'correct horse'),
  'accounts: profile': async () => {
    await auth.currentUser.updateProfile({ displayName: 'Ada' })
    await auth.currentUser.reload()
    assertSame(auth.currentUser.displayName, 'Ada')
  },
  'documents: write, query': async () => {
    await firestore.doc(`${prefix}/a`).set({ n: 1, at: firebase.firestore.FieldValue.serverTimestamp() })
    assertSame((await firestore.collection(prefix).where('n', '==', 1).get()).size, 1)
  },
  'documents: listen': () =>
    new Promise((resolve, reject) => {
      const stop = firestore.doc(`${prefix}/a`).onSnapshot(
        { includeMetadataChanges: true },
        (found) => {
          if (found.data().n !== 2 || found.metadata.hasPendingWrites) return
          stop()
          resolve()
        },
        reject,
      )
      firestore
        .doc(`${prefix}/a`)
        .update({ n: firebase.firestore.FieldValue.increment(1) })
        .catch(reject)
    }),
  'documents: transaction': () =>
    firestore.runTransaction(async (transaction) => {
      const found = await transaction.get(firestore.doc(`${prefix}/a`))
      transaction.set(firestore.doc(`${prefix}/b`), found.data())
    }),
  'files: upload, read by its link': async () => {
    await storage.ref(`${prefix}/note.txt`).putString('hello')
    const link = await storage.ref(`${prefix}/note.txt`).getDownloadURL()
    assertSame(new URL(link).origin, origin)
    assertSame(await (await fetch(link)).text(), 'hello')
  },
  'files: list': async () => assertSame((await storage.ref(prefix).listAll()).items.length, 1),
  'files: of a link to the vendor': async () => {
    const link = `https://firebasestorage.googleapis.com/v0/b/demo-app.appspot.com/o/${encodeURIComponent(`${prefix}/note.txt`)}?alt=media`
    assertSame((await storage.refFromURL(link).getMetadata()).size, 5)
  },
  'accounts: sign in again': async () => {
    await auth.signOut()
    await auth.signInWithEmailAndPassword(email, 'correct horse')
    await auth.currentUser.delete()
  },
}
const has = (name) => {
  // Before 9.4 the SDK has no files in Node: it knows nothing but XMLHttpRequest.
  if (isWithoutFiles && name.startsWith('files')) return false
  if (way === 'settings' && name.includes('link to the vendor')) return false
  return !(way === 'settings' && origin.startsWith('https') && name.startsWith('files'))
}
process.stdout.write(
  `${JSON.stringify(await runCalls(Object.fromEntries(Object.entries(calls).filter(([name]) => has(name)))))}\n`,
)
process.exit(0)

async function loaded() {
  // Before 9.4 the files for imports lead to a folder, which Node takes for none.
  if (isWithoutFiles) {
    const entry = isOld ? 'firebase' : 'firebase/compat'
    const firebase = load(`${entry}/app`)
    for (const service of ['auth', 'firestore', 'storage']) load(`${entry}/${service}`)
    return firebase.default ?? firebase
  }
  const { default: firebase } = await import('firebase/compat/app')
  for (const service of ['auth', 'firestore', 'storage']) await import(`firebase/compat/${service}`)
  return firebase
}
