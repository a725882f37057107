import { useState } from 'react'
import { useProject } from '../../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { appsTexts as texts, appsTexts } from '../../../../texts/en/apps.ts'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { Select } from '../../../../ui/select.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useForm, type Form } from '../../../../ui/use-form.ts'
import { addApp, changeApp, type AppPlatform, type ProjectApp } from '../../queries/apps.ts'

export interface AppDialogProps {
  /** The one that is edited; a new one when left out. */
  readonly app: ProjectApp | undefined
  readonly onSaved: (app: ProjectApp) => void
  readonly onClose: () => void
}

const platforms = (['web', 'android', 'ios'] as const).map((id) => ({ id, label: texts.platforms[id] }))

/** What an app is called, where it runs, and what its platform knows it by. */
export function AppDialog({ app, onSaved, onClose }: AppDialogProps) {
  const project = useProject()
  const [platform, setPlatform] = useState<AppPlatform>(app?.platform ?? 'web')
  // A new app brings a key.
  const signIn = useRecentSignIn(project)
  const leave = (saved: ProjectApp): void => {
    toast(texts.saved(saved.name))
    onSaved(saved)
  }
  const form: Form<{ name: string; bundleId: string }> = useForm({
    initial: { name: app?.name ?? '', bundleId: app?.bundleId ?? '' },
    validators: {
      name: validateName,
      bundleId: (text) => (platform === 'web' || isBundleId(text.trim()) ? undefined : texts.bundleIdInvalid),
    },
    submit: async ({ name, bundleId }) => {
      const details = { name: name.trim(), ...(platform !== 'web' && { bundleId: bundleId.trim() }) }
      if (app !== undefined) return leave(await changeApp(project, app.config.appId, details))
      let added: ProjectApp | undefined
      await signIn.run(async () => {
        added = await addApp(project, { ...details, platform })
      })
      if (added !== undefined) leave(added)
    },
  })
  return (
    <>
      <FormDialog
        title={app === undefined ? texts.addTitle : texts.editTitle(app.name)}
        form={form}
        submit={app === undefined ? texts.addApp : texts.save}
        onClose={onClose}
      >
        <TextField
          {...form.field('name')}
          label={texts.name}
          description={texts.nameHelp}
          autoComplete="off"
          autoFocus
          isRequired
        />
        {app === undefined && (
          <Select
            label={texts.platform}
            description={texts.platformHelp}
            options={platforms}
            value={platform}
            onChange={setPlatform}
          />
        )}
        {platform !== 'web' && (
          <TextField
            {...form.field('bundleId')}
            label={texts.bundleId[platform]}
            description={texts.bundleIdHelp}
            autoComplete="off"
            isMonospaced
            isRequired
          />
        )}
      </FormDialog>
      {signIn.dialog}
    </>
  )
}

function isBundleId(text: string): boolean {
  return text.length <= 200 && /^[A-Za-z][\w-]*(\.[A-Za-z0-9][\w-]*)+$/.test(text)
}

/** What an app or a key is called. */
export function validateName(name: string): string | undefined {
  const length = name.trim().length
  if (length === 0) return appsTexts.nameMissing
  return length > 80 ? appsTexts.nameTooLong : undefined
}
