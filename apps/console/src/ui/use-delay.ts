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

/**
 * A value once it hasn't changed for so many milliseconds, for what takes too long to be worked out at each key; and what takes it over at once,
 * for when the keys have ended for sure, such as when the field is left.
 */
export function useDebounced<Value>(value: Value, pauseMs: number): readonly [settled: Value, settle: () => void] {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return [settled, () => setSettled(value)]
}
