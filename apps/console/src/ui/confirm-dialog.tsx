import { useState, type ReactNode } from 'react'
import { reactionTo, type Reaction } from '../backend/errors/reaction.ts'
import { uiTexts } from '../texts/en/ui.ts'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { FormDialog } from './form-dialog.tsx'
import { TextField } from './text-field.tsx'
import { useForm, type Form } from './use-form.ts'

export interface ConfirmDialogProps {
  readonly title: string
  readonly children: ReactNode
  /** The verb on its button, with the name of the thing. */
  readonly confirm: string
  readonly isDanger?: boolean
  /** What the button that does nothing says; "Cancel" when it isn't given. */
  readonly stay?: string
  /** Closes it with `true`; with `false` the question stays, such as when somebody gave up on the way. What it throws is shown. */
  readonly onConfirm: () => Promise<boolean>
  readonly onClose: () => void
}

/** Asks before something is done that is not easily taken back. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  isDanger = true,
  stay = uiTexts.cancel,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [failing, setFailing] = useState<Reaction>()
  const act = async () => {
    setBusy(true)
    setFailing(undefined)
    try {
      if (await onConfirm()) onClose()
    } catch (thrown) {
      setFailing(reactionTo(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen role="alertdialog" onClose={onClose} title={title} isDismissable={!isBusy}>
      <div className="grid gap-3">
        <div className="text-body text-ink-2">{children}</div>
        <FailureNotice failing={failing} />
      </div>
      <DialogActions>
        <Button onPress={onClose} autoFocus isDisabled={isBusy}>
          {stay}
        </Button>
        <Button variant={isDanger ? 'danger' : 'primary'} isPending={isBusy} onPress={() => void act()}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface TypedConfirmDialogProps {
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
  const form: Form<{ typed: string }> = useForm({
    initial: { typed: '' },
    validators: { typed: (typed) => (typed.trim().toLowerCase() === wanted.toLowerCase() ? undefined : wrong) },
    submit: async () => {
      await onConfirm()
    },
  })
  return (
    <FormDialog role="alertdialog" title={title} form={form} submit={confirm} isDanger onClose={onClose}>
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
