import type { ReactNode } from 'react'
import type { Reaction } from '../errors/reaction.ts'
import { uiTexts } from '../texts/en/ui.ts'
import { Button } from './button.tsx'
import { Dialog, DialogActions, type DialogProps } from './dialog.tsx'
import { FailureNotice } from './failure-notice.tsx'
import type { Form } from './use-form.ts'

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'onClose' | 'width'> {
  readonly form: Pick<Form<Record<string, string>>, 'formProps' | 'isSubmitting'>
  /** What failed as a whole. */
  readonly failing: Reaction | undefined
  /** The verb on its button. */
  readonly submit: string
  readonly isDanger?: boolean
  readonly isSubmitDisabled?: boolean
  /** The fields. */
  readonly children: ReactNode
}

/** A form above the page. While it is sent nothing closes it. */
export function FormDialog(props: FormDialogProps) {
  const { form, failing, submit, isDanger = false, isSubmitDisabled = false, children, ...dialog } = props
  return (
    <Dialog {...dialog} isOpen isDismissable={!form.isSubmitting}>
      <form {...form.formProps} className="grid gap-4 pt-2">
        {children}
        <FailureNotice failing={failing} />
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
    </Dialog>
  )
}
