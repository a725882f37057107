import { Smartphone } from 'lucide-react'
import { useCallback } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { listsTexts } from '../../../texts/en/lists.ts'
import { Copyable } from '../../../ui/copyable.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { PagedListPage } from '../../../ui/paged-list-page.tsx'
import { sdkName } from '../sdk-name.ts'
import { listInstallations, type ListedInstallation } from '../queries/list-installations.ts'

const texts = listsTexts.devices

/** The copies of the project's apps. */
export function DevicesPage() {
  const project = useProject()
  const list = useCallback((pageToken: string | undefined) => listInstallations(project, pageToken), [project])
  return (
    <PagedListPage
      texts={texts}
      icon={<Smartphone />}
      columns={columns}
      rowKey={({ fid }) => fid}
      list={list}
      order={byLastSeen}
    />
  )
}

/** The latest first. The server's pages go by id. */
function byLastSeen(one: ListedInstallation, other: ListedInstallation): number {
  return Date.parse(other.lastSeenAt) - Date.parse(one.lastSeenAt)
}

const columns: readonly Column<ListedInstallation>[] = [
  {
    id: 'installation',
    title: texts.installation,
    cell: ({ fid, platform, appId, sdkVersion }) => (
      <>
        <Copyable label={texts.installation} value={fid} className="max-w-56" />
        {/* A phone has no room for the columns beside this one. */}
        <span className="block truncate pb-1 text-ink-2 tablet:hidden">
          {sdkName(sdkVersion)}, {platform} {appId}
        </span>
      </>
    ),
  },
  { id: 'app', title: texts.app, isSecondary: true, cell: ({ appId, platform }) => `${platform} ${appId}` },
  { id: 'sdk', title: texts.sdk, isSecondary: true, cell: ({ sdkVersion }) => sdkName(sdkVersion) },
  {
    id: 'first',
    title: texts.firstSeen,
    isSecondary: true,
    cell: ({ firstSeenAt }) => <Moment at={Date.parse(firstSeenAt)} />,
  },
  { id: 'last', title: texts.lastSeen, cell: ({ lastSeenAt }) => <Moment at={Date.parse(lastSeenAt)} /> },
]
