import { logsTexts as texts } from '../../../texts/en/logs.ts'
import { formatDateTime, formatHundredths } from '../../../texts/format.ts'
import { visibleDirections } from '../../../texts/visible-directions.ts'
import { whenCame } from '../../../shared/when-came.ts'
import { classNames } from '../../../ui/class-names.ts'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { useWidth } from '../../../ui/use-width.ts'
import type { LoggedRequest } from '../queries/logs-queries.ts'
import type { NameOfUid } from '../use-uid-names.ts'
import { StatusBadge } from './status-badge.tsx'

export interface LogTableProps {
  readonly rows: readonly LoggedRequest[]
  /** The id of the request that stands beside the table. */
  readonly opened: string | undefined
  readonly nameOf: NameOfUid
  readonly onOpen: (id: string) => void
}

type ColumnId = 'time' | 'what' | 'who' | 'reason' | 'took'

/** How wide the table itself has to be for a column, in rem; on less than all of them need each request has two lines. */
const columns: readonly {
  readonly id: ColumnId
  readonly from: number
  readonly title: string
  readonly className: string
}[] = [
  { id: 'time', from: 30, title: texts.time, className: 'w-23 pl-4.5' },
  { id: 'what', from: 0, title: texts.request, className: 'px-3' },
  { id: 'reason', from: 62, title: texts.reason, className: 'w-[22%] px-3' },
  { id: 'who', from: 46, title: texts.person, className: 'w-[20%] px-3' },
  { id: 'took', from: 30, title: texts.inMilliseconds, className: 'w-22 pr-4.5 text-right' },
]

/** Requests one below the other, the newest first. */
export function LogTable({ rows, opened, nameOf, onOpen }: LogTableProps) {
  const { frame, rem } = useWidth()
  const shown = columns.filter(({ from }) => rem >= from)
  const has = new Set(shown.map(({ id }) => id))
  return (
    <div
      ref={frame}
      role="region"
      aria-label={texts.title}
      tabIndex={0}
      className="overflow-x-auto outline-offset-[-2px]"
    >
      <table className="w-full table-fixed border-collapse text-table">
        <caption className="sr-only">{texts.title}</caption>
        <thead className={has.has('time') ? undefined : 'sr-only'}>
          <tr className="border-b border-line text-left text-small text-ink-2">
            {shown.map(({ id, title, className }) => (
              <th key={id} scope="col" className={classNames('h-8 font-medium', className)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&>tr:last-child]:border-b-0">
          {rows.map((entry) => (
            <LogRow
              key={entry.id}
              entry={entry}
              has={has}
              isOpen={entry.id === opened}
              name={nameOf(entry.uid) ?? entry.uid}
              onOpen={() => onOpen(entry.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function LogRow({
  entry: { id, time, method, path, status, ms, reason },
  has,
  isOpen,
  name,
  onOpen,
}: {
  readonly entry: LoggedRequest
  readonly has: ReadonlySet<ColumnId>
  readonly isOpen: boolean
  readonly name: string | undefined
  readonly onOpen: () => void
}) {
  const at = Date.parse(time)
  const what = visibleDirections(`${method} ${path}`)
  const isOneLine = has.has('time')
  const when = (
    <time dateTime={time} title={formatDateTime(at)} className="whitespace-nowrap tabular-nums">
      {whenCame(at, Date.now())}
    </time>
  )
  return (
    <tr
      onClick={({ target }) => {
        const isTaken = target instanceof Element && target.closest('a, button') !== null
        if (!isTaken && getSelection()?.isCollapsed !== false) onOpen()
      }}
      {...(isOpen && { 'aria-current': 'true' })}
      className={classNames(
        'border-b border-line *:h-(--row)',
        isOpen ? 'bg-sky-wash shadow-[inset_3px_0_var(--sky)]' : 'hover:bg-hover',
      )}
    >
      {isOneLine && <td className="pl-4.5">{when}</td>}
      <th scope="row" className={classNames('max-w-0 text-left font-normal', isOneLine ? 'px-3' : 'px-4 py-2')}>
        <span className="flex min-w-0 items-center gap-2">
          <StatusBadge status={status} />
          <button
            type="button"
            data-entry={id}
            onClick={onOpen}
            title={what}
            aria-label={texts.openRequest(what)}
            className="flex min-h-6 min-w-0 flex-1 items-center gap-1.5 rounded-small text-left hover:underline touch:min-h-8"
          >
            <span className="shrink-0 text-ink-2">{method}</span>{' '}
            <span className="flex min-w-0">
              <MiddleTruncated text={path} tail={24} />
            </span>
          </button>
          {!isOneLine && <span className="shrink-0 text-small text-ink-2">{when}</span>}
        </span>
        {!isOneLine && (
          <span className="flex min-w-0 items-baseline gap-2 text-small text-ink-2">
            <span className="min-w-0 flex-1 truncate">
              {[name, reason].filter((one) => one !== undefined).join(' · ')}
            </span>
            <span className="shrink-0 tabular-nums">{texts.milliseconds(formatHundredths(ms))}</span>
          </span>
        )}
      </th>
      {has.has('reason') && (
        <td className="max-w-0 truncate px-3 text-small text-ink-2" title={reason}>
          {reason}
        </td>
      )}
      {has.has('who') && (
        <td className="max-w-0 truncate px-3" title={name}>
          {name}
        </td>
      )}
      {has.has('took') && <td className="pr-4.5 text-right tabular-nums">{formatHundredths(ms)}</td>}
    </tr>
  )
}
