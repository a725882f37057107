import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** What an address may ask its page to begin: a dialog is opened or a button is at hand; nothing is done by an address alone. */
export type Act =
  | 'add'
  | 'back-up'
  | 'connect'
  | 'create'
  | 'import'
  | 'invite'
  | 'publish'
  | 'sign-out-everywhere'
  | 'template'
  | 'upload'

/** The part of an address that asks for it. */
export function actQuery(act: Act): string {
  return `do=${act}`
}

/**
 * Begins an act that the address asks for as `?do=`, once, and takes it out of the address.
 *
 * @param isReady waits until it can be begun
 */
export function useActInAddress(act: Act, begin: () => void, isReady = true): void {
  const { searchStr: asked } = useLocation()
  const router = useRouter()
  const latest = useRef(begin)
  useEffect(() => {
    latest.current = begin
  })
  const isDue = isReady && new URLSearchParams(asked).get('do') === act
  useEffect(() => {
    if (!isDue) return
    const { pathname, searchStr, hash } = router.state.location
    const rest = new URLSearchParams(searchStr)
    rest.delete('do')
    const query = rest.size === 0 ? '' : `?${rest}`
    // What was begun may be a form already.
    void router.navigate({
      href: `${pathname}${query}${hash === '' ? '' : `#${hash}`}`,
      replace: true,
      ignoreBlocker: true,
      resetScroll: false,
    })
    latest.current()
  }, [isDue, router])
}

/**
 * Puts the focus on a button that an address leads to, after the page has taken it for itself.
 *
 * @param isReady waits until it can be pressed
 * @param press also presses it, where the browser still sees the key or the click that led here
 */
export function useButtonOfAct(act: Act, { isReady, press = false }: { isReady: boolean; press?: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  const begin = (): void => {
    requestAnimationFrame(() => {
      button.current?.focus()
      if (press && navigator.userActivation.isActive) button.current?.click()
    })
  }
  useActInAddress(act, begin, isReady)
  return button
}
