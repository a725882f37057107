import { useProject } from '../../../../session/project-context.tsx'
import { settingsTexts } from '../../../../texts/en/settings.ts'
import { QueryContent } from '../../../../ui/query-content.tsx'
import {
  useWebhooks,
  blockingEvents,
  removeWebhook,
  setWebhook,
  type BlockingEvent,
  type WebhookKind,
} from '../../queries/settings-queries.ts'
import { useState } from 'react'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { DeniedState } from '../../../../ui/denied-state.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { CodeBlock } from '../../../../ui/code-block.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx'
import { FailureNotice } from '../../../../ui/failure-notice.tsx'
import { FieldProblem } from '../../../../ui/field.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useForm, type Form } from '../../../../ui/use-form.ts'
import { SaveButton } from '../../../../ui/save-button.tsx'

const texts = settingsTexts.webhookSettings

/** The addresses that the server calls for this project. */
export function WebhookSettings() {
  const project = useProject()
  if (project.id === 'console') return <p className="text-table text-ink-2">{texts.consoleHasNone}</p>
  return project.role === 'owner' ? <OwnersWebhooks /> : <DeniedState>{texts.ownersOnly}</DeniedState>
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

interface WebhookCardProps {
  readonly kind: WebhookKind
  readonly title: string
  readonly text: string
  /** Where it is; undefined while there is none. */
  readonly url: string | undefined
  /** Of the blocking one. */
  readonly events?: readonly BlockingEvent[] | undefined
  readonly onChanged: () => void
}

/** One webhook: its address, and the secret of its calls, shown once. */
function WebhookCard({ kind, title, text, url, events, onChanged }: WebhookCardProps) {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const [hasNoEvent, setNoEvent] = useState(false)
  const [secret, setSecret] = useState<string>()
  const [isRemoving, setRemoving] = useState(false)
  const form: Form<{ url: string; events: string }> = useForm({
    initial: { url: url ?? '', events: (events ?? blockingEvents).join() },
    validators: { url: (typed) => (/^https?:\/\/\S+$/.test(typed.trim()) ? undefined : texts.urlInvalid) },
    submit: async ({ url: typed, events: names }) => {
      const chosen = eventsIn(names)
      setNoEvent(kind === 'blocking' && chosen.length === 0)
      if (kind === 'blocking' && chosen.length === 0) return
      const webhook = { url: typed.trim(), ...(kind === 'blocking' && { events: chosen }) }
      await recent.run(async () => {
        const made = await setWebhook(project, kind, webhook)
        toast(texts.saved)
        if (made === undefined) onChanged()
        else setSecret(made)
      })
    },
  })
  const chosen = eventsIn(form.values.events)
  return (
    <Card title={title} description={text}>
      <form {...form.formProps} className="grid gap-3">
        <TextField
          {...form.field('url')}
          label={texts.url}
          description={texts.urlHelp}
          type="url"
          autoComplete="off"
          isMonospaced
        />
        {kind === 'blocking' && (
          <fieldset className="grid justify-items-start gap-1">
            <legend className="mb-1 text-table font-medium">{texts.events}</legend>
            {blockingEvents.map((event) => (
              <Checkbox
                key={event}
                isSelected={chosen.includes(event)}
                onChange={(isOn) =>
                  form.setValue(
                    'events',
                    blockingEvents.filter((one) => (one === event ? isOn : chosen.includes(one))).join(),
                  )
                }
              >
                {texts[event]}
              </Checkbox>
            ))}
            {hasNoEvent && <FieldProblem>{texts.noEvent}</FieldProblem>}
          </fieldset>
        )}
        <FailureNotice failing={form.failing} />
        <div className="flex flex-wrap gap-2">
          <SaveButton isChanged={form.isChanged} isPending={form.isSubmitting}>
            {texts.save}
          </SaveButton>
          {url !== undefined && <Button onPress={() => setRemoving(true)}>{texts.remove}</Button>}
        </div>
      </form>
      {secret !== undefined && (
        <Dialog
          isOpen
          role="alertdialog"
          isDismissable={false}
          onClose={onChanged}
          title={texts.secretTitle}
          width="medium"
        >
          <p className="mb-3 text-ink-2">{texts.secretText}</p>
          <div className="overflow-hidden rounded border border-line">
            <CodeBlock label={texts.secret} code={secret} />
          </div>
          <DialogActions>
            <Button variant="primary" autoFocus onPress={onChanged}>
              {texts.kept}
            </Button>
          </DialogActions>
        </Dialog>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={texts.removeTitle(title)}
          confirm={texts.remove}
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            if (!(await recent.run(() => removeWebhook(project, kind)))) return false
            toast(texts.removed)
            onChanged()
            return true
          }}
        >
          {texts.removeText}
        </ConfirmDialog>
      )}
      {recent.dialog}
    </Card>
  )
}

function eventsIn(names: string): readonly BlockingEvent[] {
  const known = names.split(',')
  return blockingEvents.filter((event) => known.includes(event))
}
