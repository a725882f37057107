import { useNavigate } from '@tanstack/react-router'
import { useProject } from '../../../session/project-context.tsx'
import { filesTexts } from '../../../texts/en/files.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { joinPath, problemOfPath } from '../../../shared/files/file-path.ts'

/** Goes to a folder that has nothing in it yet; it comes about with its first file. */
export function NewFolderDialog({ parent, onClose }: { readonly parent: string; readonly onClose: () => void }) {
  const project = useProject()
  const navigate = useNavigate()
  const form = useForm({
    initial: { name: '' },
    validators: {
      name: (name) => {
        const problem = problemOfPath(joinPath(parent, name.trim()))
        return problem === undefined ? undefined : filesTexts.nameProblems[problem]
      },
    },
    async submit({ name }) {
      onClose()
      await navigate({
        to: '/projects/$project/files/$',
        params: { project: project.id, _splat: joinPath(parent, name.trim()) },
        // The name that was typed is where this leads.
        ignoreBlocker: true,
      })
    },
  })
  return (
    <Dialog isOpen onClose={onClose} title={filesTexts.newFolder}>
      <form {...form.formProps} className="grid gap-3">
        <TextField
          {...form.field('name')}
          label={filesTexts.folderName}
          description={filesTexts.folderHelp}
          isMonospaced
          autoFocus
        />
        <DialogActions>
          <Button onPress={onClose}>{filesTexts.cancel}</Button>
          <Button type="submit" variant="primary">
            {filesTexts.goThere}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
