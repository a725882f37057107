import { alertsTexts as texts } from '../../texts/en/alerts.ts'
import { QueryContent } from '../../ui/query-content.tsx'
import { AlertMailsCard } from './alert-mails-card.tsx'
import { type AlertScope, useAlertsChanged, useAlertSettings } from './alert-scope.ts'
import { AlertWebhookCard } from './alert-webhook-card.tsx'

/** What is told, and to whom: for owners. */
export function AlertSettingsCards({ scope }: { readonly scope: AlertScope }) {
  const query = useAlertSettings(scope)
  const changed = useAlertsChanged(scope)
  const onChanged = (): void => void changed()
  return (
    <QueryContent query={query} failed={texts.failed}>
      {(settings) => (
        <>
          <AlertMailsCard scope={scope} settings={settings} onChanged={onChanged} />
          <AlertWebhookCard
            key={settings.webhook?.url}
            scope={scope}
            url={settings.webhook?.url}
            onChanged={onChanged}
          />
        </>
      )}
    </QueryContent>
  )
}
