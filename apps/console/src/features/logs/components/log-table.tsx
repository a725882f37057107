import type { NameOfCaller } from '../../../shared/people/use-user-names.ts'
import { CameAt } from '../../../shared/live-list.tsx'
import { logsTexts as texts } from '../../../texts/en/logs.ts'
import { formatHundredths } from '../../../texts/format.ts'
import { visibleDirections } from '../../../texts/visible-directions.ts'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { type OpeningColumn, OpeningRow, OpeningTable } from '../../../ui/opening-table.tsx'
import type { LoggedRequest } from '../queries/logs-queries.ts'
import { StatusBadge } from './status-badge.tsx'

export interface LogTableProps {
  readonly rows: readonly LoggedRequest[]
  /** The id of the request that stands beside the table. */
  readonly opened: string | undefined
  readonly nameOf: NameOfCaller
  readonly onOpen: (id: string) => void
}

const columns: readonly OpeningColumn<'who' | 'reason' | 'took'>[] = [
  { id: 'reason', from: 62, title: texts.reason, className: 'w-[22%] px-3' },
  { id: 'who', from: 46, title: texts.person, className: 'w-[20%] px-3' },
  { id: 'took', from: 30, title: texts.inMilliseconds, className: 'w-22 pr-4.5 text-right' },
]

/** Requests one below the other, the newest first. */
export function LogTable({ rows, opened, nameOf, onOpen }: LogTableProps) {
  return (
    <OpeningTable label={texts.title} what={texts.request} columns={columns}>
      {({ has, isOneLine }) => (
        <tbody className="[&>tr:last-child]:border-b-0">
          {rows.map(({ id, time, method, path, status, ms, uid, reason }) => {
            const title = visibleDirections(`${method} ${path}`)
            const name = nameOf({ uid }) ?? uid
            const took = formatHundredths(ms)
            return (
              <OpeningRow
                key={id}
                id={id}
                isOneLine={isOneLine}
                isOpen={id === opened}
                when={<CameAt time={time} />}
                mark={<StatusBadge status={status} />}
                title={title}
                openLabel={texts.openRequest(title)}
                what={
                  <>
                    <span className="shrink-0 text-ink-2">{method}</span>{' '}
                    <span className="flex min-w-0">
                      <MiddleTruncated text={path} tail={24} />
                    </span>
                  </>
                }
                below={[[name, reason], texts.milliseconds(took)]}
                onOpen={() => onOpen(id)}
              >
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
                {has.has('took') && <td className="pr-4.5 text-right tabular-nums">{took}</td>}
              </OpeningRow>
            )
          })}
        </tbody>
      )}
    </OpeningTable>
  )
}
