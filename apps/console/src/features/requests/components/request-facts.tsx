import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { defaultDatabase } from '../../../backend/default-database.ts'
import { useProject } from '../../../session/project-context.tsx'
import { useProjectApps } from '../../../shared/project-queries.ts'
import type { DescribedRequest, ListedRequest } from '../../../shared/requests/list-requests.ts'
import { toneOfValue, wordsOfValue } from '../../../shared/rules/words-of-rules.ts'
import type { NameOfCaller } from '../../../shared/people/use-user-names.ts'
import { requestsTexts as texts } from '../../../texts/en/requests.ts'
import { formatDateTime, formatHundredths } from '../../../texts/format.ts'
import { visibleDirections } from '../../../texts/visible-directions.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Copyable } from '../../../ui/copyable.tsx'
import { wordsOfApp } from '../app-words.ts'
import { decidedMs, wordsOfStages } from '../took.ts'

/** All that lists know of a request: who and from where, with which app, what was read and written, and how long it took. */
export function RequestFacts({ request, nameOf }: { readonly request: ListedRequest; readonly nameOf: NameOfCaller }) {
  const { data: apps = [] } = useProjectApps()
  const { time, database, stages, lookedUp, from, written } = request
  const app = wordsOfApp(from, apps)
  return (
    <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-y-2.5 px-4.5 py-4 text-table [&>dt]:text-ink-2">
      <Fact name={texts.who}>
        <Who request={request} name={nameOf(request.caller)} />
      </Fact>
      <Fact name={texts.time}>{formatDateTime(Date.parse(time))}</Fact>
      {app !== undefined && <Fact name={texts.app}>{app}</Fact>}
      {from !== undefined && (
        <Fact name={texts.from}>
          <span className="break-all">
            {from.origin === undefined ? from.address : `${from.origin}, ${from.address}`}
          </span>
        </Fact>
      )}
      {database !== undefined && database !== defaultDatabase && (
        <Fact name={texts.database}>
          <code className="text-code">{database}</code>
        </Fact>
      )}
      {lookedUp !== undefined && (
        <Fact name={texts.lookedUp}>
          <Paths paths={lookedUp} />
        </Fact>
      )}
      {/* One alone is what the request is about. */}
      {written !== undefined && written.count > 1 && (
        <Fact name={texts.written}>
          <Paths paths={written.paths} count={written.count} />
        </Fact>
      )}
      {from !== undefined && (
        <Fact name={texts.requestId}>
          <Copyable label={texts.requestId} value={from.requestId} />
        </Fact>
      )}
      {stages !== undefined && (
        <Fact name={texts.decidedIn}>
          {texts.milliseconds(formatHundredths(decidedMs(stages)))}
          <Stages stages={stages} />
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}

/** What the time went to, as parts of a bar and in words. */
function Stages({ stages }: { readonly stages: NonNullable<ListedRequest['stages']> }) {
  const { beforeMs = 0, rulesMs, lookupsMs } = stages
  const all = Math.max(decidedMs(stages), Number.EPSILON)
  const parts = [
    { ms: beforeMs, className: 'fill-kind-8-mark' },
    { ms: rulesMs, className: 'fill-kind-1-mark' },
    { ms: lookupsMs, className: 'fill-kind-3-mark' },
  ].filter(({ ms }) => ms > 0)
  return (
    <>
      <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none" className="my-1 block h-2 w-full">
        {parts.map(({ ms, className }, at) => {
          const before = parts.slice(0, at).reduce((sum, part) => sum + part.ms, 0)
          return (
            <rect
              key={className}
              x={(before / all) * 100}
              width={Math.max(0.5, (ms / all) * 100 - 0.6)}
              height="8"
              className={className}
            />
          )
        })}
      </svg>
      <span className="text-small text-ink-2">{wordsOfStages(stages).join(', ')}</span>
    </>
  )
}

/** The expressions of the line that decided, and what their values were. */
export function Values({ request: { expression: failed }, why }: Pick<DescribedRequest, 'request' | 'why'>) {
  // `if false` says all there is to say.
  const expression = why !== undefined && why.expression === why.value ? undefined : (why?.expression ?? failed)
  if (expression === undefined) return null
  return (
    <ul aria-label={texts.values} className="grid gap-0.5 px-4.5 py-3 font-mono text-code">
      <Valued expression={expression} value={why?.value} />
      {why?.parts.map((part, at) => (
        <Valued key={at} {...part} isInner />
      ))}
    </ul>
  )
}

function Valued({
  expression,
  value,
  isInner = false,
}: {
  readonly expression: string
  readonly value: string | undefined
  readonly isInner?: boolean
}) {
  return (
    <li className={classNames('flex flex-wrap gap-x-2', isInner && 'pl-3')}>
      <span className="min-w-0 [overflow-wrap:anywhere]">{expression}</span>
      <span
        className={classNames(
          '[overflow-wrap:anywhere]',
          value === undefined ? 'font-sans text-ink-2' : toneOfValue(value),
        )}
      >
        <span className="text-ink-2" aria-hidden="true">
          →{' '}
        </span>
        {value === undefined ? texts.valueNotKept : wordsOfValue(value)}
      </span>
    </li>
  )
}

function Paths({ paths, count = paths.length }: { readonly paths: readonly string[]; readonly count?: number }) {
  const more = count - paths.length
  return (
    <ul className="grid gap-0.5">
      {paths.map((path) => (
        <li key={path}>
          <code className="text-code break-all">{visibleDirections(path)}</code>
        </li>
      ))}
      {more > 0 && <li className="text-ink-2">{texts.andMore(more)}</li>}
    </ul>
  )
}

function Who({ request, name }: { readonly request: ListedRequest; readonly name: string | undefined }) {
  const project = useProject()
  const { kind, uid } = request.caller
  if (uid === undefined) return texts.visitor
  if (kind === 'operator') return <span className="break-all">{texts.operatorNamed(name ?? uid)}</span>
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Avatar name={name ?? uid} size="small" />
      <Link
        to="/projects/$project/users/$uid"
        params={{ project: project.id, uid }}
        title={uid}
        aria-label={name === undefined ? uid : `${name}, ${uid}`}
        className={classNames(
          'min-w-0 rounded-small text-sky break-words hover:underline',
          name === undefined && 'font-mono text-code',
        )}
      >
        {name ?? uid}
      </Link>
    </span>
  )
}
