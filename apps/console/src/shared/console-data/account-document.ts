import type { FirebaseApp } from 'firebase/app'
import { doc, type DocumentSnapshot, getDoc } from 'firebase/firestore'
import { HearthError } from '../../backend/api/hearth-error.ts'
import { commit, deletion, type FieldChange, untilNotOvertaken, update } from '../../documents/commit.ts'
import { findDocument } from '../../documents/read-document.ts'
import { noFields, type Operation, type TypedFields } from '../../documents/values/typed-value.ts'
import { firestoreOf } from '../../backend/sdk/firestore.ts'
import { answerInTime } from '../../backend/live/answer-in-time.ts'
import { commitToConsole, consoleDatabase } from './console-database.ts'

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
  readonly recentProjects?: Operation
  readonly pinned?: Operation
  readonly installations?: Operation
}

/** Changes fields of one's own document, which is made with the first change. */
export async function saveAccountFields(app: FirebaseApp, uid: string, fields: AccountFields): Promise<void> {
  await changeAccount(app, uid, () => [fields])
}

const madeInBetween = new HearthError({
  code: 'aborted',
  reason: 'MADE_IN_BETWEEN',
  message: 'Another page has made the document.',
})

/** Changes of this page, one after the other, as they were asked for. */
let lastChange: Promise<unknown> = Promise.resolve()

/**
 * Changes one's own document, which is made with the first change, in steps that are taken all or none. Throws what the server answers, or
 * what `answerInTime` does.
 *
 * @param stepsFrom what to write, one after the other, seeing what is there (nothing where there is no document); nothing is written for none
 */
export async function changeAccount(
  app: FirebaseApp,
  uid: string,
  stepsFrom: (before: TypedFields) => readonly (AccountFields | AccountLists)[],
): Promise<void> {
  const database = consoleDatabase(app)
  const path = pathOf(uid)
  const change = async (signal: AbortSignal): Promise<void> => {
    const before = await findDocument(database, path, signal)
    const isThere = before === undefined ? { exists: false } : { updateTime: before.updateTime }
    const times = [...(before === undefined ? ['createdAt'] : []), 'updatedAt'].map((name): FieldChange => ({
      path: [name],
      value: { kind: 'server-time' },
    }))
    const writes = stepsFrom(before?.fields ?? noFields).map((step, at) =>
      update(database, path, [...changesOf(step), ...times], at === 0 ? isThere : undefined),
    )
    if (writes.length === 0) return
    try {
      await commit(database, writes, signal)
    } catch (thrown) {
      // The rules come before the precondition, and let nobody change `createdAt` of what another page has made in between.
      if (before === undefined && (await findDocument(database, path, signal)) !== undefined) throw madeInBetween
      throw thrown
    }
  }
  const inTurn = async (): Promise<void> =>
    await answerInTime(async (signal) => await untilNotOvertaken(async () => await change(signal)))
  const changed = lastChange.then(inTurn, inTurn)
  lastChange = changed
  await changed
}

export async function deleteAccountDocument(app: FirebaseApp, uid: string): Promise<void> {
  await commitToConsole(app, (database) => [deletion(database, pathOf(uid))])
}

/** One's own document as it is, whether or not there is one. */
export async function readAccountDocument(app: FirebaseApp, uid: string): Promise<DocumentSnapshot> {
  return await getDoc(doc(firestoreOf(app), 'accounts', uid))
}

function pathOf(uid: string): string {
  return `accounts/${uid}`
}

function changesOf(step: AccountFields | AccountLists): readonly FieldChange[] {
  return Object.entries(step).flatMap(
    ([name, value]: [string, string | null | Operation | undefined]): readonly FieldChange[] => {
      if (value === undefined) return []
      const path = [name]
      if (value === null) return [{ path, value: { kind: 'null' } }]
      return [{ path, value: typeof value === 'string' ? { kind: 'string', value } : value }]
    },
  )
}
