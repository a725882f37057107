import { usersTexts } from '../../../texts/en/users.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'

export interface DeleteUsersDialogProps {
  readonly count: number
  readonly onConfirmed: () => void
  readonly onClose: () => void
}

/** Asks for their number in figures before several users are deleted. */
export function DeleteUsersDialog({ count, onConfirmed, onClose }: DeleteUsersDialogProps) {
  const form: Form<{ typed: string }> = useForm({
    initial: { typed: '' },
    validators: { typed: (typed) => (typed.trim() === String(count) ? undefined : usersTexts.deleteTypedWrong(count)) },
    submit: async () => {
      onClose()
      onConfirmed()
    },
  })
  return (
    <FormDialog
      title={usersTexts.deleteTitle(count)}
      form={form}
      failing={undefined}
      submit={usersTexts.deleteMany(count)}
      isDanger
      onClose={onClose}
    >
      <p className="text-ink-2">{usersTexts.deleteText}</p>
      <TextField
        {...form.field('typed')}
        label={usersTexts.deleteTyped(count)}
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        isRequired
      />
    </FormDialog>
  )
}
