import { useEffect, useRef, useState } from 'react'

/** A value that follows at once when it was quiet, and at most every `everyMs` while it changes often. */
export function useCalmed<Value>(value: Value, everyMs: number): Value {
  const [calmed, setCalmed] = useState(value)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (Object.is(value, calmed)) return
    const waitMs = Math.max(0, changedAt.current + everyMs - performance.now())
    const timer = setTimeout(() => {
      changedAt.current = performance.now()
      setCalmed(value)
    }, waitMs)
    return () => clearTimeout(timer)
  }, [value, calmed, everyMs])
  return calmed
}
