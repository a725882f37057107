import { useState } from 'react'
import { failureOf } from '../../backend/errors/failure.ts'
import { type Reaction, reactionTo } from '../../backend/errors/reaction.ts'
import { alertsTexts as texts } from '../../texts/en/alerts.ts'
import { formatNumber } from '../../texts/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SaveButton } from '../../ui/save-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { type AlertScope, useAlertCalls } from './alert-scope.ts'

/** Where each message is sent to besides the mails, the secret of its calls, shown once, and a call to try it. */
export function AlertWebhookCard({
  scope,
  url,
  onChanged,
}: {
  readonly scope: AlertScope
  /** Undefined while there is none. */
  readonly url: string | undefined
  readonly onChanged: () => void
}) {
  const { calls, recent } = useAlertCalls(scope)
  const [secret, setSecret] = useState<string>()
  const [isRemoving, setRemoving] = useState(false)
  const [isTesting, setTesting] = useState(false)
  const [tested, setTested] = useState<WebhookTest>()
  const [failing, setFailing] = useState<Reaction>()
  const run = async (act: string, action: () => Promise<void>): Promise<void> => {
    setFailing(undefined)
    setTested(undefined)
    try {
      await recent.run(action, { act })
    } catch (thrown) {
      const { reason } = failureOf(thrown)
      if (reason === 'INVALID_WEBHOOK') form.reject('url', texts.urlRefused)
      else if (reason === 'WEBHOOK_FAILED') setTested('no-answer')
      else setFailing(reactionTo(thrown))
    }
  }
  const form = useForm({
    initial: { url: url ?? '' },
    validators: { url: (typed) => (/^https?:\/\/\S+$/.test(typed.trim()) ? undefined : texts.urlInvalid) },
    submit: async ({ url: typed }) =>
      await run(texts.saveWebhook, async () => {
        const made = await calls.setWebhook(typed.trim())
        toast(texts.webhookSaved)
        if (made === undefined) onChanged()
        else setSecret(made)
      }),
  })
  const test = async (): Promise<void> => {
    setTesting(true)
    await run(texts.callTest, async () => setTested(await calls.testWebhook()))
    setTesting(false)
  }
  const closeSecret = (): void => {
    setSecret(undefined)
    onChanged()
  }
  return (
    <Card title={texts.webhook} description={texts.webhookText}>
      <form {...form.formProps} className="grid max-w-xl gap-3">
        <TextField
          {...form.field('url')}
          label={texts.url}
          description={texts.urlHelp}
          type="url"
          autoComplete="off"
          isMonospaced
        />
        {tested !== undefined && <TestResult result={tested} />}
        <FailureNotice failing={failing} />
        <div className="flex flex-wrap gap-2">
          <SaveButton isChanged={form.isChanged} isPending={form.isSubmitting}>
            {texts.saveWebhook}
          </SaveButton>
          {url !== undefined && (
            <>
              <Button isPending={isTesting} onPress={() => void test()}>
                {texts.callTest}
              </Button>
              <Button variant="quiet" onPress={() => setRemoving(true)}>
                {texts.remove}
              </Button>
            </>
          )}
        </div>
      </form>
      {secret !== undefined && (
        <Dialog
          isOpen
          role="alertdialog"
          isDismissable={false}
          onClose={closeSecret}
          title={texts.secretTitle}
          width="medium"
        >
          <p className="mb-3 text-ink-2">{texts.secretText}</p>
          <div className="overflow-hidden rounded border border-line">
            <CodeBlock label={texts.secret} code={secret} />
          </div>
          <DialogActions>
            <Button variant="primary" autoFocus onPress={closeSecret}>
              {texts.kept}
            </Button>
          </DialogActions>
        </Dialog>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={texts.removeTitle}
          confirm={texts.remove}
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            if (!(await recent.run(() => calls.removeWebhook(), { act: texts.remove }))) return false
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

type WebhookTest = { readonly status: number; readonly ms: number } | 'no-answer'

function TestResult({ result }: { readonly result: WebhookTest }) {
  if (result === 'no-answer') {
    return (
      <Notice tone="danger" isAnnounced>
        {texts.noAnswer}
      </Notice>
    )
  }
  const isTaken = result.status < 300
  const say = isTaken ? texts.tookCall : texts.refusedCall
  return (
    <Notice tone={isTaken ? 'good' : 'danger'} isAnnounced>
      {say(result.status, formatNumber(result.ms))}
    </Notice>
  )
}
