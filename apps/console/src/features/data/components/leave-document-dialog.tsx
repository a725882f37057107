import { useBlocker } from '@tanstack/react-router'
import { dataTexts } from '../../../texts/en/data.ts'
import { LeaveDialog } from '../../../ui/leave-dialog.tsx'
import { useHeldChanges } from '../../../ui/unsaved-changes.ts'

export interface LeaveDocumentDialogProps {
  /** Not saved yet; they stay from one view of the document to another. */
  readonly changes: number
  /** Sent, and not saved yet: they go on without the document, so only closing the page asks about them, or signing out. */
  readonly onTheWay: number
  /** Whether something is typed in a field's editor and not applied; it ends with the view. Asked when somebody leaves. */
  readonly isTyping: () => boolean
}

/** Asks before a document with unsaved changes is left, by any way, and before what is typed is lost with its view. */
export function LeaveDocumentDialog({ changes, onTheWay, isTyping }: LeaveDocumentDialogProps) {
  const hasSomething = (): boolean => changes > 0 || isTyping()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname === next.pathname ? isTyping() && tabOf(current.search) !== tabOf(next.search) : hasSomething(),
    enableBeforeUnload: () => onTheWay > 0 || hasSomething(),
    withResolver: true,
  })
  useHeldChanges(() => changes + onTheWay + (isTyping() ? 1 : 0))
  if (blocker.status !== 'blocked') return null
  const typed = isTyping() ? 1 : 0
  const isView = blocker.current.pathname === blocker.next.pathname
  const lost = isView ? typed : changes + typed
  return (
    <LeaveDialog
      title={dataTexts.leaveTitle(lost)}
      text={isView ? dataTexts.leaveViewText : dataTexts.leaveText}
      leave={dataTexts.discardChanges(lost)}
      stay={dataTexts.stay}
      onLeave={blocker.proceed}
      onStay={blocker.reset}
    />
  )
}

function tabOf(search: object): unknown {
  return 'tab' in search ? search.tab : undefined
}
