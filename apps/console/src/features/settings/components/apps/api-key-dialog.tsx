import { isWebsite, websitesMax } from '@hearth/api'
import { useProject } from '../../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { appsTexts as texts } from '../../../../texts/en/apps.ts'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useForm, type Form } from '../../../../ui/use-form.ts'
import { changeApiKey, createApiKey, type ApiKey } from '../../queries/keys.ts'
import { validateName } from './app-dialog.tsx'

export interface ApiKeyDialogProps {
  /** The one that is changed; a new one when left out. */
  readonly apiKey: ApiKey | undefined
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** What a key is called, and the websites it is kept to. */
export function ApiKeyDialog({ apiKey, onChanged, onClose }: ApiKeyDialogProps) {
  const project = useProject()
  const signIn = useRecentSignIn(project)
  const title = apiKey === undefined ? texts.createKeyTitle : texts.restrictTitle(apiKey.name || texts.unnamed)
  const form: Form<{ name: string; websites: string }> = useForm({
    initial: { name: apiKey?.name ?? '', websites: apiKey?.websites.join('\n') ?? '' },
    validators: { name: validateName, websites: validateWebsites },
    submit: async ({ name, websites }) => {
      const details = { name: name.trim(), websites: linesOf(websites) }
      const isDone = await signIn.run(
        async () => {
          if (apiKey === undefined) await createApiKey(project, details)
          else await changeApiKey(project, apiKey.key, details)
        },
        { act: title },
      )
      if (!isDone) return
      toast(apiKey === undefined ? texts.keyCreated(details.name) : texts.keySaved(details.name))
      onChanged()
      onClose()
    },
  })
  return (
    <>
      <FormDialog
        title={title}
        width="medium"
        form={form}
        submit={apiKey === undefined ? texts.createKey : texts.save}
        onClose={onClose}
      >
        {apiKey === undefined && <p className="text-ink-2">{texts.createKeyText}</p>}
        <TextField {...form.field('name')} label={texts.name} autoComplete="off" autoFocus isRequired />
        <TextArea
          {...form.field('websites')}
          label={texts.websites}
          description={`${texts.websitesHelp} ${texts.websitesWarn}`}
          rows={4}
          isMonospaced
        />
      </FormDialog>
      {signIn.dialog}
    </>
  )
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\s+/).map((line) => line.toLowerCase().replace(/\/$/, ''))
  return [...new Set(lines.filter((line) => line !== ''))]
}

function validateWebsites(text: string): string | undefined {
  const websites = linesOf(text)
  const wrong = websites.find((website) => !isWebsite(website))
  if (wrong !== undefined) return texts.websiteInvalid(wrong)
  return websites.length > websitesMax ? texts.websitesTooMany : undefined
}
