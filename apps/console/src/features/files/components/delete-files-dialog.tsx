import { filesTexts } from '../../../texts/en/files.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'

export interface DeleteFilesDialogProps {
  /** With those in the folders that were chosen. */
  readonly count: number
  readonly hasFolders: boolean
  readonly onConfirmed: () => void
  readonly onClose: () => void
}

/** Says how many files go, and asks for their number in figures. */
export function DeleteFilesDialog({ count, hasFolders, onConfirmed, onClose }: DeleteFilesDialogProps) {
  const form: Form<{ typed: string }> = useForm({
    initial: { typed: '' },
    validators: { typed: (typed) => (typed.trim() === String(count) ? undefined : filesTexts.deleteTypedWrong(count)) },
    submit: async () => {
      onClose()
      onConfirmed()
    },
  })
  return (
    <FormDialog
      title={filesTexts.deleteManyTitle(count)}
      form={form}
      failing={undefined}
      submit={filesTexts.deleteManyButton(count)}
      isDanger
      onClose={onClose}
    >
      <p className="text-ink-2">
        {hasFolders ? `${filesTexts.deleteFolders} ` : ''}
        {filesTexts.deleteManyText}
      </p>
      <TextField
        {...form.field('typed')}
        label={filesTexts.deleteTyped(count)}
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        isRequired
      />
    </FormDialog>
  )
}
