import { useMemo } from 'react'
import { CircleCheck, CircleX } from 'lucide-react'
import { defaultDatabase } from '../../../backend/default-database.ts'
import { requestsTexts as texts } from '../../../texts/en/requests.ts'
import { Badge } from '../../../ui/badge.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Copyable } from '../../../ui/copyable.tsx'
import { type Fact, FactList } from '../../../ui/fact-list.tsx'
import { formatDateTime } from '../../../texts/format.ts'
import { TextLink } from '../../../ui/text-link.tsx'
import { toneOfValue, wordsOfReason, wordsOfValue } from '../../../shared/rules/words-of-rules.ts'
import { type DescribedRequest, type ListedRequest, shortFileName } from '../../../shared/requests/list-requests.ts'
import { useProject } from '../../../session/project-context.tsx'
import { rulesOf } from '../../../shared/rules/rules-search.ts'
import { wordsOfStages } from '../took.ts'
import { useCallerNames } from '../use-caller-names.ts'
import { UserUidLink } from '../../../shared/people/user-uid-link.tsx'
import { RequestPathLink } from '../../../shared/requests/request-path-link.tsx'
import { visibleDirections } from '../../../texts/visible-directions.ts'

/** All that lists know of a request: who and from where, what decided, what was read and written, and how long it took. */
export function RequestFacts({ described }: { readonly described: DescribedRequest }) {
  return <FactList facts={factsOf(described)} />
}

function factsOf({ request, test, why }: DescribedRequest): Fact[] {
  const { time, database, verdict, rule, reason, stages, lookedUp, from, written } = request
  const facts: (Fact | undefined)[] = [
    { id: 'verdict', name: texts.verdict, value: <Verdict verdict={verdict} /> },
    rule && {
      id: 'rule',
      name: texts.why,
      value:
        // Operators' requests are not the rules' to decide.
        test === undefined ? (
          texts.line(rule.fileName, rule.line)
        ) : (
          <DecidingLine request={request} fileName={rule.fileName} line={rule.line} />
        ),
    },
    reason === undefined
      ? undefined
      : { id: 'reason', name: texts.reason, value: <Reason request={request} why={why} />, isTall: true },
    { id: 'what', name: texts.what, value: <What request={request} /> },
    database === undefined || database === defaultDatabase
      ? undefined
      : { id: 'database', name: texts.database, value: <code className="text-code">{database}</code> },
    { id: 'who', name: texts.who, value: <Who request={request} /> },
    from && {
      id: 'from',
      name: texts.from,
      value: (
        <span className="break-all">
          {from.origin === undefined ? from.address : `${from.origin}, ${from.address}`}
        </span>
      ),
    },
    { id: 'time', name: texts.time, value: formatDateTime(Date.parse(time)) },
    stages && { id: 'took', name: texts.took, value: <Lines lines={wordsOfStages(stages)} />, isTall: true },
    lookedUp && { id: 'lookedUp', name: texts.lookedUp, value: <Paths paths={lookedUp} />, isTall: true },
    // One alone is what the request is about.
    written === undefined || written.count < 2
      ? undefined
      : {
          id: 'written',
          name: texts.written,
          value: <Paths paths={written.paths} count={written.count} />,
          isTall: true,
        },
    from && {
      id: 'requestId',
      name: texts.requestId,
      value: <Copyable label={texts.requestId} value={from.requestId} />,
    },
  ]
  return facts.filter((fact) => fact !== undefined)
}

function What({ request }: { readonly request: ListedRequest }) {
  return (
    <code className="text-code break-all">
      {request.operation}{' '}
      <RequestPathLink
        request={request}
        className="rounded-small underline decoration-line-control underline-offset-2 hover:decoration-ink-1"
      >
        {visibleDirections(request.path)}
      </RequestPathLink>
    </code>
  )
}

/** The way to the line in the rules that decided. */
function DecidingLine({
  request: { id, ...place },
  fileName,
  line,
}: {
  readonly request: ListedRequest
  readonly fileName: string
  readonly line: number
}) {
  const project = useProject()
  return (
    <TextLink
      to="/projects/$project/rules"
      params={{ project: project.id }}
      search={{ request: id, at: 'line', ...rulesOf(place) }}
    >
      <span title={fileName}>{texts.line(shortFileName(fileName), line)}</span>
    </TextLink>
  )
}

/** Why nothing was granted: which expression it was, and what the values in it were. */
function Reason({
  request: { reason, expression: failed },
  why,
}: {
  readonly request: ListedRequest
  readonly why: DescribedRequest['why']
}) {
  // `if false` says all there is to say.
  const expression = why !== undefined && why.expression === why.value ? undefined : (why?.expression ?? failed)
  return (
    <div className="grid gap-1">
      <p className="break-words">{wordsOfReason(reason)}</p>
      {expression !== undefined && (
        <ul aria-label={texts.values} className="grid gap-0.5 font-mono text-code">
          <Valued expression={expression} value={why?.value} />
          {why?.parts.map((part, at) => (
            <Valued key={at} {...part} isInner />
          ))}
        </ul>
      )}
    </div>
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

function Verdict({ verdict }: Pick<ListedRequest, 'verdict'>) {
  return verdict === 'allowed' ? (
    <Badge tone="good" icon={<CircleCheck />}>
      {texts.allowed}
    </Badge>
  ) : (
    <Badge tone="danger" icon={<CircleX />}>
      {texts.denied}
    </Badge>
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

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul className="grid gap-0.5">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function Who({ request }: { readonly request: ListedRequest }) {
  const { kind, uid } = request.caller
  const { nameOf } = useCallerNames(
    undefined,
    useMemo(() => [request], [request]),
  )
  if (uid === undefined) return texts.visitor
  const name = nameOf(request.caller)
  return kind === 'operator' ? (
    <span className="break-all">{texts.operatorNamed(name ?? uid)}</span>
  ) : (
    <UserUidLink uid={uid} name={name}>
      <span className="break-all">{name === undefined ? uid : `${name}, ${uid}`}</span>
    </UserUidLink>
  )
}
