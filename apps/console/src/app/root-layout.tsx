import { Outlet, useRouter } from '@tanstack/react-router'
import { RouterProvider } from 'react-aria-components'

/** Around every page: links of the design system go through the router. */
export function RootLayout() {
  const router = useRouter()
  return (
    <RouterProvider navigate={(href) => void router.navigate({ href })} useHref={(href) => href}>
      <Outlet />
    </RouterProvider>
  )
}
