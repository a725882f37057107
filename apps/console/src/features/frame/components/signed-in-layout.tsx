import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useLocation, useParams, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { connection, useConnection } from '../../../backend/live/connection.ts'
import { queryClient } from '../../../backend/live/query-client.ts'
import { useWaitingWrites } from '../../../backend/live/pending-writes.ts'
import { useSignedIn } from '../../../session/session-context.tsx'
import { SignOutProvider } from '../../../session/sign-out.tsx'
import { frameTexts } from '../../../texts/en/frame.ts'
import { OfflineBanner } from '../../../ui/offline-banner.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { Toaster } from '../../../ui/toaster.tsx'
import { useDelay } from '../../../ui/use-delay.ts'
import { useNow } from '../../../ui/use-now.ts'
import { LostChangesNotice } from './lost-changes-notice.tsx'
import { PaletteHost } from './palette-host.tsx'
import { Rail, RailContent } from './rail.tsx'
import { TopBar } from './top-bar.tsx'
import { LeaveDialog, type Place, useLeaveBlocker } from '../../../ui/leave-dialog.tsx'
import { unsavedChanges, useLeaveQuestion } from '../../../ui/unsaved-changes.ts'
import { getConsoleSettings } from '../../../backend/api/console-settings.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { appTexts } from '../../../texts/en/app.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useUploads } from '../../../shared/uploads/uploads.ts'

// It needs the document database's part of the SDK; the frame doesn't wait for it.
const AccountPreferences = lazy(async () => ({
  default: (await import('./account-preferences.tsx')).AccountPreferences,
}))

/** Around every page that needs a signed-in user, with the cache of what was asked for. Somebody else who signs in finds nothing on the screen. */
export function SignedInLayout() {
  const uid = useSignedIn()?.account.uid
  // In the moment of signing out nobody is, and the page is still there.
  const [owner, setOwner] = useState(uid)
  if (uid !== undefined && uid !== owner) setOwner(uid)
  return (
    <QueryClientProvider client={queryClient}>
      <Frame key={owner} />
    </QueryClientProvider>
  )
}

/** With the project's rail inside of a project. */
function Frame() {
  const project = useOpenProject()
  const { pathname } = useLocation()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const area = pathname.split('/').slice(0, 4).join('/')

  // Going to another area starts reading at its top; walking inside of an area keeps the focus where it is.
  const cameTo = useRef(area)
  useEffect(() => {
    if (cameTo.current === area) return
    cameTo.current = area
    setSheetOpen(false)
    main.current?.focus({ preventScroll: true })
    main.current?.scrollTo({ top: 0 })
  }, [area])

  return (
    <SignOutProvider>
      <PaletteHost project={project}>
        <a
          href="#main"
          className="fixed top-2 left-2 z-50 -translate-y-16 rounded bg-ember px-3 py-2 font-medium text-on-ember focus:translate-y-0"
        >
          {frameTexts.skipToContent}
        </a>
        <div className="flex h-dvh">
          <Rail project={project} />
          <div className="flex min-w-0 flex-1 flex-col">
            <TopBar project={project} onOpenNavigation={() => setSheetOpen(true)} />
            <ConnectionBanner />
            <VersionNotice />
            <LostChangesNotice />
            <main id="main" ref={main} tabIndex={-1} className="relative min-h-0 flex-1 overflow-y-auto outline-none">
              <Outlet />
              <UploadTrayHost />
            </main>
          </div>
        </div>
        <Sheet
          isOpen={isSheetOpen}
          onClose={() => setSheetOpen(false)}
          label={project === undefined ? frameTexts.pagesOfConsole : frameTexts.areasOf(project)}
        >
          <RailContent project={project} isFull onLeave={() => setSheetOpen(false)} />
        </Sheet>
        <Suspense>
          <AccountPreferences />
        </Suspense>
        <LeaveGuard />
        <Toaster />
      </PaletteHost>
    </SignOutProvider>
  )
}

