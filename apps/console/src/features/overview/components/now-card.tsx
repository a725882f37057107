import { Link, type LinkProps } from '@tanstack/react-router'
import { ChartColumn, CircleCheck, CircleX, LogIn } from 'lucide-react'
import type { ReactNode } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { analyticsTexts } from '../../../texts/en/analytics.ts'
import { overviewTexts } from '../../../texts/en/overview.ts'
import { requestsTexts } from '../../../texts/en/requests.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatTime } from '../../../texts/format.ts'
import { MiniBars } from '../../../shared/charts/mini-bars.tsx'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { visibleDirections } from '../../../texts/visible-directions.ts'
import { type Happening, happeningOf, isUpload } from '../happening.ts'
import { usePeopleNow, type AppRequests, type LiveNews } from '../queries/overview-queries.ts'

/** What happens right now: who is there and who comes, what the apps ask for, store and report. */
export function NowCard({
  requests: { rows, problem },
  live: { signIns, events },
}: {
  readonly requests: AppRequests
  readonly live: LiveNews
}) {
  const project = useProject()
  const happening = happeningOf(rows ?? [], signIns, events)
  return (
    <Card title={overviewTexts.now} aside={<People />} isFlush>
      <PeopleByMinute />
      {rows === undefined ? (
        problem === undefined ? (
          <Skeleton rows={5} />
        ) : (
          <p className="p-4 text-table text-ink-2">{overviewTexts.nowFailed}</p>
        )
      ) : happening.length === 0 ? (
        <p className="p-4 text-table text-pretty text-ink-2">{overviewTexts.nothingNow}</p>
      ) : (
        <>
          <ul className="divide-y divide-line">
            {happening.map((one) => (
              <HappeningLine key={one.key} happening={one} />
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

function HappeningLine({ happening }: { readonly happening: Happening }) {
  const params = { project: useProject().id }
  switch (happening.kind) {
    case 'request': {
      const { request } = happening
      const { id, path, verdict } = request
      const word = isUpload(request) ? overviewTexts.upload : request.operation
      return (
        <Line
          at={happening.at}
          word={word}
          code={path}
          badge={
            verdict === 'allowed' ? (
              <Badge tone="good" icon={<CircleCheck />}>
                {requestsTexts.allowed}
              </Badge>
            ) : (
              <Badge tone="danger" icon={<CircleX />}>
                {requestsTexts.denied}
              </Badge>
            )
          }
          link={{ to: '/projects/$project/requests', params, search: { request: id } }}
        />
      )
    }
    case 'sign-in': {
      const { uid, tenant, displayName, email, provider, isFirst } = happening.signIn
      return (
        <Line
          at={happening.at}
          word={isFirst ? overviewTexts.firstSignIn : overviewTexts.signIn}
          code={displayName ?? email ?? uid}
          isRead
          badge={<Badge icon={<LogIn />}>{provider}</Badge>}
          // Users of tenants have no page of their own.
          link={
            tenant === undefined
              ? { to: '/projects/$project/users/$uid', params: { ...params, uid } }
              : { to: '/projects/$project/users', params }
          }
        />
      )
    }
    case 'event': {
      const { name } = happening.event
      return (
        <Line
          at={happening.at}
          word={overviewTexts.event}
          code={name}
          badge={<Badge icon={<ChartColumn />}>{overviewTexts.eventBadge}</Badge>}
          link={{ to: '/projects/$project/analytics', params, search: { report: 'log', event: name } }}
        />
      )
    }
  }
}

interface LineProps {
  readonly at: number
  /** What was done, and with what. */
  readonly word: string
  readonly code: string
  /** It is a name or an address, which is read from its beginning: the cut is at its end. */
  readonly isRead?: boolean
  readonly badge: ReactNode
  readonly link: LinkProps
}

function Line({ at, word, code, isRead = false, badge, link }: LineProps) {
  const name = `${word} ${code}`
  return (
    <li className="relative flex min-h-(--row) items-center gap-2.5 px-4 py-1 hover:bg-ground-2">
      <time dateTime={new Date(at).toISOString()} className="shrink-0 font-mono text-code text-ink-2">
        {formatTime(at)}
      </time>
      <Link
        {...link}
        title={name}
        aria-label={name}
        className="flex min-w-0 flex-1 items-baseline gap-1.5 text-table no-underline after:absolute after:inset-0"
      >
        <span className="shrink-0">{word}</span>{' '}
        {isRead ? (
          <bdi className="truncate">{visibleDirections(code)}</bdi>
        ) : (
          <span className="min-w-0 font-mono text-code">
            <MiddleTruncated text={code} />
          </span>
        )}
      </Link>
      {badge}
    </li>
  )
}

/** Who sent events in the last half hour. */
function People() {
  const { people = 0 } = usePeopleNow().data ?? {}
  // Those who report no events are there all the same: nobody can say that nobody is.
  if (people === 0) return null
  return (
    <span className="flex items-center gap-1.5 text-table text-ink-2 tabular-nums" title={overviewTexts.peopleHelp}>
      <span aria-hidden="true" className="size-[7px] rounded-full bg-moss" />
      {overviewTexts.people(people)}
    </span>
  )
}

/** Those of the last half hour minute by minute; how many they are stands above. */
function PeopleByMinute() {
  const { people = 0, byMinute = [] } = usePeopleNow().data ?? {}
  if (people === 0) return null
  return (
    <div aria-hidden="true" className="border-b border-line px-4 pt-3 pb-2">
      <MiniBars values={byMinute} />
      <p className="mt-1 flex justify-between text-small text-ink-3">
        <span>{analyticsTexts.minutesAgo(byMinute.length)}</span>
        <span>{analyticsTexts.minutesShort(0)}</span>
      </p>
    </div>
  )
}
