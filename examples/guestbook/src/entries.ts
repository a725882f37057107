import {
  addDoc,
  collection,
  deleteDoc,
  doc,
  limit,
  onSnapshot,
  orderBy,
  query,
  serverTimestamp,
  type Timestamp,
} from 'firebase/firestore'
import { deleteObject, ref } from 'firebase/storage'
import { firestore, storage } from './firebase.ts'

export interface Author {
  readonly uid: string
  readonly name: string
}

export interface Entry {
  readonly id: string
  readonly text: string
  readonly author: Author
  readonly picture: Picture | null
  readonly createdAt: Date
  /** Written here and not yet at the server. */
  readonly isPending: boolean
}

export interface Picture {
  readonly path: string
  readonly url: string
}

/** A document of the collection `entries`. */
interface StoredEntry {
  readonly text: string
  readonly author: Author
  readonly picture: Picture | null
  readonly createdAt: Timestamp
}

export async function addEntry(entry: { text: string; author: Author; picture: Picture | null }): Promise<void> {
  await addDoc(collection(firestore, 'entries'), { ...entry, createdAt: serverTimestamp() })
}

export async function deleteEntry(entry: Entry): Promise<void> {
  await deleteDoc(doc(firestore, 'entries', entry.id))
  if (entry.picture !== null) await deleteObject(ref(storage, entry.picture.path))
}

/** The newest fifty, again with each change. Returns what ends it. */
export function watchEntries(show: (entries: Entry[]) => void, fail: (error: Error) => void): () => void {
  const newest = query(collection(firestore, 'entries'), orderBy('createdAt', 'desc'), limit(50))
  return onSnapshot(
    newest,
    { includeMetadataChanges: true },
    (snapshot) => {
      const entries = snapshot.docs.map((document): Entry => {
        const stored = document.data({ serverTimestamps: 'estimate' }) as StoredEntry
        const isPending = document.metadata.hasPendingWrites
        return { ...stored, id: document.id, createdAt: stored.createdAt.toDate(), isPending }
      })
      show(entries)
    },
    fail,
  )
}
