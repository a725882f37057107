import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

export interface ChartSize {
  readonly frame: RefObject<HTMLDivElement | null>
  /** In pixels; 0 until it was laid out. */
  readonly width: number
  /** How much larger than usual the reader has their letters. */
  readonly zoom: number
}

const usualLetter = 16

/** How wide a chart is, as it changes. */
export function useChartSize(): ChartSize {
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, zoom: 1 })
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const measure = (): void => {
      const width = Math.floor(element.getBoundingClientRect().width)
      const zoom = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / usualLetter
      setSize((known) => (known.width === width && known.zoom === zoom ? known : { width, zoom }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { frame, ...size }
}
