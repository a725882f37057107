import { collection, limit, orderBy, query, Timestamp } from 'firebase/firestore'
import { firestoreOf } from '../../../firebase/firestore.ts'
import { dataOf } from '../../../live/live-state.ts'
import { useQuery } from '../../../live/use-live.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useProject } from '../../../session/project-context.tsx'
import { useSignedIn } from '../../../session/session-context.tsx'
import { overviewTexts } from '../../../texts/en/overview.ts'
import { Card } from '../../../ui/card.tsx'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

const shownMax = 8

/** What the team changed in the project, live. */
export default function TeamCard() {
  const project = useProject()
  const { app } = useConsoleApp()
  const ownUid = useSignedIn()?.account.uid
  const live = useQuery(
    query(collection(firestoreOf(app), 'projects', project.id, 'activity'), orderBy('at', 'desc'), limit(shownMax)),
  )
  const acts = dataOf(live)?.docs.map((document) => readAct(document.id, document.data()))
  return (
    <Card title={overviewTexts.team} isFlush>
      {acts === undefined ? (
        live.status === 'loading' ? (
          <Skeleton rows={4} />
        ) : (
          <p className="p-4 text-table text-ink-2">{overviewTexts.teamFailed}</p>
        )
      ) : acts.length === 0 ? (
        <p className="p-4 text-table text-ink-2">{overviewTexts.teamNothing}</p>
      ) : (
        <ul className="divide-y divide-line">
          {acts.map(({ id, at, actor, action, target, detail }) => (
            <li key={id} className="flex min-h-(--row) items-center gap-2.5 px-4 py-1 text-table">
              <span className="shrink-0 font-mono text-code">{action}</span>
              <span className="min-w-0 flex-1 font-mono text-code text-ink-2" title={about(target, detail)}>
                <MiddleTruncated text={about(target, detail)} />
              </span>
              <span className="shrink-0 text-small text-ink-2">
                {actor === ownUid ? `${overviewTexts.you} · ` : ''}
                {at !== undefined && <Moment at={at} />}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

interface Act {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly at: number | undefined
  readonly actor: string
  readonly action: string
  readonly target: string
  /** What changed, where the act says so. */
  readonly detail: string
}

function readAct(id: string, { at, actor, action, target, detail }: Readonly<Record<string, unknown>>): Act {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  return {
    id,
    at: at instanceof Timestamp ? at.toMillis() : undefined,
    actor: text(actor),
    action: text(action),
    target: text(target),
    detail: textsOf(detail),
  }
}

function about(target: string, detail: string): string {
  return [detail, target].filter((text) => text !== '').join(' · ')
}

/** `disabled · by mail` */
function textsOf(detail: unknown): string {
  if (typeof detail !== 'object' || detail === null) return ''
  return Object.values(detail)
    .filter((value) => typeof value === 'string' && value !== '')
    .join(' · ')
}
