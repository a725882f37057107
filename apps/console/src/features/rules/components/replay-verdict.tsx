import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { messageOfRead } from '../../../backend/errors/read-reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { rulesTexts } from '../../../texts/en/rules.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { formatNumber } from '../../../texts/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { uidsOf } from '../../../shared/requests/list-requests.ts'
import { type UserNames, useUserNames } from '../../../shared/people/use-user-names.ts'
import type { ReplayedRequest } from '../queries/rules-queries.ts'
import { type Replay, replayMax, type ReplayState } from '../replay/use-replay.ts'

const texts = rulesTexts.replay
const shownMax = 50

/** How many past requests would have got something else, and which. */
export function ReplayVerdict({ replay: { state, stop } }: { readonly replay: Replay }) {
  const { status, asked, denied, allowed, unknown } = state
  const changed = useMemo(() => [...denied, ...allowed], [denied, allowed])
  if (status === 'idle') return null
  return (
    <div className="grid min-w-0 gap-3">
      {status === 'running' ? (
        <div className="flex items-center gap-3">
          <div className="min-w-0 flex-1">
            <p className="mb-1 text-small text-ink-2">{texts.running(asked)}</p>
            <Progress label={texts.progress} value={asked / replayMax} />
          </div>
          <Button size="small" onPress={stop}>
            {texts.stop}
          </Button>
        </div>
      ) : (
        <p role="status" className="text-small text-ink-2">
          {status === 'stopped' ? texts.stopped(asked) : asked === 0 ? texts.none : texts.asked(asked)}
        </p>
      )}
      {status === 'failed' && (
        <Notice tone="danger" isAnnounced>
          {texts.failed} {messageOfRead(state.problem)}
        </Notice>
      )}
      {asked > 0 && <Counts state={state} />}
      {status === 'done' && asked > 0 && denied.length + allowed.length === 0 && (
        <p className="text-table">{texts.nothingChanges}</p>
      )}
      <RequestList label={texts.changes} requests={changed} />
      {unknown.length > 0 && (
        <details>
          <summary className="w-fit cursor-default rounded-small text-table text-ink-2 hover:text-ink-1 touch:py-2.5">
            {texts.unknownList}
          </summary>
          <p className="py-2 text-small text-ink-2">{texts.unknownWhy}</p>
          <RequestList label={texts.unknownList} requests={unknown} />
        </details>
      )}
    </div>
  )
}

function Counts({ state: { same, denied, allowed, unknown } }: { readonly state: ReplayState }) {
  const counts: readonly (readonly [text: string, count: number, tone: Tone, icon: ReactNode])[] = [
    [texts.denied, denied.length, denied.length > 0 ? 'danger' : 'plain', <CircleX key="denied" />],
    [texts.allowed, allowed.length, allowed.length > 0 ? 'attention' : 'plain', <CircleCheck key="allowed" />],
    [texts.unknown, unknown.length, 'plain', <CircleHelp key="unknown" />],
    [texts.same, same, 'plain', undefined],
  ]
  return (
    <ul className="flex flex-wrap items-center gap-2">
      {counts.map(([text, count, tone, icon]) => (
        <li key={text}>
          <Badge tone={tone} icon={icon}>
            {formatNumber(count)} {text}
          </Badge>
        </li>
      ))}
    </ul>
  )
}

function RequestList({ label, requests }: { readonly label: string; readonly requests: readonly ReplayedRequest[] }) {
  const names = useUserNames(
    useMemo(() => uidsOf(requests.slice(0, shownMax).map(({ request }) => request)), [requests]),
  )
  if (requests.length === 0) return null
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="max-h-64 overflow-auto rounded border border-line bg-ground-1"
    >
      <ul className="divide-y divide-line">
        {requests.slice(0, shownMax).map((replayed) => (
          <li key={replayed.request.id} className="px-3 py-1.5">
            <RequestRow replayed={replayed} names={names} />
          </li>
        ))}
      </ul>
      {requests.length > shownMax && (
        <p className="px-3 py-1.5 text-small text-ink-2">{texts.more(requests.length - shownMax)}</p>
      )}
    </div>
  )
}

function RequestRow({
  replayed: { request, would, rule, reason },
  names,
}: {
  readonly replayed: ReplayedRequest
  readonly names: UserNames
}) {
  const project = useProject()
  const what = `${request.operation} ${request.path}`
  return (
    <div className="grid gap-0.5">
      <div className="flex flex-wrap items-start gap-x-2">
        <span className="min-w-0 flex-[1_1_10rem] font-mono text-code break-all">{what}</span>
        <Badge tone={would === 'denied' ? 'danger' : would === 'allowed' ? 'attention' : 'plain'}>
          {texts.wouldBe[would]}
        </Badge>
      </div>
      <p className="flex flex-wrap items-baseline gap-x-2 text-small text-ink-2">
        <span className="break-all" title={request.caller.uid}>
          {request.caller.uid === undefined ? texts.visitor : (names.get(request.caller.uid) ?? request.caller.uid)}
        </span>
        <Moment at={Date.parse(request.time)} />
        {rule !== undefined && (
          <span className="font-mono">
            {rule.fileName}:{rule.line}
          </span>
        )}
        {/* A new tab, because what is in the editor is not published. */}
        <a
          href={`/projects/${encodeURIComponent(project.id)}/requests?request=${request.id}`}
          target="_blank"
          rel="noopener"
          aria-label={texts.openRequest(what)}
          className="rounded-small font-medium text-ink-1 underline decoration-line-control underline-offset-2 hover:decoration-ink-1"
        >
          {texts.open}
        </a>
      </p>
      {reason !== undefined && <p className="text-small break-words text-ink-2">{reason}</p>}
    </div>
  )
}
