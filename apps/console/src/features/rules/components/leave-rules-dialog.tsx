import { useDatabase } from '../../../shared/databases/use-database.ts'
import { useSignedIn } from '../../../session/session-context.tsx'
import { rulesTexts } from '../../../texts/en/rules.ts'
import { LeaveDialog } from '../../../ui/leave-dialog.tsx'
import { useLeaveBlocker } from '../../../ui/use-leave-blocker.ts'
import { type DraftPlace, mayKeep } from '../draft/kept-draft.ts'

/** What was changed and is not published. */
export interface OpenDraft extends Pick<DraftPlace, 'area' | 'database'> {
  readonly text: string
}

/** Asks before rules that are not published are left for another screen, and before a page is closed with ones that the browser doesn't keep. */
export function LeaveRulesDialog({ drafts }: { readonly drafts: readonly OpenDraft[] }) {
  const uid = useSignedIn()?.account.uid
  const { project } = useDatabase()
  const isKept = (): boolean =>
    uid !== undefined && drafts.every(({ text, ...place }) => mayKeep({ ...place, uid, project: project.id }, text))
  const blocker = useLeaveBlocker({
    asks: (current, next) => drafts.length > 0 && current.pathname !== next.pathname,
    asksOnClose: () => drafts.length > 0 && !isKept(),
  })
  if (blocker.status !== 'blocked') return null
  const kept = isKept()
  return (
    <LeaveDialog
      title={rulesTexts.leaveTitle}
      text={kept ? rulesTexts.leaveKept : rulesTexts.leaveText}
      leave={kept ? rulesTexts.leaveForNow : rulesTexts.leave}
      stay={rulesTexts.stay}
      onLeave={blocker.proceed}
      onStay={blocker.reset}
    />
  )
}
