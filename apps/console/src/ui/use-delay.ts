import { useEffect, useState } from 'react'

/** False at first, true once `delayMs` have gone by since the component came. */
export function useDelay(delayMs: number): boolean {
  const [isOver, setOver] = useState(delayMs === 0)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return isOver
}
