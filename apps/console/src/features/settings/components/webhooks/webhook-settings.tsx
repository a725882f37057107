import { useCallback } from 'react'
import { useProject } from '../../../../session/project-context.tsx'
import { webhookTexts as texts } from '../../../../texts/en/webhook-settings.ts'
import { AskedList } from '../../../../ui/asked-list.tsx'
import { useAsked } from '../../../../ui/use-asked.ts'
import { getWebhooks } from '../../queries/webhooks.ts'
import { WebhookCard } from './webhook-card.tsx'

/** The addresses that the server calls for this project. */
export function WebhookSettings() {
  const project = useProject()
  if (project.id === 'console') return <p className="text-table text-ink-2">{texts.consoleHasNone}</p>
  return project.role === 'owner' ? <OwnersWebhooks /> : <p className="text-table text-ink-2">{texts.ownersOnly}</p>
}

function OwnersWebhooks() {
  const project = useProject()
  const { asked, askAgain } = useAsked(useCallback(() => getWebhooks(project), [project]))
  return (
    <AskedList asked={asked} askAgain={askAgain} failed={texts.failed}>
      {({ sms, blocking }) => (
        <>
          <WebhookCard
            key={`sms ${sms?.url}`}
            kind="sms"
            title={texts.sms}
            text={texts.smsText}
            url={sms?.url}
            onChanged={askAgain}
          />
          <WebhookCard
            key={`blocking ${blocking?.url} ${blocking?.events.join()}`}
            kind="blocking"
            title={texts.blocking}
            text={texts.blockingText}
            url={blocking?.url}
            events={blocking?.events}
            onChanged={askAgain}
          />
        </>
      )}
    </AskedList>
  )
}
