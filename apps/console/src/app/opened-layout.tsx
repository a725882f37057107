import { Outlet, getRouteApi } from '@tanstack/react-router'
import { ConsoleAppProvider } from '../session/console-app-context.tsx'

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
