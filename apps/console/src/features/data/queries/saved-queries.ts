import type { FirebaseApp } from 'firebase/app'
import {
  arrayRemove,
  arrayUnion,
  collection,
  type CollectionReference,
  deleteDoc,
  doc,
  query,
  type QueryDocumentSnapshot,
  serverTimestamp,
  updateDoc,
  where,
} from 'firebase/firestore'
import { defaultDatabase } from '../../../backend/default-database.ts'
import { creation } from '../../../documents/commit.ts'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import { firestoreOf } from '../../../backend/sdk/firestore.ts'
import { dataOf, type Live } from '../../../backend/live/live-state.ts'
import { trackWrite } from '../../../backend/live/track-write.ts'
import { useLiveQuery } from '../../../backend/live/listeners.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { commitToConsole } from '../../../shared/console-data/console-database.ts'

/** A query of the data browser that somebody gave a name: `projects/{projectId}/savedQueries/{id}`. */
export interface SavedQuery {
  readonly id: string
  readonly name: string
  /** The id of its database; kept only for a named one. */
  readonly database: string
  /** The path of the collection. */
  readonly collection: string
  /** See `formatCondition` and `formatOrdering`. */
  readonly filters: readonly string[]
  readonly orderBy: readonly string[]
  /** At most so many of the first; undefined for all. */
  readonly limit: number | undefined
  readonly createdBy: string
  /** The uids of those it is shared with. */
  readonly sharedWith: readonly string[]
}

export type QueryToSave = Pick<SavedQuery, 'name' | 'database' | 'collection' | 'filters' | 'orderBy' | 'limit'>

export interface SavedQueries {
  readonly live: Live<unknown>
  /** One's own and those shared with one, by name; undefined while they aren't known. */
  readonly queries: readonly SavedQuery[] | undefined
}

/** The saved queries of a project that are for this user, live. */
export function useSavedQueries(project: string, uid: string): SavedQueries {
  const { app } = useConsoleApp()
  const all = savedQueriesOf(app, project)
  const own = useLiveQuery(query(all, where('createdBy', '==', uid)))
  const shared = useLiveQuery(query(all, where('sharedWith', 'array-contains', uid)))
  const [ownData, sharedData] = [dataOf(own), dataOf(shared)]
  const live = own.status === 'live' || own.status === 'stale' ? shared : own
  if (ownData === undefined || sharedData === undefined) return { live, queries: undefined }
  const found = new Map([...ownData.docs, ...sharedData.docs].map((document) => [document.id, savedQueryOf(document)]))
  return { live, queries: [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name)) }
}

/** Throws what `commitToConsole` does. */
export async function saveQuery(
  app: FirebaseApp,
  project: string,
  uid: string,
  { database, limit, ...saved }: QueryToSave,
): Promise<void> {
  const texts = { ...saved, ...(database !== defaultDatabase && { database }), createdBy: uid, sharedWith: [] }
  const fields = new Map<string, TypedValue>([
    ...Object.entries(texts).map(([name, value]): [string, TypedValue] => [name, typedText(value)]),
    ...(limit === undefined ? [] : [['limit', { kind: 'integer', value: BigInt(limit) }] as const]),
    ['createdAt', { kind: 'server-time' }],
  ])
  const { path } = doc(savedQueriesOf(app, project))
  await commitToConsole(app, (place) => [creation(place, path, fields)])
}

/** Shares a query with somebody, or no more. Two who share at once both win. Whoever made it may. */
export async function shareQuery(
  app: FirebaseApp,
  project: string,
  id: string,
  { uid, isShared }: { readonly uid: string; readonly isShared: boolean },
): Promise<void> {
  const sharedWith = isShared ? arrayUnion(uid) : arrayRemove(uid)
  await trackWrite(app, updateDoc(doc(savedQueriesOf(app, project), id), { sharedWith, updatedAt: serverTimestamp() }))
}

/** Takes a query that was shared with somebody off their own list. */
export async function unlistSavedQuery(app: FirebaseApp, project: string, id: string, uid: string): Promise<void> {
  await shareQuery(app, project, id, { uid, isShared: false })
}

/** Whoever made it may, and owners. */
export async function deleteSavedQuery(app: FirebaseApp, project: string, id: string): Promise<void> {
  await trackWrite(app, deleteDoc(doc(savedQueriesOf(app, project), id)))
}

function savedQueriesOf(app: FirebaseApp, project: string): CollectionReference {
  return collection(firestoreOf(app), 'projects', project, 'savedQueries')
}

function savedQueryOf(document: QueryDocumentSnapshot): SavedQuery {
  const { name, database, collection: path, filters, orderBy, limit, createdBy, sharedWith } = document.data()
  return {
    id: document.id,
    name: String(name ?? document.id),
    database: typeof database === 'string' ? database : defaultDatabase,
    collection: String(path ?? ''),
    filters: textsOf(filters),
    orderBy: textsOf(orderBy),
    limit: typeof limit === 'number' ? limit : undefined,
    createdBy: String(createdBy ?? ''),
    sharedWith: textsOf(sharedWith),
  }
}

function typedText(value: string | readonly string[]): TypedValue {
  return typeof value === 'string' ? { kind: 'string', value } : { kind: 'array', values: value.map(typedText) }
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
