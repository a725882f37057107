import { uiTexts } from '../texts/en/ui.ts'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

export interface LeaveDialogProps {
  readonly title?: string
  /** What is lost. */
  readonly text?: string
  readonly leave?: string
  readonly stay?: string
  /** The way to leave and lose nothing, where there is one. */
  readonly keep?: { readonly label: string; readonly isPending: boolean; readonly onKeep: () => void } | undefined
  readonly onLeave: () => void
  readonly onStay: () => void
}

/** Asks before something that isn't saved is lost. */
export function LeaveDialog({
  title = uiTexts.leaveTitle,
  text = uiTexts.leaveText,
  leave = uiTexts.leave,
  stay = uiTexts.stay,
  keep,
  onLeave,
  onStay,
}: LeaveDialogProps) {
  return (
    <Dialog isOpen role="alertdialog" onClose={onStay} title={title}>
      <p className="text-body text-ink-2">{text}</p>
      <DialogActions>
        <Button variant="quiet" isDisabled={keep?.isPending === true} onPress={onLeave}>
          {leave}
        </Button>
        <Button variant={keep === undefined ? 'primary' : 'default'} autoFocus onPress={onStay}>
          {stay}
        </Button>
        {keep !== undefined && (
          <Button variant="primary" isPending={keep.isPending} onPress={keep.onKeep}>
            {keep.label}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
