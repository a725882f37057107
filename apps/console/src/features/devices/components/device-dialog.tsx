import { Link } from '@tanstack/react-router'
import type { ProjectApp } from '../../../backend/api/projects.ts'
import { useProject } from '../../../session/project-context.tsx'
import { devicesTexts as texts } from '../../../texts/en/devices.ts'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { formatDateTime } from '../../../texts/format.ts'
import { QueryContent } from '../../../ui/query-content.tsx'
import { installationName, DeviceUser } from './device-table.tsx'
import type { Installation } from '@hearth/api'
import { useInstallation } from '../queries/devices-queries.ts'
import { sdkName } from '../sdk-name.ts'

export interface DeviceDialogProps {
  readonly fid: string
  readonly apps: readonly ProjectApp[]
  readonly onRevoke: (installation: Installation) => void
  readonly onClose: () => void
}

/** Everything that is known of one device. */
export function DeviceDialog({ fid, apps, onRevoke, onClose }: DeviceDialogProps) {
  const project = useProject()
  const query = useInstallation(fid)
  const title = query.data ? installationName(query.data) : texts.detailsTitle
  return (
    <Dialog isOpen title={title} width="medium" onClose={onClose}>
      <QueryContent query={query} failed={texts.failedDetails}>
        {(found) =>
          found === null ? (
            <EmptyState title={texts.goneTitle}>{texts.gone}</EmptyState>
          ) : (
            <>
              <div className="-mx-4">
                <FactList facts={factsOf(found, apps)} />
              </div>
              <DialogActions>
                <Link
                  to="/projects/$project/analytics"
                  params={{ project: project.id }}
                  search={{ report: 'log', client: fid }}
                  className={buttonClasses()}
                >
                  {texts.showEvents}
                </Link>
                {project.mayWrite && (
                  <Button variant="danger" onPress={() => onRevoke(found)}>
                    {texts.revoke}
                  </Button>
                )}
              </DialogActions>
            </>
          )
        }
      </QueryContent>
    </Dialog>
  )
}

function factsOf(
  { fid, appId, platform, sdkVersion, device, firstSeenAt, lastSeenAt, tokenExpiresAt, user }: Installation,
  apps: readonly ProjectApp[],
) {
  const app = apps.find((one) => one.appId === appId)
  const expiry = formatDateTime(Date.parse(tokenExpiresAt))
  return [
    { id: 'fid', name: texts.installation, value: <Copyable label={texts.installation} value={fid} /> },
    {
      id: 'app',
      name: texts.app,
      value: (
        <>
          {app?.name} <Copyable label={texts.app} value={appId} />
        </>
      ),
    },
    { id: 'platform', name: texts.platform, value: `${texts.platforms[platform]}, ${sdkName(sdkVersion)}` },
    {
      id: 'device',
      name: texts.userAgent,
      value: <span className="break-words">{device ?? texts.unknownDevice}</span>,
    },
    { id: 'user', name: texts.user, value: <DeviceUser user={user} /> },
    ...(user === null
      ? []
      : [{ id: 'linked', name: texts.linkedAt, value: formatDateTime(Date.parse(user.linkedAt)) }]),
    { id: 'first', name: texts.firstSeen, value: formatDateTime(Date.parse(firstSeenAt)) },
    { id: 'last', name: texts.lastSeen, value: formatDateTime(Date.parse(lastSeenAt)) },
    {
      id: 'token',
      name: texts.tokenExpires,
      value: Date.parse(tokenExpiresAt) < Date.now() ? texts.tokenOver(expiry) : expiry,
    },
  ]
}
