import { CircleCheck, CircleX } from 'lucide-react'
import { defaultDatabase } from '../../../backend/default-database.ts'
import { requestsTexts as texts } from '../../../texts/en/requests.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { formatHundredths } from '../../../texts/format.ts'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { type ListedRequest, shortFileName } from '../../../shared/requests/list-requests.ts'
import { wordsOfReason } from '../../../shared/rules/words-of-rules.ts'
import { decidedMs, wordsOfStages } from '../took.ts'
import type { CallerName } from '../use-caller-names.ts'
import { UserUidLink } from '../../../shared/people/user-uid-link.tsx'
import { visibleDirections } from '../../../texts/visible-directions.ts'

/** `onOpen` shows all that is kept of a request. */
export const columnsWith = (
  onOpen: (request: ListedRequest) => void,
  nameOf: CallerName,
): readonly Column<ListedRequest>[] => [
  {
    id: 'verdict',
    title: texts.verdict,
    cell: ({ verdict }) =>
      verdict === 'allowed' ? (
        <Badge tone="good" icon={<CircleCheck />}>
          {texts.allowed}
        </Badge>
      ) : (
        <Badge tone="danger" icon={<CircleX />}>
          {texts.denied}
        </Badge>
      ),
  },
  {
    id: 'what',
    title: texts.what,
    cell: (request) => (
      <div className="relative max-w-[calc(100vw-11.5rem)] py-1.5 tablet:max-w-none desk:py-0">
        <button
          type="button"
          onClick={() => onOpen(request)}
          title={visibleDirections(`${request.operation} ${request.path}`)}
          aria-label={texts.openRequest(visibleDirections(`${request.operation} ${request.path}`))}
          // Where there is little room all of the cell is the button.
          className="flex w-full min-w-0 items-baseline gap-2 rounded-small text-left font-mono text-code after:absolute after:inset-0 hover:underline desk:after:hidden desk:touch:min-h-10 desk:touch:items-center"
        >
          <span className="shrink-0 text-ink-2">{request.operation}</span> <MiddleTruncated text={request.path} />
          <NamedDatabase request={request} />
        </button>
        <InShort request={request} nameOf={nameOf} />
      </div>
    ),
  },
  {
    id: 'who',
    title: texts.who,
    isSecondary: 'wide',
    cell: ({ caller, caller: { kind, uid } }) =>
      uid === undefined ? (
        <span className="text-ink-2">{texts.visitor}</span>
      ) : (
        <span className="flex max-w-56 items-center gap-2">
          {kind === 'user' ? (
            <UserUidLink uid={uid} name={nameOf(caller)}>
              <MiddleTruncated text={nameOf(caller) ?? uid} />
            </UserUidLink>
          ) : (
            // Operators are no users of the project.
            (nameOf(caller) ?? <Copyable label={texts.uid} value={uid} />)
          )}
          {kind === 'operator' && <Badge>{texts.operator}</Badge>}
        </span>
      ),
  },
  {
    id: 'why',
    title: texts.why,
    isSecondary: 'wide',
    cell: ({ rule, reason, expression }) => {
      const words = reasonOf({ reason, expression })
      return (
        <div className="py-1 whitespace-normal" title={words}>
          {rule !== undefined && (
            <div className="font-mono text-code">{texts.line(shortFileName(rule.fileName), rule.line)}</div>
          )}
          <div className="line-clamp-2 break-words text-ink-2">{words}</div>
        </div>
      )
    },
  },
  {
    id: 'decided',
    title: texts.decidedIn,
    isSecondary: 'wide',
    isNumber: true,
    cell: ({ stages }) =>
      stages && (
        <span title={wordsOfStages(stages).join('\n')}>{texts.milliseconds(formatHundredths(decidedMs(stages)))}</span>
      ),
  },
  { id: 'time', title: texts.time, isSecondary: 'wide', cell: ({ time }) => <Moment at={Date.parse(time)} /> },
]

/** The default one is where requests usually go. */
function NamedDatabase({ request: { database = defaultDatabase } }: { readonly request: ListedRequest }) {
  if (database === defaultDatabase) return null
  return (
    <bdi title={`${texts.database} ${database}`} className="max-w-32 shrink-0 truncate text-ink-2">
      {texts.inDatabase(database)}
    </bdi>
  )
}

/** What has a column of its own where there is room. */
function InShort({
  request: { caller, rule, reason, expression, time },
  nameOf,
}: {
  readonly request: ListedRequest
  readonly nameOf: CallerName
}) {
  const who = caller.uid === undefined ? texts.visitor : (nameOf(caller) ?? caller.uid)
  const words = reasonOf({ reason, expression })
  const place = rule && texts.line(shortFileName(rule.fileName), rule.line)
  const decidedBy = [place, words].filter(Boolean).join(' · ')
  return (
    <span className="grid gap-0.5 text-small text-ink-2 desk:hidden">
      <span className="flex min-w-0 flex-wrap gap-x-1.5">
        <span className="max-w-full min-w-0 truncate">{who}</span>
        <span aria-hidden="true" className="hidden tablet:inline">
          ·
        </span>
        <Moment at={Date.parse(time)} />
      </span>
      {decidedBy !== '' && <span className="truncate">{decidedBy}</span>}
    </span>
  )
}

/** Why nothing was granted, and the expression that had no value. */
function reasonOf({ reason, expression }: Pick<ListedRequest, 'reason' | 'expression'>): string {
  const words = wordsOfReason(reason)
  return expression === undefined ? words : `${expression}: ${words}`
}
