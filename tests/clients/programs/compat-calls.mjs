import { assertSame, runCalls } from './calls.mjs'
import { pauseAndResume } from './paused-upload.mjs'

/** The app of a cell, as its configuration says. */
export function initializeCompat(firebase) {
  return firebase.initializeApp({
    apiKey: 'k',
    projectId: 'demo-app',
    appId: '1:1:web:1',
    authDomain: 'x',
    storageBucket: 'demo-app.appspot.com',
  })
}

/**
 * What an app does with the API of before version 9: `firebase` 8 itself, or `firebase/compat` of a newer one. `app` is connected by the helper
 * already where `way` says so.
 */
export async function runCompatCalls(firebase, app, origin, way) {
  const auth = app.auth()
  const firestore = app.firestore()
  const storage = app.storage()
  if (way === 'settings') {
    const { host, hostname, port, protocol } = new URL(origin)
    auth.useEmulator(origin)
    firestore.settings({ host, ssl: protocol === 'https:' })
    if (protocol === 'http:') storage.useEmulator(hostname, Number(port))
  }
  const calls = callsOf(firebase, { auth, firestore, storage }, origin)
  // Before 9.4 the SDK has no files in Node: it knows nothing but XMLHttpRequest.
  const isWithoutRequests = /^(?:8|9\.[0-3])\./.test(firebase.SDK_VERSION) && typeof XMLHttpRequest === 'undefined'
  const has = (name) => {
    // Those of newer ones are opened by the tests of each commit.
    if (name.includes('window')) return firebase.SDK_VERSION.startsWith('8.') && typeof document !== 'undefined'
    if (!name.startsWith('files')) return true
    // It takes links of its own host alone.
    const isWithoutVendorLinks = way === 'settings' || /^9\.[0-3]\./.test(firebase.SDK_VERSION)
    if (isWithoutVendorLinks && name.includes('link to the vendor')) return false
    return !isWithoutRequests && !(way === 'settings' && origin.startsWith('https'))
  }
  return await runCalls(Object.fromEntries(Object.entries(calls).filter(([name]) => has(name))))
}

function callsOf(firebase, { auth, firestore, storage }, origin) {
  const email = `ada${Math.random()}@example.com`
  const password = 'correct horse'
  const prefix = `run${Math.random().toString(36).slice(2)}`
  return {
    'accounts: without a name, then with an address': async () => {
      const { user } = await auth.signInAnonymously()
      await user.linkWithCredential(firebase.auth.EmailAuthProvider.credential(email, password))
      assertSame(auth.currentUser.isAnonymous, false)
      assertSame(auth.currentUser.email, email)
    },
    'accounts: profile': async () => {
      await auth.currentUser.updateProfile({ displayName: 'Ada' })
      await auth.currentUser.reload()
      assertSame(auth.currentUser.displayName, 'Ada')
    },
    'accounts: fresh token, who signs in how': async () => {
      assertSame((await auth.currentUser.getIdTokenResult(true)).signInProvider, 'password')
      await auth.currentUser.reauthenticateWithCredential(firebase.auth.EmailAuthProvider.credential(email, password))
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
    'documents: listen to a query': () =>
      new Promise((resolve, reject) => {
        const query = firestore.collection(prefix).where('kind', '==', 'task').orderBy('at').limit(2)
        const stop = query.onSnapshot(
          { includeMetadataChanges: true },
          (found) => {
            if (found.metadata.hasPendingWrites || found.docs.map(({ id }) => id).join() !== 'first,second') return
            stop()
            resolve()
          },
          reject,
        )
        const batch = firestore.batch()
        for (const [at, id] of ['first', 'second', 'third'].entries()) {
          batch.set(firestore.doc(`${prefix}/${id}`), { kind: 'task', at })
        }
        batch.commit().catch(reject)
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
    'files: upload that is paused and goes on': async () => {
      await pauseAndResume(storage.ref(`${prefix}/large`).put(new Uint8Array(1_500_000)))
      assertSame((await storage.ref(`${prefix}/large`).getMetadata()).size, 1_500_000)
    },
    'files: list': async () => assertSame((await storage.ref(prefix).listAll()).items.length, 2),
    'files: of a link to the vendor': async () => {
      const link = `https://firebasestorage.googleapis.com/v0/b/demo-app.appspot.com/o/${encodeURIComponent(`${prefix}/note.txt`)}?alt=media`
      assertSame((await storage.refFromURL(link).getMetadata()).size, 5)
    },
    'accounts: a window of a provider': async () => {
      const script = Object.assign(document.createElement('script'), { src: `${origin}/__/auth/frames.js` })
      const loaded = new Promise((resolve, reject) => Object.assign(script, { onload: resolve, onerror: reject }))
      document.head.append(script)
      await loaded
      const { user } = await auth.signInWithPopup(new firebase.auth.GoogleAuthProvider())
      // What the person typed in the window.
      assertSame(/^grace-.+@example\.com$/.test(user.email), true)
    },
    'accounts: sign in again': async () => {
      await auth.signOut()
      await auth.signInWithEmailAndPassword(email, password)
      await auth.currentUser.delete()
    },
  }
}
