import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react'
import type { Session } from './session.ts'
import type { SessionState, SignedIn } from './session-state.ts'

const SessionContext = createContext<Session | undefined>(undefined)

export function SessionProvider({ session, children }: { readonly session: Session; readonly children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>
}

/** The session itself, for its calls. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('useSession outside of a SessionProvider')
  return session
}

export function useSessionState(): SessionState {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.getSnapshot)
}

/** Who is signed in, on screens that only a signed-in user sees; undefined in the moment of signing out. */
export function useSignedIn(): SignedIn | undefined {
  const state = useSessionState()
  return state.status === 'signed-in' ? state : undefined
}

/** Whether the signed-in user runs this server. The server asks again with each call. */
export function useOwnsServer(): boolean {
  return useSignedIn()?.token.claims['serverRole'] === 'owner'
}
