import { Outlet, getRouteApi, useRouter } from '@tanstack/react-router'
import { RouterProvider } from 'react-aria-components'
import { ConsoleAppProvider } from '../session/console-app-context.tsx'

const root = getRouteApi('__root__')

/** Around every page: what the server told of itself, and links of the design system that go through the router. */
export function RootLayout() {
  const router = useRouter()
  const { consoleApp } = root.useRouteContext()
  return (
    <RouterProvider navigate={(href) => void router.navigate({ href })} useHref={(href) => href}>
      <ConsoleAppProvider consoleApp={consoleApp}>
        <Outlet />
      </ConsoleAppProvider>
    </RouterProvider>
  )
}
