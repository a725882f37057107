import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import { keptKeys, rulesDraftPrefix } from '../firebase/kept-storage.ts'
import { getWaitingWrites } from '../live/pending-writes.ts'
import { frameTexts } from '../texts/en/frame.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useSession } from './session-context.tsx'

/** What signing out would take with it. */
interface Lost {
  /** Changes that the server has not got yet. */
  readonly waiting: number
  /** Rules that are written and not published. */
  readonly drafts: number
}

const SignOutContext = createContext<() => void>(() => undefined)

/** Signs out. Asks before, where changes would be lost: what waits for the server goes with everything that this browser keeps of the user. */
export function useSignOut(): () => void {
  return useContext(SignOutContext)
}

export function SignOutProvider({ children }: { readonly children: ReactNode }) {
  const session = useSession()
  const [lost, setLost] = useState<Lost>()
  const signOut = useMemo(
    () => () => {
      const waiting = getWaitingWrites()
      const drafts = keptKeys(rulesDraftPrefix).length
      if (waiting > 0 || drafts > 0) setLost({ waiting, drafts })
      else void session.signOut()
    },
    [session],
  )
  return (
    <SignOutContext value={signOut}>
      {children}
      {lost !== undefined && (
        <ConfirmDialog
          title={lost.waiting > 0 ? frameTexts.signOutTitle(lost.waiting) : frameTexts.signOutDraftsTitle(lost.drafts)}
          confirm={frameTexts.signOutConfirm}
          onConfirm={async () => {
            await session.signOut()
            return true
          }}
          onClose={() => setLost(undefined)}
        >
          {lost.waiting > 0 && `${frameTexts.signOutWaiting} `}
          {lost.drafts > 0 && `${frameTexts.signOutDrafts(lost.drafts)} `}
          {frameTexts.signOutText}
        </ConfirmDialog>
      )}
    </SignOutContext>
  )
}
