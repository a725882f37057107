import { filesTexts } from '../../../texts/en/files.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'

/** Revoking can't be taken back, and the link may be in use anywhere. */
export function RevokeLinkDialog({
  isLast,
  onClose,
  onRevoke,
}: {
  /** The file has none then. */
  readonly isLast: boolean
  readonly onClose: () => void
  readonly onRevoke: () => void
}) {
  return (
    <Dialog isOpen role="alertdialog" onClose={onClose} title={filesTexts.revokeTitle}>
      <p className="text-body text-ink-2">{isLast ? filesTexts.revokeLast : filesTexts.revokeText}</p>
      <DialogActions>
        <Button onPress={onClose} autoFocus>
          {filesTexts.cancel}
        </Button>
        <Button variant="danger" onPress={onRevoke}>
          {filesTexts.revokeButton}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
