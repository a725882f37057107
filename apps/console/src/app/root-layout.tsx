import { Outlet, useRouter, getRouteApi, type ErrorComponentProps } from '@tanstack/react-router'
import { RouterProvider } from 'react-aria-components'
import { ConsoleAppProvider } from '../session/console-app-context.tsx'
import { useEffect } from 'react'
import { reactionTo } from '../backend/errors/reaction.ts'
import { OutdatedPageError } from './lazy-page.ts'
import { appTexts } from '../texts/en/app.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'

/** Around every page: links of the design system go through the router. */
export function RootLayout() {
  const router = useRouter()
  return (
    <RouterProvider navigate={(href) => void router.navigate({ href })} useHref={(href) => href}>
      <Outlet />
    </RouterProvider>
  )
}

const route = getRouteApi('/opened')

/** Around every page that needs the console's app, once the server told what it is. */
export function OpenedLayout() {
  const { consoleApp } = route.useRouteContext()
  return (
    <ConsoleAppProvider consoleApp={consoleApp}>
      <Outlet />
    </ConsoleAppProvider>
  )
}

const retryMs = 3000

/** When a page can't be shown at all. An unreachable server is asked again by itself. */
export function RootErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const reaction = reactionTo(error)
  const message = error instanceof Error ? error.message : String(error)
  const isUnreachable = reaction.kind === 'unreachable'
  const isOldPage = error instanceof OutdatedPageError
  usePageTitle(isUnreachable ? appTexts.unreachableTitle : appTexts.failedTitle)

  const retry = () => {
    if (isOldPage) {
      location.reload()
      return
    }
    reset()
    void router.invalidate()
  }
  useEffect(() => {
    if (!isUnreachable) return
    const timer = setInterval(() => void router.invalidate(), retryMs)
    return () => clearInterval(timer)
  }, [isUnreachable, router])

  return (
    <main id="main" className="pt-[10vh]">
      <ErrorState
        level={1}
        title={isUnreachable ? appTexts.unreachableTitle : isOldPage ? appTexts.oldPageTitle : appTexts.failedTitle}
        onRetry={retry}
        {...(reaction.kind !== 'quiet' && { details: { ...reaction.details, message } })}
      >
        <p>{isUnreachable ? appTexts.unreachableText : isOldPage ? appTexts.oldPageText : appTexts.failedText}</p>
      </ErrorState>
    </main>
  )
}
