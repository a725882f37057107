import { collection, limit, orderBy, query, Timestamp, where } from 'firebase/firestore'
import { firestoreOf } from '../firebase/firestore.ts'
import { dataOf, type Live } from '../live/live-state.ts'
import { useQuery } from '../live/use-live.ts'
import { useConsoleApp } from '../session/console-app-context.tsx'
import type { NamedAct } from './describe-act.ts'

/** What somebody of the team did in a project. */
export interface Act extends NamedAct {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly at: number | undefined
  readonly actor: string
  /** What the actor was called then. */
  readonly actorName: string
}

/** That somebody opened the project is told every hour and changes nothing: so many are asked for that others are among them. */
const askedFor = 50

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
  const live = useQuery(query(all, ...whose, orderBy('at', 'desc'), limit(askedFor)))
  const documents = dataOf(live)?.docs
  const acts = documents
    ?.map((document) => readAct(document.id, document.data()))
    .filter(({ action }) => action !== 'session.enter')
  return { status: live.status, acts, isCut: documents?.length === askedFor }
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
