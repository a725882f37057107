import { initializeApp } from 'firebase/app'
import * as sdk from 'firebase/firestore'

/** The SDK alone, with its own settings: what a test does in the page to Firestore over WebChannel. */
const search = new URLSearchParams((globalThis as unknown as { location: { search: string } }).location.search)
const origin = new URL(search.get('origin') ?? '')
const app = initializeApp({ apiKey: 'demo-app', appId: '1:1:web:1', projectId: 'demo-app' })
const db = sdk.initializeFirestore(app, {
  host: origin.host,
  ssl: origin.protocol === 'https:',
  ...(search.get('polling') === 'long' && { experimentalForceLongPolling: true }),
})

const seen: string[][] = []
const errors: string[] = []

const page = {
  set: (path: string, data: Record<string, unknown>) => sdk.setDoc(sdk.doc(db, path), data),
  remove: (path: string) => sdk.deleteDoc(sdk.doc(db, path)),
  async get(path: string) {
    const snapshot = await sdk.getDoc(sdk.doc(db, path))
    return snapshot.exists() ? snapshot.data() : null
  },
  async transform(path: string) {
    await sdk.updateDoc(sdk.doc(db, path), {
      at: sdk.serverTimestamp(),
      tags: sdk.arrayUnion('new'),
      n: sdk.increment(2),
    })
    const data = (await sdk.getDoc(sdk.doc(db, path))).data() ?? {}
    return { ...data, at: data['at'] instanceof sdk.Timestamp }
  },
  async codeOf(action: 'update-missing' | 'read-denied') {
    const work =
      action === 'update-missing'
        ? sdk.updateDoc(sdk.doc(db, 'no/where'), { a: 1 })
        : sdk.getDoc(sdk.doc(db, 'secret/1'))
    return work.then(
      () => 'no error',
      (error: { code?: string }) => error.code,
    )
  },
  async addInTransaction(path: string) {
    await sdk.runTransaction(db, async (transaction) => {
      const n = Number((await transaction.get(sdk.doc(db, path))).get('n') ?? 0)
      transaction.set(sdk.doc(db, path), { n: n + 1 })
    })
  },
  /** Listens to a collection in order of `n`; what it was told is in `seen`. */
  listen(path: string, limit: number) {
    sdk.onSnapshot(
      sdk.query(sdk.collection(db, path), sdk.orderBy('n'), sdk.limit(limit)),
      (snapshot) => seen.push(snapshot.docs.map((document) => document.id)),
      (error) => errors.push(error.code),
    )
  },
  seen: () => seen,
  errors: () => errors,
  async count(path: string) {
    return (await sdk.getCountFromServer(sdk.collection(db, path))).data().count
  },
}

export type FirestorePage = typeof page
Object.assign(globalThis, { page })
