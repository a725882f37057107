import { useBlocker } from '@tanstack/react-router'
import { dataTexts } from '../../../texts/en/data.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'

export interface LeaveDialogProps {
  /** Not saved yet; they stay from one view of the document to another. */
  readonly changes: number
  /** Something is typed in a field's editor and not applied; it ends with the view. */
  readonly isTyping: boolean
}

/** Asks before a document with unsaved changes is left, by any way, and before what is typed is lost with its view. */
export function LeaveDialog({ changes, isTyping }: LeaveDialogProps) {
  const typed = isTyping ? 1 : 0
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname === next.pathname
        ? isTyping && tabOf(current.search) !== tabOf(next.search)
        : changes + typed > 0,
    enableBeforeUnload: () => changes + typed > 0,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  const isView = blocker.current.pathname === blocker.next.pathname
  const lost = isView ? typed : changes + typed
  return (
    <Dialog isOpen role="alertdialog" onClose={blocker.reset} title={dataTexts.leaveTitle(lost)}>
      <p className="text-body text-ink-2">{isView ? dataTexts.leaveViewText : dataTexts.leaveText}</p>
      <DialogActions>
        <Button variant="danger" onPress={blocker.proceed}>
          {dataTexts.discardChanges(lost)}
        </Button>
        <Button variant="primary" autoFocus onPress={blocker.reset}>
          {dataTexts.stay}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function tabOf(search: object): unknown {
  return 'tab' in search ? search.tab : undefined
}