/** The project of the address, unless it can't be entered: its areas would lead nowhere. */
function useOpenProject(): string | undefined {
  const { project } = useParams({ strict: false })
  const isClosed = useRouterState({
    select: ({ matches }) =>
      matches.some(({ routeId, status }) => routeId === '/opened/signed-in/projects/$project' && status === 'error'),
  })
  return isClosed ? undefined : project
}

function ConnectionBanner() {
  const state = useConnection()
  return state.status === 'live' ? null : (
    <Interruption key={state.since} retryAt={state.status === 'reconnecting' ? state.retryAt : undefined} />
  )
}

/** A short interruption is the dot's business alone; a longer one is said aloud. */
function Interruption({ retryAt }: { readonly retryAt: number | undefined }) {
  const isLong = useDelay(2000)
  const waitingWrites = useWaitingWrites()
  const now = useNow(1000)
  if (!isLong) return null
  return (
    <OfflineBanner
      waitingWrites={waitingWrites}
      {...(retryAt !== undefined && { retryInSeconds: Math.max(0, Math.ceil((retryAt - now) / 1000)) })}
      onRetry={() => void connection.probe()}
    />
  )
}

/** Asks before forms with unsaved changes are left: for another page, for another view of the page, and by closing the tab. */
function LeaveGuard() {
  const blocker = useLeaveBlocker({
    asks: (current, next) => unsavedChanges.isAny && isAnotherView(current, next),
    asksOnClose: () => unsavedChanges.isAny,
  })
  const question = useLeaveQuestion()
  if (blocker.status === 'blocked') return <LeaveDialog onLeave={blocker.proceed} onStay={blocker.reset} />
  if (question === undefined) return null
  return <LeaveDialog onLeave={() => unsavedChanges.answer(true)} onStay={() => unsavedChanges.answer(false)} />
}

/** Whoever is signed out can't stay. */
function isAnotherView(current: Place, next: Place): boolean {
  if (next.pathname === '/sign-in') return false
  return current.pathname !== next.pathname || sectionOf(current.search) !== sectionOf(next.search)
}

/** Of the settings: its forms are there while it is. */
function sectionOf(search: object): unknown {
  return 'section' in search ? search.section : undefined
}

/** An upgrade interrupts the connection; one that is too quick to be seen is found at the next of these. */
const askedEveryMs = 10 * 60_000

/** Says that the server was upgraded since the page was opened. The page is loaded again when its reader wants it, never by itself. */
function VersionNotice() {
  const { settings } = useConsoleApp()
  const isLive = useConnection().status === 'live'
  const [isOutdated, setOutdated] = useState(false)
  useEffect(() => {
    if (!isLive || isOutdated) return
    let isCurrent = true
    const ask = (): void => {
      getConsoleSettings().then(
        ({ version }) => {
          if (isCurrent) setOutdated(version !== settings.version)
        },
        () => {
          // It is asked again, at the latest when the connection is back.
        },
      )
    }
    ask()
    const timer = setInterval(ask, askedEveryMs)
    return () => {
      isCurrent = false
      clearInterval(timer)
    }
  }, [isLive, isOutdated, settings.version])
  if (!isOutdated) return null
  return (
    <div className="border-b border-line px-4 py-2">
      <Notice
        tone="information"
        isAnnounced
        action={
          <Button size="small" onPress={() => location.reload()}>
            {appTexts.loadAgain}
          </Button>
        }
      >
        {appTexts.oldPageTitle}. {appTexts.oldPageText}
      </Notice>
    </div>
  )
}

const UploadTray = lazy(async () => ({ default: (await import('../uploads/upload-tray.tsx')).UploadTray }))

/** The tray, once there is something in it; its code comes with the first upload. */
function UploadTrayHost() {
  return useUploads().length === 0 ? null : (
    <Suspense fallback={null}>
      <UploadTray />
    </Suspense>
  )
}
