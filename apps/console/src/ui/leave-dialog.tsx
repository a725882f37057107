import { uiTexts } from '../texts/en/ui.ts'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

export interface LeaveDialogProps {
  readonly title?: string
  /** What is lost. */
  readonly text?: string
  readonly leave?: string
  readonly stay?: string
  readonly onLeave: () => void
  readonly onStay: () => void
}

/** Asks before something that isn't saved is lost. */
export function LeaveDialog({
  title = uiTexts.leaveTitle,
  text = uiTexts.leaveText,
  leave = uiTexts.leave,
  stay = uiTexts.stay,
  onLeave,
  onStay,
}: LeaveDialogProps) {
  return (
    <Dialog isOpen role="alertdialog" onClose={onStay} title={title}>
      <p className="text-body text-ink-2">{text}</p>
      <DialogActions>
        <Button variant="danger" onPress={onLeave}>
          {leave}
        </Button>
        <Button variant="primary" autoFocus onPress={onStay}>
          {stay}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
