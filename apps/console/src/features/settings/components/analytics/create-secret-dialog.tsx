import { useState } from 'react'
import type { ProjectApp } from '../../../../backend/api/projects.ts'
import { useProject } from '../../../../session/project-context.tsx'
import type { RecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { settingsTexts } from '../../../../texts/en/settings.ts'
import { Button } from '../../../../ui/button.tsx'
import { CodeBlock } from '../../../../ui/code-block.tsx'
import { Copyable } from '../../../../ui/copyable.tsx'
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { Select } from '../../../../ui/select.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { useForm, type Form } from '../../../../ui/use-form.ts'
import { createApiSecret } from '../../queries/keys.ts'

const analyticsSettingsTexts = settingsTexts.analyticsSettings
const texts = analyticsSettingsTexts.secrets

interface MadeSecret {
  readonly secret: string
  readonly app: ProjectApp
}

export interface CreateSecretDialogProps {
  /** One at least. */
  readonly apps: readonly ProjectApp[]
  readonly signIn: RecentSignIn
  readonly onMade: () => void
  readonly onClose: () => void
}

/** Asks for the app and the secret's name, then shows the secret, this once. */
export function CreateSecretDialog({ onMade, ...props }: CreateSecretDialogProps) {
  const [made, setMade] = useState<MadeSecret>()
  return made === undefined ? (
    <NameDialog
      {...props}
      onMade={(secret) => {
        setMade(secret)
        onMade()
      }}
    />
  ) : (
    <SecretDialog made={made} onClose={props.onClose} />
  )
}

interface NameDialogProps extends Omit<CreateSecretDialogProps, 'onMade'> {
  readonly onMade: (made: MadeSecret) => void
}

function NameDialog({ apps, signIn, onMade, onClose }: NameDialogProps) {
  const project = useProject()
  const [appId, setAppId] = useState(apps[0]?.appId)
  const form: Form<{ name: string }> = useForm({
    initial: { name: '' },
    validators: { name: validateName },
    submit: async ({ name }) => {
      const app = apps.find((one) => one.appId === appId)
      if (app === undefined) return
      await signIn.run(async () => {
        const secret = await createApiSecret(project, { appId: app.appId, name: name.trim() })
        onMade({ secret, app })
      })
    },
  })
  return (
    <FormDialog title={texts.createTitle} form={form} submit={texts.create} onClose={onClose}>
      <TextField
        {...form.field('name')}
        label={texts.name}
        description={texts.nameHelp}
        autoComplete="off"
        autoFocus
        isRequired
      />
      <Select
        label={texts.app}
        value={appId}
        options={apps.map(({ name, appId: id }) => ({ id, label: name, description: id }))}
        onChange={setAppId}
      />
    </FormDialog>
  )
}

/** Neither Escape nor a click beside it loses what can't be shown again. */
function SecretDialog({ made: { secret, app }, onClose }: { readonly made: MadeSecret; readonly onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={texts.madeTitle} width="medium" role="alertdialog" isDismissable={false}>
      <p className="mb-3 text-body text-ink-2">{texts.madeText}</p>
      <Copyable label={texts.title} value={secret} />
      <p className="mt-4 mb-1.5 text-table font-medium">{texts.request}</p>
      <div className="overflow-hidden rounded border border-line">
        <CodeBlock label={texts.request} code={requestWith(secret, app)} isNarrow />
      </div>
      <DialogActions>
        <Button variant="primary" onPress={onClose}>
          {texts.kept}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function requestWith(secret: string, app: ProjectApp): string {
  const address = `${location.origin}/mp/collect?firebase_app_id=${encodeURIComponent(app.appId)}&api_secret=${secret}`
  const body = JSON.stringify({ client_id: 'server', events: [{ name: 'refund', params: { value: 12.5 } }] })
  return `curl '${address}' \\\n  --data '${body}'\n`
}

function validateName(name: string): string | undefined {
  const length = name.trim().length
  if (length === 0) return texts.nameMissing
  return length > 80 ? texts.nameTooLong : undefined
}
