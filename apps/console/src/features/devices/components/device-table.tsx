import { Link } from '@tanstack/react-router'
import type { ProjectApp } from '../../../backend/api/projects.ts'
import { useProject } from '../../../session/project-context.tsx'
import { devicesTexts as texts, devicesTexts } from '../../../texts/en/devices.ts'
import { Copyable } from '../../../ui/copyable.tsx'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { Moment } from '../../../ui/moment.tsx'
import type { Selection } from '../../../ui/use-selection.ts'
import type { Installation, InstallationUser } from '@hearth/api'
import { sdkName } from '../sdk-name.ts'
import { deviceName } from '../../../ui/device-name.ts'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import type { ReactNode } from 'react'

export interface DeviceTableProps {
  readonly installations: readonly Installation[]
  readonly apps: readonly ProjectApp[]
  readonly selection: Selection
}

/** Installations, each with what leads to its details. */
export function DeviceTable({ installations, apps, selection }: DeviceTableProps) {
  const { mayWrite } = useProject()
  return (
    <DataTable<Installation>
      label={texts.title}
      columns={columnsOf(apps)}
      rows={installations}
      rowKey={({ fid }) => fid}
      {...(mayWrite && {
        selection: {
          keys: selection.keys,
          rowLabel: (one) => texts.choose(texts.open(installationName(one), one.fid)),
          allLabel: texts.chooseAll,
          onToggle: selection.toggle,
          onToggleAll: () => selection.toggleAll(installations.map(({ fid }) => fid)),
        },
      })}
    />
  )
}

function columnsOf(apps: readonly ProjectApp[]): readonly Column<Installation>[] {
  const appName = (appId: string): string => apps.find((app) => app.appId === appId)?.name ?? appId
  return [
    {
      id: 'device',
      title: texts.device,
      cell: (one) => (
        <>
          <Link
            from="/projects/$project/installations"
            search={(before) => ({ ...before, device: one.fid })}
            aria-label={texts.open(installationName(one), one.fid)}
            className="inline-flex min-h-6 items-center rounded-small underline decoration-line-control underline-offset-2 hover:decoration-ink-1"
          >
            {installationName(one)}
          </Link>
          {/* A phone has no room for the columns beside this one. */}
          <span className="block truncate pb-1 text-ink-2 tablet:hidden">
            {texts.platforms[one.platform]}, {appName(one.appId)}
          </span>
        </>
      ),
    },
    {
      id: 'app',
      title: texts.app,
      isSecondary: true,
      cell: ({ appId, platform }) => (
        <span className="block max-w-48 truncate" title={appId}>
          {appName(appId)} <span className="text-ink-2">{texts.platforms[platform]}</span>
        </span>
      ),
    },
    { id: 'sdk', title: texts.sdk, isSecondary: 'wide', cell: ({ sdkVersion }) => sdkName(sdkVersion) },
    { id: 'user', title: texts.user, isSecondary: true, cell: ({ user }) => <DeviceUser user={user} /> },
    {
      id: 'installation',
      title: texts.installation,
      isSecondary: 'wide',
      cell: ({ fid }) => <Copyable label={texts.installation} value={fid} className="max-w-40" />,
    },
    {
      id: 'first',
      title: texts.firstSeen,
      isSecondary: 'wide',
      cell: ({ firstSeenAt }) => <Moment at={Date.parse(firstSeenAt)} />,
    },
    { id: 'last', title: texts.lastSeen, cell: ({ lastSeenAt }) => <Moment at={Date.parse(lastSeenAt)} /> },
  ]
}

/** What people would call it: `Firefox on Windows`. */
export function installationName({ device }: Pick<Installation, 'device'>): string {
  return (device === null ? undefined : deviceName(device)) ?? devicesTexts.unknownDevice
}

/** Who is signed in on a device; accounts of tenants have no page of their own. */
export function DeviceUser({ user }: { readonly user: InstallationUser | null }) {
  if (user === null) return <span className="text-ink-2">{devicesTexts.nobody}</span>
  const { uid, tenant } = user
  if (tenant !== null) {
    return (
      <span className="font-mono text-code">
        {tenant}/{uid}
      </span>
    )
  }
  return (
    <span className="inline-flex max-w-44 min-w-0">
      <UserUidLink uid={uid}>
        <MiddleTruncated text={uid} />
      </UserUidLink>
    </span>
  )
}

/** One of the project's users, by uid or by what they are known by, which leads to their page. */
function UserUidLink({
  uid,
  name,
  children,
}: {
  readonly uid: string
  /** What the children show instead of the uid. */
  readonly name?: string | undefined
  readonly children: ReactNode
}) {
  const project = useProject()
  return (
    <Link
      to="/projects/$project/users/$uid"
      params={{ project: project.id, uid }}
      title={uid}
      aria-label={name === undefined ? uid : `${name}, ${uid}`}
      className="inline-flex min-h-6 max-w-full min-w-0 items-center rounded-small font-mono text-code underline decoration-line-control underline-offset-2 hover:decoration-ink-1"
    >
      {children}
    </Link>
  )
}
