import type { FirebaseApp } from 'firebase/app'
import {
  deleteDoc,
  doc,
  type DocumentSnapshot,
  getDoc,
  runTransaction,
  serverTimestamp,
  type FieldValue,
} from 'firebase/firestore'
import { firestoreOf } from '../firebase/firestore.ts'
import { trackWrite } from '../live/track-write.ts'

/** The part of `accounts/{uid}` that the account's page keeps. */
export interface AccountFields {
  readonly displayName?: string | null
  readonly photoURL?: string | null
  readonly photoPath?: string | null
  readonly theme?: 'system' | 'light' | 'dark'
  /** The language of the console; null is the browser's. */
  readonly locale?: string | null
}

/** Lists of the own document: changed by array union and remove, so that two browsers at once both win. */
export interface AccountLists {
  readonly recentProjects?: FieldValue
  readonly pinned?: FieldValue
  readonly installations?: FieldValue
}

/** Changes fields of one's own document, which is made with the first change. */
export async function saveAccountFields(app: FirebaseApp, uid: string, fields: AccountFields): Promise<void> {
  await trackWrite(
    app,
    changeAccount(app, uid, () => [fields]),
  )
}

/** Changes of this page, one after the other: two that make the document at once would each take it for new, and one be denied. */
let lastChange: Promise<unknown> = Promise.resolve()

/**
 * Changes one's own document, which is made with the first change, in steps that are taken all or none.
 *
 * @param stepsFrom what to write, one after the other, seeing what is there; nothing is written for none
 */
export async function changeAccount(
  app: FirebaseApp,
  uid: string,
  stepsFrom: (before: DocumentSnapshot) => readonly (AccountFields | AccountLists)[],
): Promise<void> {
  const firestore = firestoreOf(app)
  const account = doc(firestore, 'accounts', uid)
  const change = async (): Promise<void> =>
    await runTransaction(firestore, async (transaction) => {
      const before = await transaction.get(account)
      const times = { updatedAt: serverTimestamp(), ...(!before.exists() && { createdAt: serverTimestamp() }) }
      for (const step of stepsFrom(before)) transaction.set(account, { ...step, ...times }, { merge: true })
    })
  const changed = lastChange.then(change, change)
  lastChange = changed
  await changed
}

export async function deleteAccountDocument(app: FirebaseApp, uid: string): Promise<void> {
  await trackWrite(app, deleteDoc(doc(firestoreOf(app), 'accounts', uid)))
}

/** One's own document as it is, whether or not there is one. */
export async function readAccountDocument(app: FirebaseApp, uid: string): Promise<DocumentSnapshot> {
  return await getDoc(doc(firestoreOf(app), 'accounts', uid))
}
