import { collection, limit, orderBy, query, type QuerySnapshot, Timestamp, where } from 'firebase/firestore'
import { firestoreOf } from '../firebase/firestore.ts'
import { dataOf, type Live } from '../live/live-state.ts'
import { useQuery } from '../live/use-live.ts'
import { useConsoleApp } from '../session/console-app-context.tsx'
import type { Act } from './act.ts'
import { foldActs } from './fold-acts.ts'

/** That somebody opened the project is told every hour and changes nothing: so many are asked for that others are among them. */
const askedFor = 50
/** What was done with many takes all those places. */
const askedForAtMost = 400
const rowsWanted = 20

/**
 * What the team changed in the project lately, the newest first, live.
 *
 * @param notBy whose acts are left out, by uid: the server leaves them out, so that however many they are hides no others
 */
export function useActs(
  project: string,
  notBy?: string,
): {
  readonly status: Live<unknown>['status']
  readonly acts: readonly Act[] | undefined
  /** Whether there are acts further back that weren't asked for. */
  readonly isCut: boolean
} {
  const { app } = useConsoleApp()
  const all = collection(firestoreOf(app), 'projects', project, 'activity')
  const whose = notBy === undefined ? [] : [where('actor', '!=', notBy)]
  const newest = query(all, ...whose, orderBy('at', 'desc'))
  const live = useQuery(query(newest, limit(askedFor)))
  const first = dataOf(live)
  const firstActs = first && actsOf(first)
  const isShort = first?.size === askedFor && firstActs !== undefined && foldActs(firstActs).length < rowsWanted
  const more = dataOf(useQuery(isShort ? query(newest, limit(askedForAtMost)) : undefined))
  return {
    status: live.status,
    acts: more === undefined ? firstActs : actsOf(more),
    isCut: more === undefined ? first?.size === askedFor : more.size === askedForAtMost,
  }
}

function actsOf(snapshot: QuerySnapshot): readonly Act[] {
  return snapshot.docs
    .map((document) => readAct(document.id, document.data()))
    .filter(({ action }) => action !== 'session.enter')
}

function readAct(id: string, fields: Readonly<Record<string, unknown>>): Act {
  const { at, actor, action, target, detail } = fields
  const names = textsOf(fields['names'])
  return {
    id,
    at: at instanceof Timestamp ? at.toMillis() : undefined,
    actor: textOf(actor),
    actorName: names[textOf(actor)] ?? textOf(actor),
    action: textOf(action),
    target: textOf(target),
    detail: textsOf(detail),
    names,
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function textsOf(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string')) as Record<
    string,
    string
  >
}
