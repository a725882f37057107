import { useState } from 'react'
import { useProject } from '../../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { signInSettingsTexts as texts } from '../../../../texts/en/sign-in-settings.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { FailureNotice } from '../../../../ui/failure-notice.tsx'
import { QueryContent } from '../../../../ui/query-content.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useForm, type Form } from '../../../../ui/use-form.ts'
import type { PasskeyConfig } from '../../queries/identity-config.ts'
import { useChangePasskeyConfig, usePasskeyConfig } from '../../queries/settings-queries.ts'
import { SwitchOffDialog } from './switch-off-dialog.tsx'

interface PasskeysCardProps {
  readonly mayChange: boolean
}

/** Whether users sign in by passkeys, and of which name these are. */
export function PasskeysCard({ mayChange }: PasskeysCardProps) {
  const query = usePasskeyConfig()
  return (
    <Card title={texts.passkeys} description={texts.passkeysText}>
      <QueryContent query={query} failed={texts.passkeysFailed}>
        {(config) => <PasskeyForm key={JSON.stringify(config)} config={config} mayChange={mayChange} />}
      </QueryContent>
    </Card>
  )
}

interface PasskeyFormProps extends PasskeysCardProps {
  readonly config: PasskeyConfig
}

function PasskeyForm({ config, mayChange }: PasskeyFormProps) {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const [isLeaving, setLeaving] = useState(false)
  const isOn = config.rpId !== ''
  const { mutateAsync } = useChangePasskeyConfig()
  const save = (change: PasskeyConfig): Promise<boolean> => recent.run(async () => void (await mutateAsync(change)))
  const form: Form<{ rpId: string; origins: string }> = useForm({
    initial: { rpId: config.rpId, origins: config.expectedOrigins.join('\n') },
    validators: { rpId: (text) => (isHostName(text.trim()) ? undefined : texts.rpIdInvalid) },
    submit: async ({ rpId, origins }) => {
      const expectedOrigins = origins.split('\n').flatMap((line) => line.trim() || [])
      if (await save({ rpId: rpId.trim(), expectedOrigins })) toast(isOn ? texts.saved : texts.on(texts.passkeys))
    },
  })
  return (
    <>
      <form {...form.formProps} className="grid gap-4">
        <p className="text-table text-ink-2">{isOn ? texts.passkeysOn : texts.passkeysOff}</p>
        <TextField
          {...form.field('rpId')}
          label={texts.rpId}
          description={texts.rpIdHelp}
          autoComplete="off"
          isDisabled={!mayChange}
          isMonospaced
          isRequired
        />
        <TextArea
          {...form.field('origins')}
          label={texts.origins}
          description={texts.originsHelp}
          isReadOnly={!mayChange}
          isMonospaced
          rows={3}
        />
        <FailureNotice failing={form.failing} />
        {mayChange && (
          <div className="flex flex-wrap gap-2">
            <Button type="submit" isPending={form.isSubmitting}>
              {isOn ? texts.save : texts.switchOn}
            </Button>
            {isOn && (
              <Button isDisabled={form.isSubmitting} onPress={() => setLeaving(true)}>
                {texts.switchOff}
              </Button>
            )}
          </div>
        )}
      </form>
      {isLeaving && (
        <SwitchOffDialog
          label={texts.passkeys}
          provider="passkey"
          onConfirm={async () => {
            const isSaved = await save({ rpId: '', expectedOrigins: [] })
            if (isSaved) toast(texts.off(texts.passkeys))
            return isSaved
          }}
          onClose={() => setLeaving(false)}
        />
      )}
      {recent.dialog}
    </>
  )
}

function isHostName(text: string): boolean {
  return text === 'localhost' || /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$/.test(text)
}
