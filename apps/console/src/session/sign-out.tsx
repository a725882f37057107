import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import { frameTexts } from '../texts/en/frame.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useSession } from './session-context.tsx'
import {
  type AllUnsavedWork,
  findAllUnsavedWork,
  isAnyUnsaved,
  unsavedKinds,
  type UnsavedWork,
} from './unsaved-work.ts'

const SignOutContext = createContext<() => void>(() => undefined)

/** Signs out. Asks before, where something would be lost: all that this browser keeps of the user goes, and all that its tabs are at. */
export function useSignOut(): () => void {
  return useContext(SignOutContext)
}

export function SignOutProvider({ children }: { readonly children: ReactNode }) {
  const session = useSession()
  const [lost, setLost] = useState<AllUnsavedWork>()
  const signOut = useMemo(
    () => () =>
      void findAllUnsavedWork().then((work) => {
        if (isAnyUnsaved(work) || isAnyUnsaved(work.elsewhere)) setLost(work)
        else void session.signOut()
      }),
    [session],
  )
  return (
    <SignOutContext value={signOut}>
      {children}
      {lost !== undefined && (
        <ConfirmDialog
          title={frameTexts.signOutTitle}
          confirm={frameTexts.signOutConfirm}
          stay={frameTexts.staySignedIn}
          onConfirm={async () => {
            await session.signOut()
            return true
          }}
          onClose={() => setLost(undefined)}
        >
          <div className="grid gap-3">
            <AllUnsavedLists work={lost} />
            <p>{frameTexts.signOutText}</p>
          </div>
        </ConfirmDialog>
      )}
    </SignOutContext>
  )
}

/** What would be lost, a line for each kind. */
function UnsavedList({ work }: { readonly work: Partial<UnsavedWork> }) {
  return (
    <ul className="list-disc pl-5 text-ink-1">
      {unsavedKinds.map((kind) => {
        const count = work[kind] ?? 0
        return count > 0 && <li key={kind}>{frameTexts.unsaved[kind](count)}</li>
      })}
    </ul>
  )
}

/** What all tabs of this browser would lose. */
export function AllUnsavedLists({ work }: { readonly work: AllUnsavedWork }) {
  return (
    <>
      {isAnyUnsaved(work) && <UnsavedList work={work} />}
      {isAnyUnsaved(work.elsewhere) && (
        <>
          <p>{frameTexts.lostInOtherTabs}</p>
          <UnsavedList work={work.elsewhere} />
        </>
      )}
    </>
  )
}
