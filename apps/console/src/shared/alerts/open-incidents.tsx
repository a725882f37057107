import { alertsTexts as texts } from '../../texts/en/alerts.ts'
import { Moment } from '../../ui/moment.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { type AlertScope, type Incident, useIncidents } from './alert-scope.ts'
import { IncidentLink } from './incident-link.tsx'
import { findingOf } from './incident-words.ts'

/** What is wrong now, under the title of a page; nothing while nothing is, or while nobody knows. */
export function OpenIncidents({ scope }: { readonly scope: AlertScope }) {
  const { data } = useIncidents(scope)
  if (data === undefined || data.open.length === 0) return null
  return (
    <div className="grid gap-2">
      {data.open.map((incident) => (
        <Notice
          key={incident.id}
          tone={incident.kind === 'low-disk' ? 'attention' : 'danger'}
          {...(scope !== 'server' && { action: <WaysOn scope={scope} incident={incident} /> })}
        >
          <p>
            <span className="font-medium">{texts.titles[incident.kind]}</span>{' '}
            <span className="text-ink-2">
              <Moment at={Date.parse(incident.since)} />
            </span>
          </p>
          <p className="text-ink-2">{findingOf(incident)}</p>
        </Notice>
      ))}
    </div>
  )
}

function WaysOn({ scope, incident }: { readonly scope: Exclude<AlertScope, 'server'>; readonly incident: Incident }) {
  return (
    <span className="flex flex-wrap gap-3">
      <IncidentLink scope={scope} incident={incident} />
      <TextLink to="/projects/$project/settings" params={{ project: scope.id }} search={{ section: 'alerts' }}>
        {texts.toAlerts}
      </TextLink>
    </span>
  )
}
