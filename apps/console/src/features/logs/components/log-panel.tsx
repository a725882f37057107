import type { ReactNode } from 'react'
import { messageOfRead } from '../../../backend/errors/read-reaction.ts'
import type { NameOfCaller } from '../../../shared/people/use-user-names.ts'
import { logsTexts as texts } from '../../../texts/en/logs.ts'
import { formatDateTime, formatHundredths } from '../../../texts/format.ts'
import { visibleDirections } from '../../../texts/visible-directions.ts'
import { Button } from '../../../ui/button.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useFailure } from '../../../ui/query-content.tsx'
import { SidePanel, type SidePanelProps } from '../../../ui/side-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { LogFilter } from '../log-filter.ts'
import { type LoggedRequest, useLoggedRequest } from '../queries/logs-queries.ts'
import { StatusBadge } from './status-badge.tsx'

export interface LogPanelProps extends Pick<SidePanelProps, 'position' | 'onPrevious' | 'onNext' | 'onClose'> {
  readonly id: string
  /** Where the list has it. */
  readonly known: LoggedRequest | undefined
  readonly nameOf: NameOfCaller
  readonly onFilter: (filter: LogFilter) => void
}

/** What the log says of one request, beside the list. */
export function LogPanel({ id, known, nameOf, onFilter, ...panel }: LogPanelProps) {
  const query = useLoggedRequest(id, known)
  const failure = useFailure(query)
  const { data } = query
  const entry = data ?? undefined
  return (
    <SidePanel
      {...panel}
      label={texts.request}
      foot={
        entry && (
          <>
            <Button onPress={() => onFilter({ path: entry.path })}>{texts.samePath}</Button>
            {entry.uid !== undefined && (
              <Button variant="quiet" onPress={() => onFilter({ uid: entry.uid ?? '' })}>
                {texts.samePerson}
              </Button>
            )}
          </>
        )
      }
    >
      {data === undefined && failure === undefined && <Skeleton rows={8} />}
      {failure !== undefined && (
        <ErrorState title={texts.requestFailed} onRetry={() => void query.refetch()}>
          {messageOfRead(failure)}
        </ErrorState>
      )}
      {data === null && <ErrorState title={texts.requestFailed}>{texts.requestGone}</ErrorState>}
      {entry && <Facts entry={entry} name={nameOf(entry)} />}
    </SidePanel>
  )
}

function Facts({ entry, name }: { readonly entry: LoggedRequest; readonly name: string | undefined }) {
  const { id, time, method, path, status, ms, uid, operation, reason, isCut } = entry
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 px-4.5 pt-1 pb-2 max-panel:pt-3">
        <StatusBadge status={status} />
        <h2 className="min-w-0 text-section font-semibold wrap-anywhere">
          {method} {visibleDirections(path)}
        </h2>
      </div>
      {isCut === true && (
        <div className="px-4.5 pt-2">
          <Notice tone="attention">{texts.isCut}</Notice>
        </div>
      )}
      <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-y-2.5 px-4.5 py-4 text-table [&>dt]:text-ink-2">
        <Fact name={texts.time}>{formatDateTime(Date.parse(time))}</Fact>
        <Fact name={texts.took}>{texts.milliseconds(formatHundredths(ms))}</Fact>
        {reason !== undefined && (
          <Fact name={texts.reason}>
            <code className="text-code break-all">{reason}</code>
          </Fact>
        )}
        {operation !== undefined && (
          <Fact name={texts.operation}>
            <code className="text-code break-all">{operation}</code>
          </Fact>
        )}
        {uid !== undefined && (
          <Fact name={texts.person}>
            {name !== undefined && <span className="block wrap-anywhere">{name}</span>}
            <Copyable label={texts.uid} value={uid} />
          </Fact>
        )}
        <Fact name={texts.requestId}>
          <Copyable label={texts.requestId} value={id} />
        </Fact>
      </dl>
    </>
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
