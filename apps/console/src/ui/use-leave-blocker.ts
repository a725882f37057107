import { useBlocker, useRouter } from '@tanstack/react-router'

/** An address as its route reads it. */
export interface Place {
  readonly routeId: string
  readonly pathname: string
  readonly params: object
  readonly search: object
}

/**
 * Stops whoever goes from one place to another while `asks` says so, until they have answered, and whoever closes the page while `asksOnClose`
 * does. While the next screen is loading the one before still stands, or is hidden behind the word that another is opening: who goes on from
 * there, or back, has answered already, and a question of a hidden screen could be seen by nobody.
 */
export function useLeaveBlocker({
  asks,
  asksOnClose,
}: {
  readonly asks: (current: Place, next: Place) => boolean
  readonly asksOnClose: () => boolean
}) {
  const router = useRouter()
  return useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const shown = router.state.resolvedLocation
      const isLeft = shown !== undefined && shown.pathname !== current.pathname
      return !isLeft && asks(current, next)
    },
    enableBeforeUnload: asksOnClose,
    withResolver: true,
  })
}
