import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  type AnyRouter,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { onTestFinished } from 'vitest'
import { render, type RenderResult } from 'vitest-browser-react'
import { queryClient } from '../backend/live/query-client.ts'
import type { ProjectSession } from '../backend/sdk/project-session.ts'
import { ProjectProvider } from '../session/project-context.tsx'
import { SessionProvider } from '../session/session-context.tsx'
import { Session } from '../session/session.ts'
import { Toaster } from '../ui/toaster.tsx'

export interface RenderedComponent extends RenderResult {
  /** Where links and the browser's history lead: to the same component at another address. */
  readonly router: AnyRouter
}

/** One for the page, as in the console; nobody is signed in. */
const session = new Session()

/**
 * Renders a component with what the console has around every screen: the words of English, a router that has every address, the cache of
 * queries, toasts, and the project where one was entered (`enterProject`).
 *
 * @param options.path the address, such as `/projects/demo-app/data?view=table`
 */
export async function renderComponent(
  component: ReactNode,
  { project, path = '/' }: { readonly project?: ProjectSession; readonly path?: string } = {},
): Promise<RenderedComponent> {
  const rootRoute = createRootRoute({ component: Outlet })
  const anywhere = createRoute({ getParentRoute: () => rootRoute, path: '$', component: () => component })
  const router = createRouter({
    routeTree: rootRoute.addChildren([anywhere]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  const screen = await render(
    <I18nProvider locale="en-GB">
      <SessionProvider session={session}>
        <QueryClientProvider client={queryClient}>
          {project === undefined ? (
            <RouterProvider router={router as never} />
          ) : (
            <ProjectProvider project={project}>
              <RouterProvider router={router as never} />
            </ProjectProvider>
          )}
          <Toaster />
        </QueryClientProvider>
      </SessionProvider>
    </I18nProvider>,
  )
  onTestFinished(async () => await screen.unmount())
  return Object.assign(screen, { router })
}
