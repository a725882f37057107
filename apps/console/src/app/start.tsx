import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { createRoot } from 'react-dom/client'
import { HearthError } from '../backend/api/hearth-error.ts'
import { reactionTo } from '../backend/errors/reaction.ts'
import { deleteEarlierData } from '../browser/delete-earlier-data.ts'
import { forgetKept, leaveDrafts } from '../browser/kept-owner.ts'
import { ProjectSessions } from '../backend/sdk/project-sessions.ts'
import { lostChanges } from '../backend/live/lost-changes.ts'
import { pendingWrites } from '../backend/live/pending-writes.ts'
import { noteCutShort } from '../session/cut-short.ts'
import { setLastProject } from '../browser/preferences.ts'
import { SessionProvider } from '../session/session-context.tsx'
import type { SessionState } from '../session/session-state.ts'
import { Session } from '../session/session.ts'
import { findUnsavedWork } from '../session/unsaved-work.ts'
import { componentLocale } from '../texts/language.ts'
import { spokenLanguage } from '../texts/in-language.ts'
import { closeTelemetry, startTelemetry, track } from '../backend/telemetry.ts'
import { createConsoleRouter } from './router.tsx'

/** Of the files that were on their way. */
const sessionOver = new HearthError({ code: 'storage/unauthenticated', reason: 'SESSION_OVER', message: '' })
void deleteEarlierData().catch(() => {
  // The browser's databases don't answer: the next page deletes it.
})
const session = new Session()
const projects = new ProjectSessions(session, () => router.invalidate())
const router = createConsoleRouter({ session, projects })

startTelemetry(async () => {
  const { app } = await session.open()
  return (await import('../backend/sdk/console-analytics.ts')).openConsoleAnalytics(app)
})
router.subscribe('onResolved', ({ pathChanged }) => {
  const route = router.state.matches.at(-1)?.fullPath
  // Before sign-in nobody agreed to anything yet, and the screen should be there at once.
  if (pathChanged && route !== undefined && uidOf(session.state) !== undefined) {
    track({ name: 'screen_view', firebase_screen: route })
  }
})

// Signing in and out changes what every route decides. The SDK also tells of each new token, which changes nothing.
let known = session.state
session.subscribe(() => {
  if (known.status !== 'signed-in' && session.state.status === 'signed-in') keepConsole()
  const before = known
  known = session.state
  const uid = uidOf(known)
  if (before.status === 'starting') return
  if (uidOf(before) === uid) {
    // A new password begins another session, and so does a new proof of who one is: what rests on the one before may be over.
    if (sessionOf(before) !== sessionOf(known)) projects.renewAll()
    return
  }
  void changeUser(uidOf(before), uid)
})

/** Whose uploads wait in this page for them to be back. */
let awaited: string | undefined

async function changeUser(before: string | undefined, now: string | undefined): Promise<void> {
  if (now !== undefined) await goOnWithUploads(now)
  // Another tab may sign somebody else in, who must not go on with what the one before had opened.
  if (before !== undefined && now !== undefined) await leave(before)
  const hasEnded = before !== undefined && now === undefined && endedByItself(known)
  if (hasEnded) noteCutShort(await findUnsavedWork())
  await router.invalidate()
  // Signing out, the screens go first: what they listen to ends behind them.
  if (before !== undefined && now === undefined) await leave(before, { isForReturn: hasEnded })
}

function endedByItself(state: SessionState): boolean {
  return state.status === 'signed-out' && state.reason !== 'chosen' && state.reason !== 'deleted'
}

/**
 * @param uid who was signed in
 * @param options.isForReturn their files on the way and their drafts of rules stay for when they are back
 */
async function leave(uid: string, { isForReturn = false } = {}): Promise<void> {
  // The account keeps its projects; whoever comes next is led to none of them, and finds no name of one.
  setLastProject(undefined)
  // In the tab that signed out it was done before; in the others, and where the session ended by itself, here.
  closeTelemetry()
  const [{ forgetBrowser }, { closeAllFirestores }, { releaseAllListeners }, { uploads }, { jobs }, { queryClient }] =
    await Promise.all([
      import('../backend/sdk/forget-browser.ts'),
      import('../backend/sdk/firestore.ts'),
      import('../backend/live/listeners.ts'),
      import('../shared/uploads/uploads.ts'),
      import('../shared/jobs/jobs.ts'),
      import('../backend/live/query-client.ts'),
    ])
  if (isForReturn) uploads.holdAll(sessionOver)
  else uploads.cancelAll()
  awaited = isForReturn ? uid : undefined
  jobs.cancelAll()
  releaseAllListeners()
  queryClient.clear()
  // A screen that is come back to would go on with a session that is closed below.
  router.clearCache()
  await projects.leaveAll()
  await closeAllFirestores()
  await forgetBrowser((await session.open()).app)
  pendingWrites.clear()
  lostChanges.clear()
  if (isForReturn) leaveDrafts(uid)
  else forgetKept(uid)
}

/** Whoever is back goes on with them; nobody else finds a word of them. */
async function goOnWithUploads(uid: string): Promise<void> {
  if (awaited === undefined) return
  const isBack = uid === awaited
  awaited = undefined
  const { uploads } = await import('../shared/uploads/uploads.ts')
  if (isBack) uploads.goOn((error) => reactionTo(error).kind === 'sign-in-again')
  else uploads.cancelAll()
}

function uidOf(state: SessionState): string | undefined {
  return state.status === 'signed-in' ? state.account.uid : undefined
}

function sessionOf(state: SessionState): unknown {
  return state.status === 'signed-in' ? state.token.claims['hearth_session'] : undefined
}

/** The page comes first: its own requests are done by then. */
const keptAfterMs = 4000

/**
 * Lets the browser keep the console's files, so that it opens without the server. Only over https and on this machine: elsewhere browsers
 * allow no service worker.
 */
function keepConsole(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  setTimeout(() => {
    navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => {
      // The browser keeps nothing, or the server was just upgraded: without its files the console opens with the server alone.
    })
  }, keptAfterMs)
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <I18nProvider locale={componentLocale(spokenLanguage())}>
      <SessionProvider session={session}>
        <RouterProvider router={router} />
      </SessionProvider>
    </I18nProvider>
  </StrictMode>,
)
