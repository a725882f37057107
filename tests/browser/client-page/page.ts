import { connectHearth } from '@hearth/client'
import { getAnalytics, getGoogleAnalyticsClientId, logEvent, setUserId, setUserProperties } from 'firebase/analytics'
import { initializeApp } from 'firebase/app'
import { createUserWithEmailAndPassword, onAuthStateChanged, signOut } from 'firebase/auth'
import { addDoc, collection, doc, getDoc, getDocs, getFirestore, serverTimestamp, setDoc } from 'firebase/firestore'
import { doc as liteDoc, getDoc as getDocOnce, getFirestore as getFirestoreLite } from 'firebase/firestore/lite'
import { deleteInstallations, getId, getInstallations, getToken, onIdChange } from 'firebase/installations'
import { getBlob, getBytes, ref, uploadBytes, uploadBytesResumable, uploadString } from 'firebase/storage'

/** What a test does in the page: the SDK as an app uses it, after `connectHearth` and nothing else. */
const { location } = globalThis as unknown as { location: { search: string; origin: string } }
const origin = new URLSearchParams(location.search).get('origin') ?? location.origin
const app = initializeApp({
  apiKey: 'hk_shop-app_x',
  appId: '1:123456789012:web:abc',
  projectId: 'shop-app',
  authDomain: 'shop-app.firebaseapp.com',
})
const { auth, firestore, storage } = connectHearth(app, { origin })

const page = {
  async signUp(email: string) {
    const { user } = await createUserWithEmailAndPassword(auth, email, 'correct horse')
    return user.uid
  },
  /** Who is signed in once the SDK knows. */
  currentUid: () =>
    new Promise<string | null>((resolve) => {
      const stop = onAuthStateChanged(auth, (user) => {
        stop()
        resolve(user?.uid ?? null)
      })
    }),
  async writeAndRead(text: string) {
    await addDoc(collection(firestore, 'notes'), { text, at: serverTimestamp() })
    const found = await getDocs(collection(firestore, 'notes'))
    return found.docs.map((document) => document.get('text') as string)
  },
  /** In the database `second`, which the app asks the SDK for by itself. */
  async writeAndReadElsewhere(text: string) {
    const database = getFirestore(app, 'second')
    await setDoc(doc(database, 'notes/a'), { text })
    const found = await getDoc(doc(database, 'notes/a'))
    const once = await getDocOnce(liteDoc(getFirestoreLite(app, 'second'), 'notes/a'))
    return [found.get('text') as string, once.get('text') as string]
  },
  async uploadAndRead(text: string) {
    const file = ref(storage, 'notes/a.txt')
    await uploadString(file, text)
    return new TextDecoder().decode(await getBytes(file))
  },
  /** A blob goes up at once and in parts, and comes back as one. */
  async uploadAndReadBlobs(size: number) {
    const bytes = Uint8Array.from({ length: size }, (_, at) => at % 251)
    const content = new Blob([bytes], { type: 'image/x-bytes' })
    await uploadBytes(ref(storage, 'blobs/whole'), content)
    await uploadBytesResumable(ref(storage, 'blobs/parts'), content)
    const read = [await getBlob(ref(storage, 'blobs/whole')), await getBlob(ref(storage, 'blobs/parts'))]
    const beginning = await getBlob(ref(storage, 'blobs/whole'), 10)
    return await Promise.all(
      [...read, beginning].map(async (blob) => ({
        size: blob.size,
        type: blob.type,
        isSame: new Uint8Array(await blob.arrayBuffer()).every((byte, at) => byte === bytes[at]),
      })),
    )
  },
  async uploadInParts(name: string, size: number) {
    const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 7 + (at >> 8)) % 251)
    const { metadata } = await uploadBytesResumable(ref(storage, name), bytes)
    const read = new Uint8Array(await getBytes(ref(storage, name)))
    return { size: metadata.size, isSame: read.length === size && read.every((byte, at) => byte === bytes[at]) }
  },
  async installation() {
    const installations = getInstallations(app)
    return { id: await getId(installations), token: await getToken(installations) }
  },
  refreshInstallation: () => getToken(getInstallations(app), true),
  deleteInstallation: () => deleteInstallations(getInstallations(app)),
  /** The ids that the installation gets from now on, as they come. */
  watchIds() {
    const ids: string[] = []
    const stop = onIdChange(getInstallations(app), (id) => void ids.push(id))
    Object.assign(page, { idsSeen: () => ids, stopWatchingIds: stop })
  },
  idsSeen: (): string[] => [],
  stopWatchingIds(): void {},
  isSameInstance: () => getInstallations(app) === getInstallations(),
  signOut: () => signOut(auth),
  startAnalytics: () => void getAnalytics(app),
  log: (name: string, params: Record<string, unknown>) => logEvent(getAnalytics(app), name, params),
  setUser(uid: string, properties: Record<string, string>) {
    setUserId(getAnalytics(app), uid)
    setUserProperties(getAnalytics(app), properties)
  },
  clientId: () => getGoogleAnalyticsClientId(getAnalytics(app)),
}

export type ClientPage = typeof page
Object.assign(globalThis, { page })
