import { useNavigate, useSearch } from '@tanstack/react-router'
import { RotateCw, Smartphone } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useProjectApps } from '../../../shared/project-queries.ts'
import { useProject } from '../../../session/project-context.tsx'
import { devicesTexts as texts } from '../../../texts/en/devices.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { useFilterSteps } from '../../../ui/use-filter-steps.ts'
import { MoreRows } from '../../../ui/more-rows.tsx'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { useSelection } from '../../../ui/use-selection.ts'
import { readDeviceQuery, readDevicesSearch, type DeviceQuery } from '../device-query.ts'
import {
  useInstallations,
  useInstallationSummary,
  revokeInstallations,
  revokeInstallationsOf,
} from '../queries/devices-queries.ts'
import { DeviceDialog } from './device-dialog.tsx'
import { DeviceFilters } from './device-filters.tsx'
import { DeviceSummary, summaryDays } from './device-summary.tsx'
import { DeviceTable } from './device-table.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.ts'

/** The copies of the project's apps, the one seen last first. The address says which are listed and which one is open. */
export function DevicesPage() {
  usePageTitle(texts.title)
  const project = useProject()
  const navigate = useNavigate({ from: '/projects/$project/installations' })
  const search: Record<string, unknown> = useSearch({ strict: false })
  const { device } = readDevicesSearch(search)
  const key = JSON.stringify(readDeviceQuery(search))
  const query = useMemo(() => JSON.parse(key) as DeviceQuery, [key])
  const pages = useInstallations(query)
  const { data: apps = [] } = useProjectApps()
  const summary = useInstallationSummary(summaryDays)
  const lookAgain = (): void => {
    pages.readAgain()
    void summary.refetch()
  }
  const selection = useSelection()
  const [toRevoke, setToRevoke] = useState<ToRevoke>()
  const { data } = pages.query
  const hasMore = data?.nextPageToken !== undefined
  const chosen = [...selection.keys]
  const step = useFilterSteps<DeviceQuery>(['uid'])
  const show = (next: DeviceQuery): void => step(query, next)
  const close = (): void => void navigate({ search: { ...query } })

  return (
    <>
      <PageHeader
        title={texts.title}
        fact={data === undefined ? '' : texts.fact(data.rows.length, hasMore)}
        actions={
          <>
            {query.uid !== undefined && project.mayWrite && (
              <Button onPress={() => setToRevoke({ uid: query.uid ?? '' })}>{texts.revokeAllOf}</Button>
            )}
            <Button icon={<RotateCw />} onPress={lookAgain} isPending={pages.isReading}>
              {texts.reload}
            </Button>
          </>
        }
      />
      <PageBody>
        {!(data?.rows.length === 0 && key === '{}') && (
          <DeviceSummary apps={apps} query={summary} onOpen={(app) => show({ ...query, app })} />
        )}
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
          <QueryContent query={pages.query} failed={texts.failed}>
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
          </QueryContent>
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

/** Some installations, or all of a user. */
type ToRevoke = { readonly fids: readonly string[] } | { readonly uid: string }

interface RevokeDevicesDialogProps {
  readonly what: ToRevoke
  readonly onRevoked: () => void
  readonly onClose: () => void
}

/** Says what revoking does, and does it. */
function RevokeDevicesDialog({ what, onRevoked, onClose }: RevokeDevicesDialogProps) {
  const project = useProject()
  const isOfUser = 'uid' in what
  return (
    <ConfirmDialog
      title={isOfUser ? texts.revokeUserTitle : texts.revokeTitle(what.fids.length)}
      confirm={isOfUser ? texts.revokeUserButton : texts.revokeButton(what.fids.length)}
      onClose={onClose}
      onConfirm={async () => {
        const revoked = isOfUser
          ? await revokeInstallationsOf(project, { uid: what.uid, tenant: null })
          : await revokeInstallations(project, what.fids)
        toast(texts.revoked(revoked))
        onRevoked()
        return true
      }}
    >
      {isOfUser ? texts.revokeUserText(what.uid) : texts.revokeText}
    </ConfirmDialog>
  )
}
