import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, type ReactNode } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { alertsTexts } from '../../../texts/en/alerts.ts'
import { appsTexts } from '../../../texts/en/apps.ts'
import { backupsTexts } from '../../../texts/en/backups.ts'
import { indexesTexts } from '../../../texts/en/indexes.ts'
import { membersTexts } from '../../../texts/en/members.ts'
import { settingsTexts } from '../../../texts/en/settings.ts'
import { PageHeader } from '../../../ui/page.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { readSettingsSearch, sectionsFor } from '../settings-section.ts'
import { GeneralSettings } from './general/general-settings.tsx'
import { type Section, SectionList } from './section-list.tsx'

const MembersSettings = lazy(async () => ({
  default: (await import('./members/members-settings.tsx')).MembersSettings,
}))
const AppsSettings = lazy(async () => ({
  default: (await import('./apps/apps-settings.tsx')).AppsSettings,
}))
const IndexSettings = lazy(async () => ({
  default: (await import('./database/index-settings.tsx')).IndexSettings,
}))
const SignInSettings = lazy(async () => ({
  default: (await import('./sign-in/sign-in-settings.tsx')).SignInSettings,
}))
const MailSettings = lazy(async () => ({
  default: (await import('./mails/mail-settings.tsx')).MailSettings,
}))
const WebhookSettings = lazy(async () => ({
  default: (await import('./webhooks/webhook-settings.tsx')).WebhookSettings,
}))
const AnalyticsSettings = lazy(async () => ({
  default: (await import('./analytics/analytics-settings.tsx')).AnalyticsSettings,
}))
const TimeZoneCard = lazy(async () => ({
  default: (await import('./analytics/time-zone-card.tsx')).TimeZoneCard,
}))
const ApiSecretsCard = lazy(async () => ({
  default: (await import('./analytics/api-secrets-card.tsx')).ApiSecretsCard,
}))
const BackupSettings = lazy(async () => ({
  default: (await import('./backups/backup-settings.tsx')).BackupSettings,
}))
const AlertSettings = lazy(async () => ({
  default: (await import('./alerts/alert-settings.tsx')).AlertSettings,
}))
const AuditLog = lazy(async () => ({ default: (await import('./audit/audit-log.tsx')).AuditLog }))

/** What a project is called, how people sign in to it, and who has its keys. */
export function SettingsPage() {
  usePageTitle(settingsTexts.title)
  const project = useProject()
  const navigate = useNavigate()
  const { section = 'general' } = readSettingsSearch(
    useSearch({ from: '/opened/signed-in/projects/$project/settings' }),
  )
  const offered = sectionsFor(project.role)
  return (
    <>
      <PageHeader title={settingsTexts.title} fact={settingsTexts.fact(project.id)} />
      <SectionList
        sections={sections.filter(({ id }) => id === section || offered.includes(id))}
        selected={section}
        onSelect={(id) =>
          void navigate({
            to: '/projects/$project/settings',
            params: { project: project.id },
            search: readSettingsSearch({ section: id }),
          })
        }
      />
    </>
  )
}

const sections: readonly Section[] = [
  {
    id: 'general',
    label: settingsTexts.general,
    content: (
      <Panel>
        <GeneralSettings />
      </Panel>
    ),
  },
  {
    id: 'members',
    label: membersTexts.section,
    content: (
      <Panel>
        <MembersSettings />
      </Panel>
    ),
  },
  {
    id: 'apps',
    label: appsTexts.section,
    content: (
      <Panel>
        <AppsSettings />
      </Panel>
    ),
  },
  {
    id: 'indexes',
    label: indexesTexts.section,
    content: (
      <Panel>
        <IndexSettings />
      </Panel>
    ),
  },
  {
    id: 'sign-in',
    label: settingsTexts.signIn,
    content: (
      <Panel>
        <SignInSettings />
      </Panel>
    ),
  },
  {
    id: 'mails',
    label: settingsTexts.mails,
    content: (
      <Panel>
        <MailSettings />
      </Panel>
    ),
  },
  {
    id: 'webhooks',
    label: settingsTexts.webhooks,
    content: (
      <Panel>
        <WebhookSettings />
      </Panel>
    ),
  },
  {
    id: 'analytics',
    label: settingsTexts.analytics,
    content: (
      <Panel>
        <AnalyticsSettings />
        <TimeZoneCard />
        <ApiSecretsCard />
      </Panel>
    ),
  },
  {
    id: 'backups',
    label: backupsTexts.section,
    content: (
      <Panel>
        <BackupSettings />
      </Panel>
    ),
  },
  {
    id: 'alerts',
    label: alertsTexts.section,
    content: (
      <Panel>
        <AlertSettings />
      </Panel>
    ),
  },
  {
    id: 'audit',
    label: settingsTexts.audit,
    content: (
      <Panel>
        <AuditLog />
      </Panel>
    ),
  },
]

function Panel({ children }: { readonly children: ReactNode }) {
  return <Suspense fallback={<Skeleton rows={8} />}>{children}</Suspense>
}
