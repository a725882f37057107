import { connectHearth } from '@hearth/client'
import { initializeApp, SDK_VERSION } from 'firebase/app'
import * as accounts from 'firebase/auth'
import * as documents from 'firebase/firestore'
import * as files from 'firebase/storage'
import { assertSame, runCalls } from './calls.mjs'
import { pauseAndResume } from './paused-upload.mjs'

/** What an app does with the modular API, by the helper or by the settings for emulators. */
export async function runWebCalls(origin, way, persistence) {
  const config = {
    apiKey: 'k',
    projectId: 'demo-app',
    appId: '1:1:web:1',
    authDomain: 'x',
    storageBucket: 'demo-app.appspot.com',
  }
  const app = initializeApp(config)
  const { auth, firestore, storage } = way === 'helper' ? byHelper(app, origin, persistence) : bySettings(app, origin)
  const email = `ada${Math.random()}@example.com`
  const prefix = `run${Math.random().toString(36).slice(2)}`
  const calls = {
    'accounts: sign up': () => accounts.createUserWithEmailAndPassword(auth, email, 'correct horse'),
    'accounts: fresh token': () => auth.currentUser.getIdToken(true),
    'accounts: profile': () => accounts.updateProfile(auth.currentUser, { displayName: 'Ada' }),
    'documents: write, read': async () => {
      await documents.setDoc(documents.doc(firestore, `${prefix}/a`), { n: 1 })
      assertSame((await documents.getDoc(documents.doc(firestore, `${prefix}/a`))).data().n, 1)
    },
    'documents: query': async () => {
      const query = documents.query(documents.collection(firestore, prefix), documents.where('n', '==', 1))
      assertSame((await documents.getDocs(query)).size, 1)
    },
    'documents: listen': () =>
      new Promise((resolve, reject) => {
        const reference = documents.doc(firestore, `${prefix}/a`)
        const stop = documents.onSnapshot(
          reference,
          { includeMetadataChanges: true },
          (found) => {
            if (found.data()?.n !== 2 || found.metadata.hasPendingWrites) return
            stop()
            resolve()
          },
          reject,
        )
        documents.updateDoc(reference, { n: 2 }).catch(reject)
      }),
    'documents: transaction': () =>
      documents.runTransaction(firestore, async (transaction) => {
        const found = await transaction.get(documents.doc(firestore, `${prefix}/a`))
        transaction.set(documents.doc(firestore, `${prefix}/b`), found.data())
      }),
    'files: upload, read by its link': async () => {
      await files.uploadString(files.ref(storage, `${prefix}/note.txt`), 'hello')
      const link = await files.getDownloadURL(files.ref(storage, `${prefix}/note.txt`))
      assertSame(new URL(link).origin, origin)
      assertSame(await (await fetch(link)).text(), 'hello')
    },
    'files: upload in parts, paused in between': async () => {
      const large = files.ref(storage, `${prefix}/large`)
      await pauseAndResume(files.uploadBytesResumable(large, new Uint8Array(1_500_000)))
      assertSame((await files.getMetadata(large)).size, 1_500_000)
    },
    'files: list': async () => assertSame((await files.listAll(files.ref(storage, prefix))).items.length, 2),
    'accounts: sign in again': async () => {
      await accounts.signOut(auth)
      await accounts.signInWithEmailAndPassword(auth, email, 'correct horse')
      await auth.currentUser.delete()
    },
  }
  // The SDK's setting for the files of an emulator knows no https, and its files nothing but XMLHttpRequest before 9.4.
  const isWithoutRequests = /^9\.[0-3]\./.test(SDK_VERSION) && typeof XMLHttpRequest === 'undefined'
  const isWithoutFiles = isWithoutRequests || (way === 'settings' && origin.startsWith('https'))
  const has = (name) => !isWithoutFiles || !name.startsWith('files')
  return await runCalls(Object.fromEntries(Object.entries(calls).filter(([name]) => has(name))))
}

function byHelper(app, origin, persistence) {
  return connectHearth(app, { origin, ...(persistence && { auth: { persistence } }) })
}

function bySettings(app, origin) {
  const { host, hostname, port, protocol } = new URL(origin)
  const auth = accounts.getAuth(app)
  accounts.connectAuthEmulator(auth, origin, { disableWarnings: true })
  const firestore = documents.initializeFirestore(app, { host, ssl: protocol === 'https:' })
  const storage = files.getStorage(app)
  if (protocol === 'http:') files.connectStorageEmulator(storage, hostname, Number(port))
  return { auth, firestore, storage }
}
