import { useBlocker } from '@tanstack/react-router'
import { rulesTexts } from '../../../texts/en/rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'

/** Asks before rules that are not published are left, by any way. */
export function LeaveDialog({ isChanged }: { readonly isChanged: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Dialog isOpen role="alertdialog" onClose={blocker.reset} title={rulesTexts.leaveTitle}>
      <p className="text-body text-ink-2">{rulesTexts.leaveText}</p>
      <DialogActions>
        <Button variant="danger" onPress={blocker.proceed}>
          {rulesTexts.leave}
        </Button>
        <Button variant="primary" autoFocus onPress={blocker.reset}>
          {rulesTexts.stay}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
