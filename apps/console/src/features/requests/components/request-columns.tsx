import { CircleCheck, CircleX } from 'lucide-react'
import { requestsTexts as texts } from '../../../texts/en/requests.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { Moment } from '../../../ui/moment.tsx'
import type { ListedRequest } from '../queries/list-requests.ts'

/** `onOpen` shows all that is kept of a request. */
export const columnsWith = (onOpen: (request: ListedRequest) => void): readonly Column<ListedRequest>[] => [
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
      <button
        type="button"
        onClick={() => onOpen(request)}
        title={`${request.operation} ${request.path}`}
        aria-label={texts.openRequest(`${request.operation} ${request.path}`)}
        className="flex w-full min-w-0 items-baseline gap-2 rounded-small text-left font-mono text-code hover:underline touch:min-h-10 touch:items-center"
      >
        <span className="shrink-0 text-ink-2">{request.operation}</span> <MiddleTruncated text={request.path} />
      </button>
    ),
  },
  {
    id: 'who',
    title: texts.who,
    isSecondary: true,
    cell: ({ caller: { kind, uid } }) =>
      uid === undefined ? (
        <span className="text-ink-2">{texts.visitor}</span>
      ) : (
        <span className="flex items-center gap-2">
          <Copyable label={texts.uid} value={uid} className="max-w-40" />
          {kind === 'operator' && <Badge>{texts.operator}</Badge>}
        </span>
      ),
  },
  {
    id: 'why',
    title: texts.why,
    isSecondary: true,
    cell: ({ rule, reason }) => (
      <span className="block truncate" title={reason}>
        {rule !== undefined && <span className="mr-2 font-mono text-code">{texts.line(rule.fileName, rule.line)}</span>}
        <span className="text-ink-2">{reason}</span>
      </span>
    ),
  },
  { id: 'time', title: texts.time, cell: ({ time }) => <Moment at={Date.parse(time)} /> },
]
