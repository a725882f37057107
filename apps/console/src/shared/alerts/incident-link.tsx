import { alertsTexts as texts } from '../../texts/en/alerts.ts'
import { TextLink } from '../../ui/text-link.tsx'
import type { AlertScope, Incident } from './alert-scope.ts'

const aroundMs = 10 * 60_000

/** The way to what is behind it; nothing where no screen knows more. */
export function IncidentLink({
  scope,
  incident: { kind, since },
}: {
  readonly scope: AlertScope
  readonly incident: Pick<Incident, 'kind' | 'since'>
}) {
  if (scope === 'server') return null
  const params = { project: scope.id }
  if (kind === 'failed-backup') {
    return (
      <TextLink to="/projects/$project/settings" params={params} search={{ section: 'backups' }}>
        {texts.toBackups}
      </TextLink>
    )
  }
  const at = Date.parse(since)
  const search = { verdict: 'denied', begin: at - aroundMs, end: at + aroundMs } as const
  return (
    <TextLink to="/projects/$project/requests" params={params} search={search}>
      {texts.toRequests}
    </TextLink>
  )
}
