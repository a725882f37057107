import { collection, limit, orderBy, query, type Query, type QuerySnapshot, Timestamp, where } from 'firebase/firestore'
import { useMyProject } from '../console-data/my-projects.ts'
import { firestoreOf } from '../../backend/sdk/firestore.ts'
import { dataOf, type Live } from '../../backend/live/live-state.ts'
import { useLiveQuery } from '../../backend/live/listeners.ts'
import { useConsoleApp } from '../../session/console-app-context.tsx'
import { useSignedIn } from '../../session/session-context.tsx'
import { type Act, foldActs } from './fold-acts.ts'

/** That somebody opened the project is told every hour and changes nothing: so many are asked for that others are among them. */
const askedFor = 50
/** What was done with many takes all those places. */
const askedForAtMost = 400
const rowsWanted = 20

/** Of so many people one query tells the newest acts. */
const peopleMax = 30

export interface Acts {
  readonly status: Live<unknown>['status']
  readonly acts: readonly Act[] | undefined
  /** Whether there are acts further back that weren't asked for. */
  readonly isCut: boolean
}

/** What the team changed in the project lately, the newest first, live. */
export function useActs(project: string): Acts {
  return useNewestActs(useActivity(project))
}

/**
 * What everybody else changed in the project lately, the newest first, live.
 *
 * Own acts are among the newest. Where they leave too little room, the rest of the team is asked for by name: however much one changes oneself
 * hides nothing of theirs. Those who left the team, the server's owner, and a team of more than 31 have no names to ask for: of them come what is
 * among the newest acts of all, of which `looksFurther` reads more. `isHidden` says that theirs may be further back.
 */
export function useActsOfOthers(project: string, looksFurther = false): Acts & { readonly isHidden: boolean } {
  const ownUid = useSignedIn()?.account.uid
  const activity = useActivity(project)
  const newest = useLiveQuery(query(activity, orderBy('at', 'desc'), limit(askedFor)))
  const first = dataOf(newest)
  const near = first && actsOf(first).filter(({ actor }) => actor !== ownUid)
  const isFull = first?.size === askedFor
  const isShort = isFull && near !== undefined && foldActs(near).length < rowsWanted

  const team = useMyProject(project)
  const others = dataOf(team)?.memberIds.filter((uid) => uid !== ownUid)
  const isAsked = isShort && others?.length !== 0
  const further = useNewestActs(isAsked && others !== undefined ? actsOfThese(activity, others) : undefined)
  const stretch = dataOf(
    useLiveQuery(isShort && looksFurther ? query(activity, orderBy('at', 'desc'), limit(askedForAtMost)) : undefined),
  )
  const isHidden = isShort && (!looksFurther || stretch?.size === askedForAtMost)
  const known =
    near && merged(near, stretch === undefined ? [] : actsOf(stretch).filter(({ actor }) => actor !== ownUid))
  if (!isAsked)
    return { status: newest.status, acts: known, isCut: stretch === undefined ? isFull : isHidden, isHidden }
  if (others === undefined && team.status !== 'live') {
    return { status: team.status, acts: undefined, isCut: true, isHidden: false }
  }
  const far = further.acts?.filter(({ actor }) => actor !== ownUid)
  return { ...further, acts: far && known && merged(known, far), isHidden }
}

function actsOfThese(activity: Query, people: readonly string[]): Query {
  return people.length > peopleMax ? activity : query(activity, where('actor', 'in', people))
}

function useActivity(project: string): Query {
  return collection(firestoreOf(useConsoleApp().app), 'projects', project, 'activity')
}

function useNewestActs(whose: Query | undefined): Acts {
  const newest = whose && query(whose, orderBy('at', 'desc'))
  const live = useLiveQuery(newest && query(newest, limit(askedFor)))
  const first = dataOf(live)
  const firstActs = first && actsOf(first)
  const isShort = first?.size === askedFor && firstActs !== undefined && foldActs(firstActs).length < rowsWanted
  const more = dataOf(useLiveQuery(newest && isShort ? query(newest, limit(askedForAtMost)) : undefined))
  return {
    status: live.status,
    acts: more === undefined ? firstActs : actsOf(more),
    isCut: more === undefined ? first?.size === askedFor : more.size === askedForAtMost,
  }
}

/** The newest first, each once. */
function merged(one: readonly Act[], other: readonly Act[]): readonly Act[] {
  const acts = new Map([...one, ...other].map((act) => [act.id, act]))
  // Their ids begin with the time.
  return [...acts.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1))
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
