import { useEffect, useState } from 'react'
import { useSession } from '../../../session/session-context.tsx'
import { AllUnsavedLists } from '../../../session/unsaved-list.tsx'
import { type AllUnsavedWork, findAllUnsavedWork, isAnyUnsaved } from '../../../session/unsaved-work.ts'
import { accountTexts } from '../../../texts/en/account.ts'
import { frameTexts } from '../../../texts/en/frame.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { endSession, listOwnSessions } from '../queries/sessions.ts'

/** Ends every session of the account, this browser's last. Says what this browser would lose. */
export function SignOutEverywhereDialog({ onClose }: { readonly onClose: () => void }) {
  const session = useSession()
  const [lost, setLost] = useState<AllUnsavedWork>()
  useEffect(() => {
    void findAllUnsavedWork().then(setLost)
  }, [])
  if (lost === undefined) return null
  const isLosing = isAnyUnsaved(lost) || isAnyUnsaved(lost.elsewhere)
  return (
    <ConfirmDialog
      title={accountTexts.signOutEverywhereTitle}
      confirm={isLosing ? accountTexts.signOutEverywhereDiscard : accountTexts.signOutEverywhere}
      onConfirm={async () => {
        const all = await listOwnSessions(await session.idToken())
        for (const { id, isCurrent } of all) if (!isCurrent) await endSession(await session.idToken(), id)
        await session.signOut()
        return true
      }}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <p>{accountTexts.signOutEverywhereText}</p>
        {isLosing && (
          <>
            <p>{frameTexts.lostHere}</p>
            <AllUnsavedLists work={lost} />
          </>
        )}
      </div>
    </ConfirmDialog>
  )
}
