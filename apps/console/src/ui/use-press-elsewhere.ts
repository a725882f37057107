import { useEffect, useRef, type RefObject } from 'react'

/** Calls back when something else is pressed. What is rendered inside, also what floats by itself, tells by the handler it is given. */
export function usePressElsewhere(onPress: () => void, beside?: RefObject<HTMLElement | null>): () => void {
  const isInside = useRef(false)
  const latest = useRef(onPress)
  latest.current = onPress
  useEffect(() => {
    const listener = ({ target }: PointerEvent): void => {
      // The button closes it by itself.
      const isOurs = isInside.current || (target instanceof Node && beside?.current?.contains(target) === true)
      isInside.current = false
      if (!isOurs) latest.current()
    }
    document.addEventListener('pointerdown', listener)
    return () => document.removeEventListener('pointerdown', listener)
  }, [beside])
  return () => {
    isInside.current = true
  }
}
