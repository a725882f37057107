import { useNavigate, useSearch } from '@tanstack/react-router'
import { RotateCw, Smartphone } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { listProjectApps } from '../../../api/project-apps.ts'
import { useProject } from '../../../session/project-context.tsx'
import { devicesTexts as texts } from '../../../texts/en/devices.ts'
import { AskedList } from '../../../ui/asked-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useFilterSteps } from '../../../ui/use-filter-steps.ts'
import { MoreRows } from '../../../ui/more-rows.tsx'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { useAsked } from '../../../ui/use-asked.ts'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { usePages } from '../../../ui/use-pages.ts'
import { useSelection } from '../../../ui/use-selection.ts'
import { readDeviceQuery, readDevicesSearch, type DeviceQuery } from '../device-query.ts'
import { getSummary } from '../queries/get-summary.ts'
import { listInstallations } from '../queries/list-installations.ts'
import { DeviceDialog } from './device-dialog.tsx'
import { DeviceFilters } from './device-filters.tsx'
import { DeviceSummary, summaryDays } from './device-summary.tsx'
import { DeviceTable } from './device-table.tsx'
import { RevokeDevicesDialog, type ToRevoke } from './revoke-devices-dialog.tsx'

/** The copies of the project's apps, the one seen last first. The address says which are listed and which one is open. */
export function DevicesPage() {
  usePageTitle(texts.title)
  const project = useProject()
  const navigate = useNavigate({ from: '/projects/$project/installations' })
  const search: Record<string, unknown> = useSearch({ strict: false })
  const { device } = readDevicesSearch(search)
  const key = JSON.stringify(readDeviceQuery(search))
  const query = useMemo(() => JSON.parse(key) as DeviceQuery, [key])
  const list = useCallback(
    (pageToken: string | undefined) => listInstallations(project, query, pageToken),
    [project, query],
  )
  const pages = usePages(list)
  const { asked, askAgain, isAsking } = pages
  const apps = useAsked(useCallback(() => listProjectApps(project), [project])).asked.answer ?? []
  const summary = useAsked(useCallback(() => getSummary(project, summaryDays), [project]))
  const lookAgain = (): void => {
    askAgain()
    summary.askAgain()
  }
  const selection = useSelection()
  const [toRevoke, setToRevoke] = useState<ToRevoke>()
  const { answer } = asked
  const hasMore = answer?.nextPageToken !== undefined
  const chosen = [...selection.keys]
  const step = useFilterSteps<DeviceQuery>(['uid'])
  const show = (next: DeviceQuery): void => step(query, next)
  const close = (): void => void navigate({ search: { ...query } })

  return (
    <>
      <PageHeader
        title={texts.title}
        fact={answer === undefined ? '' : texts.fact(answer.rows.length, hasMore)}
        actions={
          <>
            {query.uid !== undefined && project.mayWrite && (
              <Button onPress={() => setToRevoke({ uid: query.uid ?? '' })}>{texts.revokeAllOf}</Button>
            )}
            <Button icon={<RotateCw />} onPress={lookAgain} isPending={isAsking}>
              {texts.reload}
            </Button>
          </>
        }
      />
      <PageBody>
        {!(answer?.rows.length === 0 && key === '{}') && <DeviceSummary apps={apps} {...summary} />}
        <DeviceFilters key={key === '{}' ? 'clear' : 'set'} query={query} apps={apps} onChange={show} />
        {chosen.length > 0 && (
          <section
            aria-label={texts.chosen(chosen.length)}
            className="flex min-h-12 flex-wrap items-center gap-2 rounded-large border border-line bg-ground-1 px-4 py-2 text-table"
          >
            <span role="status" className="font-medium tabular-nums">
              {texts.chosen(chosen.length)}
            </span>
            <Button size="small" variant="quiet" onPress={selection.clear}>
              {texts.chooseNone}
            </Button>
            <span className="ml-auto">
              <Button size="small" variant="danger" onPress={() => setToRevoke({ fids: chosen })}>
                {texts.revoke}
              </Button>
            </span>
          </section>
        )}
        <section className="overflow-hidden rounded-large border border-line bg-ground-1">
          <AskedList asked={asked} askAgain={askAgain} failed={texts.failed}>
            {({ rows }) =>
              rows.length > 0 ? (
                <DeviceTable installations={rows} apps={apps} selection={selection} />
              ) : key === '{}' ? (
                <EmptyState icon={<Smartphone />} title={texts.emptyTitle}>
                  {texts.empty}
                </EmptyState>
              ) : (
                <EmptyState
                  icon={<Smartphone />}
                  title={texts.noneFit}
                  action={<Button onPress={() => show({})}>{texts.clearFilters}</Button>}
                >
                  {hasMore ? texts.noneFitYet : texts.noneFitHelp}
                </EmptyState>
              )
            }
          </AskedList>
        </section>
        <MoreRows pages={pages} more={texts.more} full={texts.full} />
        {!project.mayWrite && <p className="text-table text-ink-2">{texts.readOnly}</p>}
      </PageBody>
      {device !== undefined && (
        <DeviceDialog
          key={device}
          fid={device}
          apps={apps}
          onClose={close}
          onRevoke={({ fid }) => {
            close()
            setToRevoke({ fids: [fid] })
          }}
        />
      )}
      {toRevoke !== undefined && (
        <RevokeDevicesDialog
          what={toRevoke}
          onClose={() => setToRevoke(undefined)}
          onRevoked={() => {
            selection.clear()
            lookAgain()
          }}
        />
      )}
    </>
  )
}
