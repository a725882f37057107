import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import { getWaitingWrites } from '../live/pending-writes.ts'
import { frameTexts } from '../texts/en/frame.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useSession } from './session-context.tsx'

const SignOutContext = createContext<() => void>(() => undefined)

/** Signs out. Asks before, where changes would be lost: what waits for the server goes with everything that this browser keeps of the user. */
export function useSignOut(): () => void {
  return useContext(SignOutContext)
}

export function SignOutProvider({ children }: { readonly children: ReactNode }) {
  const session = useSession()
  const [lost, setLost] = useState(0)
  const signOut = useMemo(
    () => () => {
      const waiting = getWaitingWrites()
      if (waiting > 0) setLost(waiting)
      else void session.signOut()
    },
    [session],
  )
  return (
    <SignOutContext value={signOut}>
      {children}
      {lost > 0 && (
        <ConfirmDialog
          title={frameTexts.signOutTitle(lost)}
          confirm={frameTexts.signOutConfirm}
          onConfirm={async () => {
            await session.signOut()
            return true
          }}
          onClose={() => setLost(0)}
        >
          {frameTexts.signOutText}
        </ConfirmDialog>
      )}
    </SignOutContext>
  )
}
