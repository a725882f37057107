import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The width of an element in rem, rounded down, as it changes: what a list has room for, wherever it stands. */
export function useWidth(): { readonly frame: RefObject<HTMLDivElement | null>; readonly rem: number } {
  const frame = useRef<HTMLDivElement>(null)
  const [rem, setRem] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const measure = (): void =>
      setRem(Math.floor(element.clientWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { frame, rem }
}
