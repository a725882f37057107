import type { FirebaseApp } from 'firebase/app'
import { collection, type DocumentSnapshot, getDocs, limit, query, where } from 'firebase/firestore'
import { firestoreOf } from '../../backend/sdk/firestore.ts'
import type { Operation, TypedFields } from '../../documents/values/typed-value.ts'
import { type AccountLists, changeAccount, readAccountDocument } from './account-document.ts'

type ListName = keyof AccountLists

/** So many a list remembers; the oldest go first. The security rules of the project `console` take a few more. */
const remembered = { recentProjects: 20, installations: 50 } as const

/** Puts the project at the end of `recentProjects`: the one that this account entered last, in whichever browser. */
export async function noteRecentProject(app: FirebaseApp, uid: string, project: string): Promise<void> {
  await remember(app, uid, 'recentProjects', project)
}

/** A project that can't be entered any more is not where the next sign-in should lead. */
export async function forgetRecentProject(app: FirebaseApp, uid: string, project: string): Promise<void> {
  await changeAccount(app, uid, (before) =>
    typedListIn(before, 'recentProjects').includes(project)
      ? [{ recentProjects: listOperation('array-remove', [project]) }]
      : [],
  )
}

/** The project that this account entered last, in whichever browser; undefined when it entered none. */
export async function findRecentProject(app: FirebaseApp, uid: string): Promise<string | undefined> {
  return listIn(await readAccountDocument(app, uid), 'recentProjects').at(-1)
}

/** The one project that this account belongs to besides the console's own: whoever has set a server up is led into it, and not to a list of one. */
export async function findOnlyProject(app: FirebaseApp, uid: string): Promise<string | undefined> {
  const mine = query(collection(firestoreOf(app), 'projects'), where('memberIds', 'array-contains', uid), limit(3))
  const ids = (await getDocs(mine)).docs.map(({ id }) => id).filter((id) => id !== 'console')
  return ids.length === 1 ? ids[0] : undefined
}

/** Notes which installation of the console this browser is. */
export async function noteInstallation(app: FirebaseApp, uid: string, installation: string): Promise<void> {
  await remember(app, uid, 'installations', installation)
}

/** A union leaves what is there where it stands, so what is to be the last is taken out before. */
async function remember(app: FirebaseApp, uid: string, name: keyof typeof remembered, item: string): Promise<void> {
  await changeAccount(app, uid, (before) => {
    const items = typedListIn(before, name)
    if (items.at(-1) === item) return []
    const others = items.filter((one) => one !== item)
    const gone = [item, ...others.slice(0, Math.max(0, others.length + 1 - remembered[name]))]
    return [{ [name]: listOperation('array-remove', gone) }, { [name]: listOperation('array-add', [item]) }]
  })
}

/** A list of the own document; empty where it was never written. */
export function listIn(account: DocumentSnapshot, name: ListName): readonly string[] {
  const list: unknown = account.get(name)
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
}

/** What adds texts to a list, or takes them out of it. */
export function listOperation(kind: 'array-add' | 'array-remove', items: readonly string[]): Operation {
  return { kind, values: items.map((value) => ({ kind: 'string', value })) }
}

function typedListIn(account: TypedFields, name: ListName): readonly string[] {
  const list = account.get(name)
  return list?.kind === 'array' ? list.values.flatMap((one) => (one.kind === 'string' ? [one.value] : [])) : []
}
