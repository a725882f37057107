import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { createProject } from '../../../backend/api/projects.ts'
import { GateNotice, useGateFailure } from '../../../session/gate-form.tsx'
import { useSession } from '../../../session/session-context.tsx'
import { track } from '../../../backend/telemetry.ts'
import { projectsTexts } from '../../../texts/en/projects.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { validateDisplayName, validateProjectId } from '../../../ui/validators.ts'
import { projectIdFromName } from '../project-id-from-name.ts'

/** Asks for a name and an id, and goes into the new project. */
export function CreateProjectDialog({ onClose }: { readonly onClose: () => void }) {
  const session = useSession()
  const router = useRouter()
  // The id follows the name until it is written by hand.
  const [isIdOwn, setIdOwn] = useState(false)
  const form: Form<{ name: string; projectId: string }> = useForm({
    initial: { name: '', projectId: '' },
    validators: { name: validateDisplayName, projectId: validateProjectId },
    submit: async ({ name, projectId }) => {
      failure.clear()
      try {
        await createProject({ name: name.trim(), projectId }, await session.idToken())
        track({ name: 'project_create' })
        onClose()
        toast(projectsTexts.created(name.trim()))
        await router.navigate({ to: '/projects/$project', params: { project: projectId } })
      } catch (thrown) {
        failure.show(thrown)
      }
    },
  })
  const failure = useGateFailure(() => form, '')
  const name = form.field('name')
  const projectId = form.field('projectId')

  return (
    <Dialog isOpen onClose={onClose} title={projectsTexts.createTitle} isDismissable={!form.isSubmitting}>
      <form {...form.formProps} className="grid gap-4 pt-2">
        <TextField
          {...name}
          onChange={(value) => {
            name.onChange(value)
            if (!isIdOwn) projectId.onChange(projectIdFromName(value))
          }}
          label={projectsTexts.name}
          description={projectsTexts.nameHelp}
          autoComplete="off"
          autoFocus
          isRequired
        />
        <TextField
          {...projectId}
          onChange={(value) => {
            setIdOwn(value !== '')
            projectId.onChange(value)
          }}
          label={projectsTexts.projectId}
          description={projectsTexts.projectIdHelp}
          autoComplete="off"
          isMonospaced
          isRequired
        />
        <GateNotice failure={failure} email="" />
        <DialogActions>
          <Button onPress={onClose} isDisabled={form.isSubmitting}>
            {uiTexts.cancel}
          </Button>
          <Button type="submit" variant="primary" isPending={form.isSubmitting}>
            {projectsTexts.create}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
