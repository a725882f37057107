import type { Reaction } from '../../../backend/errors/reaction.ts'
import { filesTexts } from '../../../texts/en/files.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { folderOfAddress, joinPath, problemOfPath } from '../../../shared/files/file-path.ts'
import { isInItself } from '../move-plan.ts'

export interface MoveFilesDialogProps {
  readonly count: number
  /** Where they are. */
  readonly folder: string
  /** Those of them that are folders, as whole paths. */
  readonly folders: readonly string[]
  /** Why what was chosen last couldn't be begun. */
  readonly failing: Reaction | undefined
  readonly onChosen: (target: string) => Promise<void>
  readonly onClose: () => void
}

/** Asks for the folder that the chosen files go to. */
export function MoveFilesDialog({ count, folder, folders, failing, onChosen, onClose }: MoveFilesDialogProps) {
  const form = useForm({
    initial: { folder },
    validators: {
      folder: (typed) => {
        const target = folderOfAddress(typed)
        if (target === folder) return filesTexts.sameFolder
        if (isInItself(folders, target)) return filesTexts.folderInItself
        const problem = problemOfPath(joinPath(target, 'x'))
        return problem === undefined ? undefined : filesTexts.nameProblems[problem]
      },
    },
    submit: ({ folder: typed }) => onChosen(folderOfAddress(typed)),
  })
  return (
    <FormDialog
      title={filesTexts.moveManyTitle(count)}
      form={form}
      failing={failing}
      submit={filesTexts.moveButton}
      onClose={onClose}
      width="medium"
    >
      <TextField
        {...form.field('folder')}
        label={filesTexts.newFolderOfFile}
        description={filesTexts.moveManyHelp}
        autoComplete="off"
        isMonospaced
        autoFocus
      />
    </FormDialog>
  )
}
