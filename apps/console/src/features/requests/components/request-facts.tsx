import { CircleCheck, CircleX } from 'lucide-react'
import { requestsTexts as texts } from '../../../texts/en/requests.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { type Fact, FactList } from '../../../ui/fact-list.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import type { ListedRequest } from '../queries/list-requests.ts'

/** All that lists know of a request: who and from where, what decided, what was read and written, and how long it took. */
export function RequestFacts({ request }: { readonly request: ListedRequest }) {
  return <FactList facts={factsOf(request)} />
}

function factsOf(request: ListedRequest): Fact[] {
  const { time, operation, path, database, caller, verdict, rule, reason, stages, lookedUp, from, written } = request
  const facts: (Fact | undefined)[] = [
    { id: 'verdict', name: texts.verdict, value: <Verdict verdict={verdict} /> },
    rule && { id: 'rule', name: texts.why, value: texts.line(rule.fileName, rule.line) },
    reason === undefined
      ? undefined
      : { id: 'reason', name: texts.reason, value: <span className="break-words">{reason}</span> },
    { id: 'what', name: texts.what, value: <code className="text-code break-all">{`${operation} ${path}`}</code> },
    database === undefined || database === '(default)'
      ? undefined
      : { id: 'database', name: texts.database, value: <code className="text-code">{database}</code> },
    { id: 'who', name: texts.who, value: <span className="break-all">{whoOf(caller)}</span> },
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
    stages && { id: 'took', name: texts.took, value: <Lines lines={tookOf(stages)} />, isTall: true },
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
          <code className="text-code break-all">{path}</code>
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

function tookOf({ beforeMs, rulesMs, lookupsMs }: NonNullable<ListedRequest['stages']>): string[] {
  return [
    ...(beforeMs === undefined ? [] : [texts.beforeTook(beforeMs.toFixed(2))]),
    texts.rulesTook(rulesMs.toFixed(2)),
    ...(lookupsMs === 0 ? [] : [texts.lookupsTook(lookupsMs.toFixed(2))]),
  ]
}

function whoOf({ kind, uid }: ListedRequest['caller']): string {
  if (uid === undefined) return texts.visitor
  return kind === 'operator' ? texts.operatorNamed(uid) : uid
}
