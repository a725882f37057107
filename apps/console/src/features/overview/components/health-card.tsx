import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode } from 'react'
import type { ProjectUsage } from '../../../backend/api/projects.ts'
import { useConnection } from '../../../backend/live/connection.ts'
import { useBackups } from '../../../shared/project-queries.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useProject } from '../../../session/project-context.tsx'
import { useOwnsServer } from '../../../session/session-context.tsx'
import { backupsTexts } from '../../../texts/en/backups.ts'
import { overviewTexts } from '../../../texts/en/overview.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import type { Fact } from '../../../ui/fact-list.tsx'
import { formatBytes, formatRelative } from '../../../texts/format.ts'
import { Moment } from '../../../ui/moment.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useIsMailEnabled } from '../../../shared/server-settings/server-settings.ts'
import { useClosedServices } from '../queries/overview-queries.ts'

/** From this share of the quota on it is time to think of more. */
const nearlyFull = 0.9

/** Whether everything that the project stands on is in order. */
export function HealthCard({
  usage,
  lastContactAt,
}: {
  readonly usage: ProjectUsage | undefined
  /** When an app last reached the server, as far as that is known; milliseconds since the epoch. */
  readonly lastContactAt: number | undefined
}) {
  const { settings } = useConsoleApp()
  const isLive = useConnection().status === 'live'
  const { role } = useProject()
  const isMailEnabled = useIsMailEnabled()
  const facts: readonly Fact[] = [
    {
      id: 'server',
      name: overviewTexts.origin,
      value: (
        <State isGood={isLive} word={isLive ? overviewTexts.answers : overviewTexts.answersNot}>
          {overviewTexts.version(settings.version)}
        </State>
      ),
    },
    { id: 'rules', name: overviewTexts.rules, value: <RulesState /> },
    { id: 'storage', name: overviewTexts.storage, value: usage && <StorageState usage={usage} /> },
    ...(role === 'owner' ? [{ id: 'backup', name: backupsTexts.health, value: <BackupState /> }] : []),
    {
      id: 'mails',
      name: overviewTexts.mails,
      value: isMailEnabled ? <State isGood word={overviewTexts.mailsSent} /> : <NoMails />,
    },
    {
      id: 'last',
      name: overviewTexts.lastActivity,
      value: usage && <LastActivity writtenAt={usage.lastActivityAt} contactAt={lastContactAt} />,
    },
  ]
  return (
    <Card title={overviewTexts.health} isFlush>
      <dl className="grid text-table">
        {facts.map(({ id, name, value }) => (
          <div
            key={id}
            className="grid min-h-(--row) grid-cols-[6rem_1fr] items-center gap-x-3 border-b border-line px-4 py-1.5 last:border-b-0"
          >
            <dt className="text-ink-2">{name}</dt>
            <dd className="min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** The last of what was written and what was asked for. */
function LastActivity({
  writtenAt,
  contactAt = 0,
}: {
  /** RFC 3339. */
  readonly writtenAt: string | null | undefined
  readonly contactAt: number | undefined
}) {
  const latest = Math.max(typeof writtenAt !== 'string' ? 0 : Date.parse(writtenAt), contactAt)
  return latest === 0 ? overviewTexts.noActivity : <Moment at={latest} />
}

function RulesState() {
  const project = useProject()
  const { data: closed } = useClosedServices()
  if (closed === undefined) return null
  if (closed === 'none') return <State isGood word={overviewTexts.rulesPublished} />
  return (
    <State isGood={false} word={overviewTexts.rulesMissing[closed]}>
      <TextLink to="/projects/$project/rules" params={{ project: project.id }}>
        {overviewTexts.toRules}
      </TextLink>
    </State>
  )
}

/** The newest backup of any kind; owners alone may ask. */
function BackupState() {
  const project = useProject()
  const { data } = useBackups()
  const now = useNow(60_000)
  if (data === undefined) return null
  const [newest] = data.backups
  const link = (
    <TextLink to="/projects/$project/settings" params={{ project: project.id }} search={{ section: 'backups' }}>
      {backupsTexts.toBackups}
    </TextLink>
  )
  if (newest === undefined) {
    return (
      <span className="flex flex-wrap items-center gap-x-2">
        {backupsTexts.healthNone}
        {link}
      </span>
    )
  }
  const time = formatRelative(Date.parse(newest.createdAt), now)
  const isVerified = newest.verifiedAt !== null
  return (
    <State isGood={isVerified} word={isVerified ? backupsTexts.healthVerified(time) : backupsTexts.healthMade(time)}>
      {link}
    </State>
  )
}

/** The server's page sets one up. */
function NoMails() {
  const ownsServer = useOwnsServer()
  return (
    <State isGood={false} word={overviewTexts.mailsNotSent}>
      {ownsServer ? <TextLink to="/server">{overviewTexts.setUpMails}</TextLink> : overviewTexts.ownerSetsUpMails}
    </State>
  )
}

function StorageState({ usage: { storedBytes, storageQuotaBytes } }: { readonly usage: ProjectUsage }) {
  if (storageQuotaBytes === null) return <State isGood word={formatBytes(storedBytes)} />
  return (
    <State
      isGood={storedBytes < storageQuotaBytes * nearlyFull}
      word={overviewTexts.used(formatBytes(storedBytes), formatBytes(storageQuotaBytes))}
    />
  )
}

function State({
  isGood,
  word,
  children,
}: {
  readonly isGood: boolean
  readonly word: string
  readonly children?: ReactNode
}) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={isGood ? 'good' : 'attention'} icon={isGood ? <CircleCheck /> : <TriangleAlert />}>
        {word}
      </Badge>
      {children !== undefined && <span className="text-ink-2">{children}</span>}
    </span>
  )
}
