import { useEffect, useState } from 'react'
import { dataTexts } from '../../../texts/en/data.ts'
import { LeaveDialog, useLeaveBlocker } from '../../../ui/leave-dialog.tsx'
import { useHeldChanges } from '../../../ui/unsaved-changes.ts'

export interface LeaveDocumentDialogProps {
  /** Not saved yet; they stay from one view of the document to another. */
  readonly changes: number
  /** Sent, and not saved yet: they go on without the document, so only closing the page asks about them, or signing out. */
  readonly onTheWay: number
  /** Whether something is typed in a field's editor and not applied; it ends with the view. Asked when somebody leaves. */
  readonly isTyping: () => boolean
  /** Takes over what is typed; false when it can't be, and what is wrong with it has the focus. */
  readonly takeOver: () => boolean
  /** Saves all changes and answers whether the server has them or they wait for it; undefined while they can't be saved. */
  readonly save: (() => Promise<boolean>) | undefined
}

/** Asks before a document with unsaved changes is left, by any way, and before what is typed is lost with its view. */
export function LeaveDocumentDialog({ changes, onTheWay, isTyping, takeOver, save }: LeaveDocumentDialogProps) {
  const hasSomething = (): boolean => changes > 0 || isTyping()
  const blocker = useLeaveBlocker({
    asks: (current, next) =>
      current.pathname === next.pathname ? isTyping() && tabOf(current.search) !== tabOf(next.search) : hasSomething(),
    asksOnClose: () => onTheWay > 0 || hasSomething(),
  })
  useHeldChanges(() => changes + onTheWay + (isTyping() ? 1 : 0))
  /** How many are being saved before the document is left: they count as sent by now. */
  const [saving, setSaving] = useState<number>()
  /** What is typed can't be taken over: it is shown once the question is gone, which has the focus until then. */
  const [isWrong, setWrong] = useState(false)
  useEffect(() => {
    if (!isWrong || blocker.status === 'blocked') return
    setWrong(false)
    takeOver()
  }, [isWrong, blocker.status, takeOver])
  if (blocker.status !== 'blocked') return null
  const typed = isTyping() ? 1 : 0
  const isView = blocker.current.pathname === blocker.next.pathname
  const lost = isView ? typed : (saving ?? changes + typed)
  const keep = async (): Promise<void> => {
    if (!takeOver()) {
      setWrong(true)
      blocker.reset()
      return
    }
    if (isView || save === undefined) {
      blocker.proceed()
      return
    }
    setSaving(lost)
    const isKept = await save()
    setSaving(undefined)
    if (isKept) blocker.proceed()
    // The bar below the document says why not.
    else blocker.reset()
  }
  return (
    <LeaveDialog
      title={dataTexts.leaveTitle(lost)}
      text={isView ? dataTexts.leaveViewText : dataTexts.leaveText}
      leave={dataTexts.discardChanges(lost)}
      stay={dataTexts.stay}
      keep={
        isView || save !== undefined
          ? {
              label: isView ? dataTexts.applyAndLeave : dataTexts.saveAndLeave,
              isPending: saving !== undefined,
              onKeep: () => void keep(),
            }
          : undefined
      }
      onLeave={blocker.proceed}
      onStay={blocker.reset}
    />
  )
}

function tabOf(search: object): unknown {
  return 'tab' in search ? search.tab : undefined
}
