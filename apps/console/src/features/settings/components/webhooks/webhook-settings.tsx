import { useProject } from '../../../../session/project-context.tsx'
import { webhookTexts as texts } from '../../../../texts/en/webhook-settings.ts'
import { QueryContent } from '../../../../ui/query-content.tsx'
import { useWebhooks } from '../../queries/settings-queries.ts'
import { WebhookCard } from './webhook-card.tsx'

/** The addresses that the server calls for this project. */
export function WebhookSettings() {
  const project = useProject()
  if (project.id === 'console') return <p className="text-table text-ink-2">{texts.consoleHasNone}</p>
  return project.role === 'owner' ? <OwnersWebhooks /> : <p className="text-table text-ink-2">{texts.ownersOnly}</p>
}

function OwnersWebhooks() {
  const query = useWebhooks()
  const readAgain = (): void => void query.refetch()
  return (
    <QueryContent query={query} failed={texts.failed}>
      {({ sms, blocking }) => (
        <>
          <WebhookCard
            key={`sms ${sms?.url}`}
            kind="sms"
            title={texts.sms}
            text={texts.smsText}
            url={sms?.url}
            onChanged={readAgain}
          />
          <WebhookCard
            key={`blocking ${blocking?.url} ${blocking?.events.join()}`}
            kind="blocking"
            title={texts.blocking}
            text={texts.blockingText}
            url={blocking?.url}
            events={blocking?.events}
            onChanged={readAgain}
          />
        </>
      )}
    </QueryContent>
  )
}
