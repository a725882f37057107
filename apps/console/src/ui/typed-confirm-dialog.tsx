import { useState, type ReactNode } from 'react'
import { reactionTo, type Reaction } from '../backend/errors/reaction.ts'
import { FormDialog } from './form-dialog.tsx'
import { TextField } from './text-field.tsx'
import { useForm, type Form } from './use-form.ts'

export interface TypedConfirmDialogProps {
  readonly title: string
  /** What goes, and what stays. */
  readonly children: ReactNode
  /** The verb on its button, with the name of the thing. */
  readonly confirm: string
  /** What has to be typed, such as a name or a number; small and capital letters count the same. */
  readonly wanted: string
  /** The label of the field, which says what has to be typed. */
  readonly label: string
  /** Shown when something else was typed. */
  readonly wrong: string
  readonly inputMode?: 'numeric'
  /** Closes it, where it is done; what it throws is shown. */
  readonly onConfirm: () => Promise<void> | void
  readonly onClose: () => void
}

/** Asks for a word in letters before something is done that can't be taken back. */
export function TypedConfirmDialog(props: TypedConfirmDialogProps) {
  const { title, children, confirm, wanted, label, wrong, inputMode, onConfirm, onClose } = props
  const [failing, setFailing] = useState<Reaction>()
  const form: Form<{ typed: string }> = useForm({
    initial: { typed: '' },
    validators: { typed: (typed) => (typed.trim().toLowerCase() === wanted.toLowerCase() ? undefined : wrong) },
    submit: async () => {
      setFailing(undefined)
      try {
        await onConfirm()
      } catch (thrown) {
        setFailing(reactionTo(thrown))
      }
    },
  })
  return (
    <FormDialog
      role="alertdialog"
      title={title}
      form={form}
      failing={failing}
      submit={confirm}
      isDanger
      onClose={onClose}
    >
      <div className="text-ink-2">{children}</div>
      <TextField
        {...form.field('typed')}
        label={label}
        {...(inputMode !== undefined && { inputMode })}
        autoComplete="off"
        autoFocus
        isRequired
      />
    </FormDialog>
  )
}
