import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX } from 'lucide-react'
import { useCallback } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { overviewTexts } from '../../../texts/en/overview.ts'
import { requestsTexts } from '../../../texts/en/requests.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatTime } from '../../../ui/format.ts'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { runRealtimeReport } from '../../analytics/queries/run-realtime-report.ts'
import type { ListedRequest } from '../../../rules/past-request.ts'
import { useRepeated } from '../../../ui/use-repeated.ts'
import type { AppRequests } from '../use-app-requests.ts'

const shownMax = 8
const peopleEveryMs = 15_000

/** What happens right now: who is there, and what the apps ask for. */
export function NowCard({ requests: { rows, problem } }: { readonly requests: AppRequests }) {
  const project = useProject()
  return (
    <Card title={overviewTexts.now} aside={<People />} isFlush>
      {rows === undefined ? (
        problem === undefined ? (
          <Skeleton rows={5} />
        ) : (
          <p className="p-4 text-table text-ink-2">{overviewTexts.nowFailed}</p>
        )
      ) : rows.length === 0 ? (
        <p className="p-4 text-table text-pretty text-ink-2">{overviewTexts.nothingNow}</p>
      ) : (
        <>
          <ul className="divide-y divide-line">
            {rows.slice(0, shownMax).map((request) => (
              <RequestLine key={request.id} request={request} />
            ))}
          </ul>
          <p className="border-t border-line px-4 py-2 text-table">
            <TextLink to="/projects/$project/requests" params={{ project: project.id }}>
              {overviewTexts.allRequests}
            </TextLink>
          </p>
        </>
      )}
    </Card>
  )
}

function RequestLine({ request: { id, time, operation, path, verdict } }: { readonly request: ListedRequest }) {
  const project = useProject()
  return (
    <li className="relative flex min-h-(--row) items-center gap-2.5 px-4 py-1 hover:bg-ground-2">
      <time dateTime={time} className="shrink-0 font-mono text-code text-ink-2">
        {formatTime(Date.parse(time))}
      </time>
      <Link
        to="/projects/$project/requests"
        params={{ project: project.id }}
        search={{ request: id }}
        title={`${operation} ${path}`}
        aria-label={`${operation} ${path}`}
        className="flex min-w-0 flex-1 items-baseline gap-1.5 text-table no-underline after:absolute after:inset-0"
      >
        <span className="shrink-0">{operation}</span>{' '}
        <span className="min-w-0 font-mono text-code">
          <MiddleTruncated text={path} />
        </span>
      </Link>
      {verdict === 'allowed' ? (
        <Badge tone="good" icon={<CircleCheck />}>
          {requestsTexts.allowed}
        </Badge>
      ) : (
        <Badge tone="danger" icon={<CircleX />}>
          {requestsTexts.denied}
        </Badge>
      )}
    </li>
  )
}

/** Who sent events in the last half hour. */
function People() {
  const project = useProject()
  const ask = useCallback(async () => {
    const { rows } = await runRealtimeReport(project, { dimensions: [], metrics: ['activeUsers'] })
    return rows[0]?.values[0] ?? 0
  }, [project])
  const { asked } = useRepeated(ask, peopleEveryMs)
  if (asked.answer === undefined) return null
  return (
    <span className="flex items-center gap-1.5 text-table text-ink-2 tabular-nums" title={overviewTexts.peopleHelp}>
      {asked.answer > 0 && <span aria-hidden="true" className="size-[7px] rounded-full bg-moss" />}
      {overviewTexts.people(asked.answer)}
    </span>
  )
}
