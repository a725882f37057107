import { useSession } from '../../../session/session-context.tsx'
import { useSignOut } from '../../../session/sign-out.tsx'
import { accountTexts } from '../../../texts/en/account.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { endSession, listOwnSessions } from '../queries/sessions.ts'

/** Ends every session of the account, this browser's last: it asks for itself where changes wait for the server. */
export function SignOutEverywhereDialog({ onClose }: { readonly onClose: () => void }) {
  const session = useSession()
  const signOut = useSignOut()
  return (
    <ConfirmDialog
      title={accountTexts.signOutEverywhereTitle}
      confirm={accountTexts.signOutEverywhere}
      onConfirm={async () => {
        const all = await listOwnSessions(await session.idToken())
        for (const { id, isCurrent } of all) if (!isCurrent) await endSession(await session.idToken(), id)
        signOut()
        return true
      }}
      onClose={onClose}
    >
      {accountTexts.signOutEverywhereText}
    </ConfirmDialog>
  )
}
