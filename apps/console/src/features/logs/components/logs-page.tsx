import { useNavigate, useSearch } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ListEnd, LiveButton, LiveRows } from '../../../shared/live-list.tsx'
import { useCallerNames } from '../../../shared/people/use-user-names.ts'
import { logsTexts as texts } from '../../../texts/en/logs.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { formatNumber } from '../../../texts/format.ts'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { SplitPage } from '../../../ui/split-page.tsx'
import { useFilterSteps } from '../../../ui/use-filter-steps.ts'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { useRowBeside } from '../../../ui/use-row-beside.ts'
import { type LogFilter, readLogFilter, readLogSearch } from '../log-filter.ts'
import { useRequestLog } from '../queries/logs-queries.ts'
import { LogFilters } from './log-filters.tsx'
import { LogPanel } from './log-panel.tsx'
import { LogTable } from './log-table.tsx'

/** Every request that named the project, as the server's log has it. The address says which are listed and which one stands beside them. */
export function LogsPage() {
  usePageTitle(texts.title)
  const navigate = useNavigate()
  const [isLive, setLive] = useState(true)
  const search: Record<string, unknown> = useSearch({ strict: false })
  const key = JSON.stringify(readLogFilter(search))
  const filter = useMemo(() => JSON.parse(key) as LogFilter, [key])
  const { entry: opened } = readLogSearch(search)
  const log = useRequestLog(filter, isLive)
  const { rows } = log
  const nameOf = useCallerNames(useMemo(() => [filter.uid, ...(rows ?? []).map(({ uid }) => uid)], [filter.uid, rows]))
  const step = useFilterSteps<LogFilter>(['path', 'uid', 'id'])
  const change = (next: LogFilter): void => step(filter, next)
  const open = (entry: string | undefined, isStep = false): void =>
    void navigate({ to: '.', search: { ...filter, ...(entry !== undefined && { entry }) }, replace: isStep })
  const { at, ...panel } = useRowBeside(rows?.map(({ id }) => id) ?? [], opened, open)
  const shown = formatNumber(rows?.length ?? 0)
  return (
    <SplitPage
      panel={
        opened === undefined ? undefined : (
          <LogPanel
            {...panel}
            key={opened}
            id={opened}
            known={rows?.[at]}
            nameOf={nameOf}
            position={at < 0 ? undefined : uiTexts.position(formatNumber(at + 1), log.hasMore ? `${shown}+` : shown)}
            onFilter={(next) => change({ ...filter, ...next })}
          />
        )
      }
    >
      <PageHeader title={texts.title} actions={<LiveButton isLive={isLive} onChange={setLive} />} />
      <PageBody>
        <LogFilters filter={filter} nameOf={nameOf} onChange={change} />
        <LiveRows
          isKnown={rows !== undefined}
          isEmpty={rows?.length === 0}
          isFiltered={key !== '{}'}
          problem={log.problem}
          retry={log.retry}
          onClear={() => change({})}
          icon={<ScrollText />}
          words={texts}
        >
          <LogTable rows={rows ?? []} opened={opened} nameOf={nameOf} onOpen={open} />
        </LiveRows>
        <ListEnd
          onMore={log.hasMore ? log.showMore : undefined}
          note={log.isFull ? uiTexts.newestShown(shown) : undefined}
        />
      </PageBody>
    </SplitPage>
  )
}
