import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { deleteProject } from '../../../../api/projects.ts'
import { reactionTo, type Reaction } from '../../../../errors/reaction.ts'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { useSession } from '../../../../session/session-context.tsx'
import { projectSettingsTexts as texts } from '../../../../texts/en/project-settings.ts'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useForm, type Form } from '../../../../ui/use-form.ts'

/** Says what goes, and asks for the project's id. By the console's own session, which outlives the project's. */
export function DeleteProjectDialog({ project, onClose }: { readonly project: string; readonly onClose: () => void }) {
  const session = useSession()
  const navigate = useNavigate()
  const recent = useRecentSignIn()
  const [failing, setFailing] = useState<Reaction>()
  const form: Form<{ typed: string }> = useForm({
    initial: { typed: '' },
    validators: { typed: (typed) => (typed.trim() === project ? undefined : texts.deleteTypedWrong) },
    submit: async () => {
      setFailing(undefined)
      try {
        if (!(await recent.run(async () => deleteProject(project, await session.idToken())))) return
        toast(texts.deleted(project))
        await navigate({ to: '/projects' })
      } catch (thrown) {
        setFailing(reactionTo(thrown))
      }
    },
  })
  return (
    <>
      <FormDialog
        title={texts.deleteTitle(project)}
        form={form}
        failing={failing}
        submit={texts.deleteProject}
        isDanger
        onClose={onClose}
      >
        <ul className="grid list-disc gap-1 pl-5 text-body text-ink-2">
          {texts.deleteItems.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p className="text-body text-ink-2">{texts.deleteGone}</p>
        <TextField
          {...form.field('typed')}
          label={texts.deleteTyped(project)}
          autoComplete="off"
          isMonospaced
          autoFocus
          isRequired
        />
      </FormDialog>
      {recent.dialog}
    </>
  )
}
