import { LeaveDialog } from '../../../ui/leave-dialog.tsx'
import { unsavedChanges, useLeaveQuestion } from '../../../ui/unsaved-changes.ts'
import { type Place, useLeaveBlocker } from '../../../ui/use-leave-blocker.ts'

/** Asks before forms with unsaved changes are left: for another page, for another view of the page, and by closing the tab. */
export function LeaveGuard() {
  const blocker = useLeaveBlocker({
    asks: (current, next) => unsavedChanges.isAny && isAnotherView(current, next),
    asksOnClose: () => unsavedChanges.isAny,
  })
  const question = useLeaveQuestion()
  if (blocker.status === 'blocked') return <LeaveDialog onLeave={blocker.proceed} onStay={blocker.reset} />
  if (question === undefined) return null
  return <LeaveDialog onLeave={() => unsavedChanges.answer(true)} onStay={() => unsavedChanges.answer(false)} />
}

/** Whoever is signed out can't stay. */
function isAnotherView(current: Place, next: Place): boolean {
  if (next.pathname === '/sign-in') return false
  return current.pathname !== next.pathname || sectionOf(current.search) !== sectionOf(next.search)
}

/** Of the settings: its forms are there while it is. */
function sectionOf(search: object): unknown {
  return 'section' in search ? search.section : undefined
}
