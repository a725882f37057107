import type { FirebaseApp } from 'firebase/app'
import { deleteDoc, doc, getDoc, runTransaction, serverTimestamp } from 'firebase/firestore'
import { firestoreOf } from '../firebase/firestore.ts'
import { trackWrite } from '../live/pending-writes.ts'

/** The part of `accounts/{uid}` that the account's page keeps. */
export interface AccountFields {
  readonly displayName?: string | null
  readonly photoURL?: string | null
  readonly photoPath?: string | null
  readonly theme?: 'system' | 'light' | 'dark'
  /** The language of the console; null is the browser's. */
  readonly locale?: string | null
}

/** Changes fields of one's own document, which is made with the first change. */
export async function saveAccountFields(app: FirebaseApp, uid: string, fields: AccountFields): Promise<void> {
  const firestore = firestoreOf(app)
  const account = doc(firestore, 'accounts', uid)
  await trackWrite(
    app,
    runTransaction(firestore, async (transaction) => {
      const isNew = !(await transaction.get(account)).exists()
      const times = { updatedAt: serverTimestamp(), ...(isNew && { createdAt: serverTimestamp() }) }
      transaction.set(account, { ...fields, ...times }, { merge: true })
    }),
  )
}

export async function deleteAccountDocument(app: FirebaseApp, uid: string): Promise<void> {
  await trackWrite(app, deleteDoc(doc(firestoreOf(app), 'accounts', uid)))
}

/** One's own document as it is; undefined when there is none. */
export async function readAccountDocument(app: FirebaseApp, uid: string): Promise<object | undefined> {
  return (await getDoc(doc(firestoreOf(app), 'accounts', uid))).data()
}
