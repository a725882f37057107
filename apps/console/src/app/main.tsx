import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ProjectSessions } from '../firebase/project-sessions.ts'
import { SessionProvider } from '../session/session-context.tsx'
import type { SessionState } from '../session/session-state.ts'
import { Session } from '../session/session.ts'
import { createConsoleRouter } from './router.tsx'
import './styles.css'

const session = new Session()
const projects = new ProjectSessions(session.idToken, () => void router.invalidate())
const router = createConsoleRouter({ session, projects })

// Signing in and out changes what every route decides. The SDK also tells of each new token, which changes nothing.
let known = session.state
session.subscribe(() => {
  const before = known
  known = session.state
  const uid = uidOf(known)
  if (before.status === 'starting' || uidOf(before) === uid) return
  if (uid === undefined) {
    void projects.leaveAll()
    void import('../live/listeners.ts').then(({ releaseAllListeners }) => releaseAllListeners())
  }
  void router.invalidate()
})

function uidOf(state: SessionState): string | undefined {
  return state.status === 'signed-in' ? state.account.uid : undefined
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <SessionProvider session={session}>
      <RouterProvider router={router} />
    </SessionProvider>
  </StrictMode>,
)
