import { useCallback, useRef, useState, type ReactNode } from 'react'
import { reactionTo } from '../backend/errors/reaction.ts'
import type { ProjectSession } from '../backend/sdk/project-session.ts'
import { ConfirmIdentityDialog } from './confirm-identity-dialog.tsx'
import { useSession } from './session-context.tsx'

/** The server takes a sign-in of the last 5 minutes for recent; asking a little earlier spares a refusal. */
const recentMs = 4.5 * 60_000

/** Who showed last in this page who they are, and when by its own clock, which may be far from the server's. */
let confirmed: { readonly uid: string; readonly at: number } | undefined

export interface RecentSignIn {
  /**
   * Does something that needs a recent sign-in. Asks who it is first when the last sign-in is too old, or when the server says so, and
   * then goes on by itself; with `isAlways` however recent it is. `act` names what is done, as its button does. Answers `false` when the
   * person gives up; throws what the action throws.
   */
  readonly run: (
    action: () => Promise<void>,
    options?: { readonly isAlways?: boolean; readonly act?: string },
  ) => Promise<boolean>
  /** Put it on the page. */
  readonly dialog: ReactNode
}

/** @param project the one whose operator session the action goes by; none for the console's own */
export function useRecentSignIn(project?: ProjectSession): RecentSignIn {
  const session = useSession()
  const answer = useRef<(isConfirmed: boolean) => void>(undefined)
  const [asking, setAsking] = useState<{ readonly act: string | undefined }>()

  const confirm = useCallback(
    (act: string | undefined) =>
      new Promise<boolean>((resolve) => {
        answer.current = resolve
        setAsking({ act })
      }),
    [],
  )
  const end = (isConfirmed: boolean) => {
    setAsking(undefined)
    if (isConfirmed) confirmed = { uid: session.uid(), at: Date.now() }
    answer.current?.(isConfirmed)
  }
  const run = useCallback(
    async (
      action: () => Promise<void>,
      { isAlways = false, act: name }: { readonly isAlways?: boolean; readonly act?: string } = {},
    ) => {
      const act = async (): Promise<void> => {
        if (session.state.status === 'signed-in') {
          await project?.followSignIn(Date.parse(session.state.token.authTime))
        }
        await action()
      }
      if ((isAlways || !isRecent(session.state)) && !(await confirm(name))) return false
      try {
        await act()
      } catch (thrown) {
        if (reactionTo(thrown).kind !== 're-authenticate') throw thrown
        if (!(await confirm(name))) return false
        await act()
      }
      return true
    },
    [confirm, project, session],
  )
  return { run, dialog: asking === undefined ? null : <ConfirmIdentityDialog act={asking.act} onEnd={end} /> }
}

function isRecent(state: ReturnType<typeof useSession>['state']): boolean {
  if (state.status !== 'signed-in') return false
  const confirmedAt = confirmed?.uid === state.user.uid ? confirmed.at : 0
  return Date.now() - Math.max(Date.parse(state.token.authTime), confirmedAt) < recentMs
}
