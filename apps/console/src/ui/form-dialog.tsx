import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Reaction } from '../backend/errors/reaction.ts'
import { uiTexts } from '../texts/en/ui.ts'
import { Button } from './button.tsx'
import { Dialog, DialogActions, type DialogProps } from './dialog.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { useUnsavedChanges } from './unsaved-changes.ts'
import type { Form } from './use-form.ts'

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'onClose' | 'width' | 'role'> {
  readonly form: Pick<Form<Record<string, string>>, 'failing' | 'formProps' | 'isChanged' | 'isSubmitting'>
  /** What failed as a whole, where that is more than what the form's `submit` threw. */
  readonly failing?: Reaction | undefined
  /** The verb on its button. */
  readonly submit: string
  readonly isDanger?: boolean
  readonly isSubmitDisabled?: boolean
  /** The fields. */
  readonly children: ReactNode
}

/**
 * A form above the page. While it is sent nothing closes it; Escape, its cross and a click beside it ask before what was typed is lost.
 */
export function FormDialog(props: FormDialogProps) {
  const {
    form,
    failing = form.failing,
    submit,
    isDanger = false,
    isSubmitDisabled = false,
    children,
    ...dialog
  } = props
  const [isLeaving, setLeaving] = useState(false)
  const failed = useRef<HTMLDivElement>(null)
  // It stands below the fields, which may be more than the window has room for.
  useEffect(() => {
    if (failing !== undefined) failed.current?.scrollIntoView({ block: 'nearest' })
  }, [failing])
  const isTyped = form.isChanged && !isDanger
  // What was sent is no longer lost: the page may go on to what came of it.
  useUnsavedChanges(isTyped && !form.isSubmitting)
  return (
    <Dialog
      {...dialog}
      isOpen
      isDismissable={!form.isSubmitting}
      onClose={() => (isTyped ? setLeaving(true) : dialog.onClose())}
    >
      <form {...form.formProps} className="grid gap-4 pt-2">
        {children}
        <div ref={failed} className="empty:hidden">
          <FailureNotice failing={failing} />
        </div>
        <DialogActions>
          <Button onPress={dialog.onClose} isDisabled={form.isSubmitting}>
            {uiTexts.cancel}
          </Button>
          <Button
            type="submit"
            variant={isDanger ? 'danger' : 'primary'}
            isPending={form.isSubmitting}
            isDisabled={isSubmitDisabled}
          >
            {submit}
          </Button>
        </DialogActions>
      </form>
      {isLeaving && <LeaveDialog onLeave={dialog.onClose} onStay={() => setLeaving(false)} />}
    </Dialog>
  )
}
