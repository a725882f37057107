import { useBlocker } from '@tanstack/react-router'
import { dataTexts } from '../../../texts/en/data.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'

/** Asks before a document with unsaved changes is left, by any way. */
export function LeaveDialog({ changes }: { readonly changes: number }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => changes > 0 && current.pathname !== next.pathname,
    enableBeforeUnload: () => changes > 0,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Dialog isOpen role="alertdialog" onClose={blocker.reset} title={dataTexts.leaveTitle(changes)}>
      <p className="text-body text-ink-2">{dataTexts.leaveText}</p>
      <DialogActions>
        <Button variant="danger" onPress={blocker.proceed}>
          {dataTexts.discardChanges(changes)}
        </Button>
        <Button variant="primary" autoFocus onPress={blocker.reset}>
          {dataTexts.stay}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
