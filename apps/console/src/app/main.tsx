import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ProjectSessions } from '../firebase/project-sessions.ts'
import { SessionProvider } from '../session/session-context.tsx'
import { Session } from '../session/session.ts'
import { createConsoleRouter } from './router.tsx'
import './styles.css'

const session = new Session()
const projects = new ProjectSessions(session.idToken, () => void router.invalidate())
const router = createConsoleRouter({ session, projects })

// Signing in and out changes what every route decides. The SDK also tells of each new token, which changes nothing.
let knownUid: string | undefined
let wasStarting = true
session.subscribe(() => {
  const { state } = session
  const uid = state.status === 'signed-in' ? state.account.uid : undefined
  if (uid === knownUid) return
  knownUid = uid
  if (wasStarting) {
    wasStarting = false
    return
  }
  if (uid === undefined) {
    void projects.leaveAll()
    void import('../live/listeners.ts').then(({ releaseAllListeners }) => releaseAllListeners())
  }
  void router.invalidate()
})

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <SessionProvider session={session}>
      <RouterProvider router={router} />
    </SessionProvider>
  </StrictMode>,
)
