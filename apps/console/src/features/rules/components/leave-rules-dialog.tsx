import { useBlocker } from '@tanstack/react-router'
import { rulesTexts } from '../../../texts/en/rules.ts'
import { LeaveDialog } from '../../../ui/leave-dialog.tsx'

/** Asks before rules that are not published are left, by any way. */
export function LeaveRulesDialog({ isChanged }: { readonly isChanged: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <LeaveDialog
      title={rulesTexts.leaveTitle}
      text={rulesTexts.leaveText}
      leave={rulesTexts.leave}
      stay={rulesTexts.stay}
      onLeave={blocker.proceed}
      onStay={blocker.reset}
    />
  )
}
